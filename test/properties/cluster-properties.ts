/**
 * What must hold on the abstract cluster, one function for each statement. An answer is what is broken, in words.
 */
import {
  type ConfigurationEntry,
  type Decision,
  type Key,
  type Policy,
  type Wish,
  covers,
  decide,
  entriesOf,
  isExclusion,
  label,
} from '@keyroll/core'
import { type Cluster, canRead, isServed, keysFor, observe, perform } from './abstract-cluster.js'

const listed = (keys: readonly Key[]): string => keys.map(label).join(', ')

/** S1: every server reads everything that is stored. S2: so does the live configuration. */
const unreadable = (cluster: Cluster): readonly string[] => [
  ...cluster.servers.flatMap((server, at) =>
    cluster.objects
      .filter((object) => !canRead(server, object))
      .map(({ resource, key }) => `S1: server ${at} cannot read ${resource} under ${label(key)}`),
  ),
  ...cluster.objects.flatMap((object) =>
    cluster.configuration === null || canRead(cluster.configuration, object)
      ? []
      : [`S2: the configuration cannot read ${object.resource} under ${label(object.key)}`],
  ),
]

/** S4: what one server writes, every server reads. */
const unreadableWrites = (cluster: Cluster): readonly string[] =>
  [...new Set(cluster.objects.map(({ resource }) => resource))].flatMap((resource) =>
    cluster.servers.flatMap((server) =>
      cluster.servers.flatMap((other) => {
        const key = keysFor(server, resource)[0]
        return key === undefined || canRead(other, { resource, key })
          ? []
          : [`S4: ${label(key)} is written for ${resource}, and a server cannot read it`]
      }),
    ),
  )

/** P9: whatever an object is under is in the live configuration or in a kept copy. */
const forgotten = ({ objects, configuration, superseded, copies }: Cluster): readonly string[] =>
  objects
    .filter(({ key }) => {
      const known = [...(configuration === null ? [] : [configuration]), ...superseded, ...copies]
      return (
        known.length > 0 &&
        !known.some(({ entries }) =>
          entries.some(
            ({ keys }) => key.provider === 'identity' || keys.some(({ id }) => id === key.id),
          ),
        )
      )
    })
    .map(({ key }) => `P9: ${label(key)} is nowhere any more`)

/** S5: a key leaves the configuration only when nothing is under it and no server writes with it. */
const earlyRemovals = (
  cluster: Cluster,
  entries: readonly ConfigurationEntry[],
): readonly string[] =>
  [...new Set(cluster.objects.map(({ resource }) => resource))].flatMap((resource) => {
    const live = cluster.configuration
    if (live === null) return []
    const next = keysFor({ ...live, entries }, resource)
    const leaving = keysFor(live, resource).filter(({ id }) => !next.some((key) => key.id === id))
    return leaving
      .filter(
        ({ id }) =>
          cluster.objects.some((object) => object.resource === resource && object.key.id === id) ||
          cluster.servers.some((server) => keysFor(server, resource)[0]?.id === id),
      )
      .map((key) => `S5: ${label(key)} leaves ${resource} and is still used`)
  })

/** S8: a key stands once in an entry, and no more KMS keys are in a configuration than it has slots for. */
const overfull = (policy: Policy, entries: readonly ConfigurationEntry[]): readonly string[] => {
  const remote = new Set(
    entries.flatMap(({ keys }) =>
      keys.flatMap((key) => (key.provider === 'kmsv2' ? [key.fingerprint] : [])),
    ),
  )
  return [
    ...(remote.size > (policy.slots ?? Infinity) ? [`S8: ${remote.size} KMS keys at once`] : []),
    ...entries
      .filter(({ keys }) => new Set(keys.map(({ id }) => id)).size < keys.length)
      .map(({ keys }) => `S8: a key stands twice in ${listed(keys)}`),
  ]
}

/** Objects that are not under the key that the record of this moment holds as active. */
const notUnderActive = ({ objects, record, configuration }: Cluster): readonly string[] =>
  objects
    .filter(({ resource, key }) => {
      if (record === null || record.skipped.includes(resource)) return false
      const live = configuration?.entries ?? []
      return entriesOf(live, resource).some((at) => {
        const first = live[at]?.resources[0] ?? ''
        const recorded = record.entries.find(({ resources }) => resources.includes(first))
        return recorded !== undefined && recorded.activeKey.id !== key.id
      })
    })
    .map(({ resource, key }) => `${resource} under ${label(key)}`)

