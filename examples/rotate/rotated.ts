/**
 * Which entries of a configuration take part in a rotation, which keys they hold, and which resources play
 * them.
 */
import {
  type Configuration,
  type ConfigurationEntry,
  type Key,
  type SealingKey,
  entriesOf,
  isExclusion,
  isPlaintext,
  writerOf,
} from '@keyroll/core'

export interface RotatedEntry extends ConfigurationEntry {
  /** Index among the entries of the file. */
  readonly at: number
}

const parts = (resource: string): readonly [plural: string, group: string] => {
  const dot = resource.indexOf('.')
  return dot < 0 ? [resource, ''] : [resource.slice(0, dot), resource.slice(dot + 1)]
}

const named = (plural: string, group: string): string =>
  group === '' ? plural : `${plural}.${group}`

/** `secrets` for `secrets.`, which is the same resource. */
const canonical = (resource: string): string => named(...parts(resource))

/** Identity alone is an exclusion, except where the entry serves a resource together with one that is rotated. */
export const rotatedEntries = ({ entries }: Configuration): readonly RotatedEntry[] => {
  const encrypting = new Set(
    entries.flatMap((entry) => (isExclusion(entry) ? [] : entry.resources.map(canonical))),
  )
  return entries.flatMap((entry, at) =>
    entry.resources.some((resource) => encrypting.has(canonical(resource)))
      ? [{ ...entry, at }]
      : [],
  )
}

const once = <A>(items: readonly A[], name: (item: A) => string): readonly A[] => [
  ...new Map(items.map((item) => [name(item), item])).values(),
]

/** The keys of the rotated entries that seal, each once, in file order. */
export const sealingKeys = (rotated: readonly RotatedEntry[]): readonly SealingKey[] =>
  once(
    rotated.flatMap(({ keys }) => keys.filter((key) => !isPlaintext(key))),
    ({ id }) => id,
  )

/** Who writes, in file order, each once: where entries share a resource, the first of them writes it. */
export const writers = (
  entries: readonly ConfigurationEntry[],
  rotated: readonly RotatedEntry[],
): readonly Key[] =>
  once(
    rotated.flatMap((entry) =>
      entry.resources.some((resource) => entriesOf(entries, resource)[0] === entry.at)
        ? [writerOf(entry)]
        : [],
    ),
    ({ id }) => id,
  )

/** Resources that kube-apiserver stores, by group; the commonest first. */
const wellKnown: Readonly<{ [group: string]: readonly string[] }> = {
  '': ['secrets', 'configmaps', 'serviceaccounts', 'pods', 'services', 'endpoints', 'namespaces'],
  apps: ['deployments', 'statefulsets', 'daemonsets', 'replicasets', 'controllerrevisions'],
  batch: ['jobs', 'cronjobs'],
  'networking.k8s.io': ['ingresses', 'networkpolicies', 'ingressclasses'],
  'rbac.authorization.k8s.io': ['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'],
}

/** What a wildcard over all groups is played by first. */
const oneOfEach = ['secrets', 'deployments.apps', 'widgets.example.com']

/** Stand-ins where a wildcard covers nothing better known. */
const madeUp = ['widgets', 'gadgets', 'gizmos', 'sprockets', 'doohickeys', 'contraptions']

/** Candidates that a wildcard may cover. */
const candidates = (group: string): readonly string[] =>
  group === '*'
    ? [
        ...oneOfEach,
        ...Object.entries(wellKnown).flatMap(([each, plurals]) =>
          plurals.map((plural) => named(plural, each)),
        ),
        ...madeUp.map((plural) => named(plural, 'example.org')),
      ]
    : [...(wellKnown[group] ?? []), ...madeUp].map((plural) => named(plural, group))

/** How many resources play a wildcard. */
const cast = 3

const playedBy = (
  entries: readonly ConfigurationEntry[],
  { at }: RotatedEntry,
  resource: string,
): readonly string[] => {
  const [plural, group] = parts(resource)
  if (plural !== '*') return [named(plural, group)]
  return [...new Set(candidates(group))]
    .filter((each) => entriesOf(entries, each)[0] === at)
    .slice(0, cast)
}

/** The concrete resources that have objects, in file order; each wildcard is played by three that it covers. */
export const playedResources = (
  entries: readonly ConfigurationEntry[],
  rotated: readonly RotatedEntry[],
): readonly string[] =>
  once(
    rotated.flatMap((entry) =>
      entry.resources.flatMap((resource) => playedBy(entries, entry, resource)),
    ),
    (resource) => resource,
  )
