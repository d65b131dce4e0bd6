/**
 * A census: how many stored values begin with which prefix, per resource. The one proof that outranks all
 * others.
 */
import type { CensusLine } from '@keyroll/core'
import { type Sealed, prefixOf } from './sealed.js'

/** A stored value, with the group-resource that it belongs to. */
export interface Stored {
  readonly resource: string
  readonly value: Sealed
}

/**
 * Counts all values: one line per resource, in the order in which resources first appear.
 *
 * @example
 * import { census } from '@keyroll/adapters-fake'
 *
 * const value = { _tag: 'Wire', bytes: Uint8Array.of(107, 56, 115, 0) } as const
 * const stored = [{ resource: 'secrets', value }, { resource: 'secrets', value }]
 * assert.deepEqual(census(stored), [{ resource: 'secrets', prefixes: { identity: 2 } }])
 */
export const census = (stored: Iterable<Stored>): readonly CensusLine[] => {
  const counts = new Map<string, Map<string, number>>()
  for (const { resource, value } of stored) {
    const line = counts.get(resource) ?? new Map<string, number>()
    const prefix = prefixOf(value)
    counts.set(resource, line.set(prefix, (line.get(prefix) ?? 0) + 1))
  }
  return [...counts].map(([resource, line]) => ({ resource, prefixes: Object.fromEntries(line) }))
}