/** S3: a rotation is called complete, and users are told so, only when everything is under the active key. */
const falseCompletions = (
  before: Cluster,
  after: Cluster,
  decision: Decision,
): readonly string[] => {
  const newest = after.record?.history[0]
  const finishes = newest?.state === 'Completed' && before.record?.history[0]?.state === 'Migrating'
  const { effect } = decision
  const tells = effect?.kind === 'WriteRecord' || effect?.kind === 'WriteCondition'
  return finishes || (tells && effect.condition?.status === 'True')
    ? notUnderActive(after).map((each) => `S3: called complete with ${each}`)
    : []
}

export const broken = (cluster: Cluster): readonly string[] => [
  ...unreadable(cluster),
  ...unreadableWrites(cluster),
  ...forgotten(cluster),
]

export interface Step {
  readonly cluster: Cluster
  readonly decision: Decision
  readonly broken: readonly string[]
}

/**
 * One look, one decision, one write. What is written on a look at the present must be possible; what is written
 * on an older one may meet a precondition that no longer holds, and is not done.
 */
export const step =
  (policy: Policy) =>
  (cluster: Cluster, seen: Cluster, look: 'cached' | 'fresh'): Step => {
    const decision = decide(policy)(observe(seen, look))
    const { effect } = decision
    const next = effect === null ? cluster : perform(cluster, effect)
    if (next === null)
      return {
        cluster,
        decision,
        broken: seen === cluster ? [`S10: ${decision.row} asks for what cannot be`] : [],
      }
    return {
      cluster: next,
      decision,
      broken: [
        ...(effect?.kind === 'WriteConfiguration'
          ? [...earlyRemovals(cluster, effect.entries), ...overfull(policy, effect.entries)]
          : []),
        ...falseCompletions(cluster, next, decision),
        ...broken(next),
      ],
    }
  }

/** The wish names the resource, another one of its entry, or the entry itself. */
const isNamed = (cluster: Cluster, wish: Wish, resource: string): boolean => {
  const entries = cluster.configuration?.entries ?? []
  const serving = entriesOf(entries, resource)
  if (serving.some((at) => entries[at] !== undefined && isExclusion(entries[at])))
    return wish.resources.includes(resource)
  return (
    covers(wish.resources, resource) ||
    serving.some(
      (at) =>
        entries[at]?.resources.some((each) => wish.resources.includes(each)) === true ||
        wish.resources.some((each) => entriesOf(entries, each).includes(at)),
    )
  )
}

/** What is missing from the goal: everything served is under what is wished, and nothing else is left. */
export const missingFromGoal = (cluster: Cluster): readonly string[] => {
  const { record, configuration, wish, servers } = cluster
  if (wish === null) return ['nothing is wished']
  // What was adopted may hold anything that its keys read; users are told so.
  const adopted = cluster.condition?.reason === 'EvidenceMissing'
  const served = cluster.objects.filter(
    ({ resource, key }) => isServed(cluster, resource) && !(adopted && key.provider === 'identity'),
  )
  const sealed = ({ resource, key }: Cluster['objects'][number]): boolean =>
    isNamed(cluster, wish, resource)
      ? key.provider === wish.key.provider && keyMaterial(key) === keyMaterial(wish.key)
      : key.provider === 'identity'
  return [
    ...served
      .filter((object) => !sealed(object))
      .map(({ key }) => `an object is under ${label(key)}`),
    ...(record?.entries ?? []).flatMap(({ targetKey }) =>
      targetKey === null ? [] : [`${label(targetKey)} is still the target`],
    ),
    ...served.flatMap(({ resource, key }) => {
      const extra = (configuration === null ? [] : keysFor(configuration, resource)).filter(
        ({ id, provider }) => id !== key.id && provider !== 'identity',
      )
      const kept = record?.skipped.length !== 0
      return extra.length === 0 || kept ? [] : [`${listed(extra)} still read ${resource}`]
    }),
    ...servers.flatMap(({ hash }, at) =>
      hash === (configuration?.hash ?? '') ? [] : [`server ${at} runs another configuration`],
    ),
  ]
}

const keyMaterial = (key: Key): string => (key.provider === 'identity' ? '' : key.fingerprint)
