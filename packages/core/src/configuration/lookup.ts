/**
 * Which entries serve a resource: exact name, else `*.<group>`, else `*.*`, else none.
 *
 * Source: kube-apiserver. Where several entries name the same resource, their lists are read one after the
 * other and the first one writes.
 */
import type { Key } from '../key/key.js'
import type { ConfigurationEntry } from './configuration.js'

type Listing = Pick<ConfigurationEntry, 'resources'>

/** `deployments.apps` is split at its first dot; `secrets.` is `secrets` of the core group. */
const parts = (resource: string): readonly [string, string] => {
  const dot = resource.indexOf('.')
  return dot < 0 ? [resource, ''] : [resource.slice(0, dot), resource.slice(dot + 1)]
}

const naming = (entries: readonly Listing[], name: string, group: string): readonly number[] =>
  entries.flatMap(({ resources }, at) =>
    resources.some((each) => {
      const [itsName, itsGroup] = parts(each)
      return itsName === name && itsGroup === group
    })
      ? [at]
      : [],
  )

/**
 * The indexes of the entries whose keys serve a group-resource.
 *
 * @example
 * import { Plaintext, entriesOf } from '@keyroll/core'
 *
 * const entries = [
 *   { resources: ['*.apps'], keys: [Plaintext] },
 *   { resources: ['*.*'], keys: [Plaintext] },
 * ]
 * assert.deepEqual(entriesOf(entries, 'deployments.apps'), [0])
 * assert.deepEqual(entriesOf(entries, 'secrets'), [1])
 */
export const entriesOf = (entries: readonly Listing[], resource: string): readonly number[] => {
  const [name, group] = parts(resource)
  const exact = naming(entries, name, group)
  if (exact.length > 0) return exact
  const byGroup = naming(entries, '*', group)
  return byGroup.length > 0 ? byGroup.slice(0, 1) : naming(entries, '*', '*').slice(0, 1)
}

/** Whether a list of resources holds one, by its name or under a wildcard. */
export const covers = (resources: readonly string[], resource: string): boolean =>
  resources.includes(resource) || entriesOf([{ resources }], resource).length > 0

/** The keys that serve a group-resource, in reading order; the first one writes. Empty: not configured. */
export const lookup =
  (entries: readonly ConfigurationEntry[]) =>
  (resource: string): readonly Key[] =>
    entriesOf(entries, resource).flatMap((at) => entries[at]?.keys ?? [])
