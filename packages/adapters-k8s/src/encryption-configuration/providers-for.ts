/**
 * The keys that serve a resource in a configuration.
 */
import { type Configuration, type Key, lookup } from '@keyroll/core'

/**
 * The keys for a resource of a group (empty: the core group), in reading order; the first one writes.
 *
 * Empty: the configuration does not name it, so it is stored as plaintext.
 *
 * @example
 * import { Plaintext } from '@keyroll/core'
 * import { providersFor } from '@keyroll/adapters-k8s'
 *
 * const keysFor = providersFor({ entries: [{ resources: ['*.apps'], keys: [Plaintext] }] })
 * assert.deepEqual(keysFor('deployments', 'apps'), [Plaintext])
 * assert.deepEqual(keysFor('secrets', ''), [])
 */
export const providersFor = ({
  entries,
}: Pick<Configuration, 'entries'>): ((resource: string, group: string) => readonly Key[]) => {
  const keysOf = lookup(entries)
  return (resource, group) => keysOf(group === '' ? resource : `${resource}.${group}`)
}
