/**
 * Publishing a configuration: keep a copy of what stands, keep a copy of what comes, then write.
 *
 * No key is ever only in an object that a pod mounts, or only in one that has just been overwritten.
 */
import type { ConfigurationEntry } from '../configuration/configuration.js'
import { type Ordinal, compareOrdinals, sameOrdinal } from '../configuration/ordinal.js'
import type { KeptCopy } from '../observation/observation.js'
import type { ConfigurationChange } from './effect.js'
import { gate } from './gate.js'
import { type Outcome, does, holds } from './outcome.js'
import type { Situation } from './situation.js'

const sameEntries = (a: readonly ConfigurationEntry[], b: readonly ConfigurationEntry[]): boolean =>
  a.length === b.length &&
  a.every(
    (entry, at) =>
      entry.resources.length === b[at]?.resources.length &&
      entry.resources.every((resource, each) => resource === b[at]?.resources[each]) &&
      entry.keys.length === b[at].keys.length &&
      entry.keys.every(({ id }, each) => id === b[at]?.keys[each]?.id),
  )

const after = (ordinal: Ordinal | null, epoch: number): Ordinal =>
  ordinal === null || ordinal.epoch < epoch
    ? { epoch, step: 1 }
    : { epoch: ordinal.epoch, step: ordinal.step + 1 }

/** The ordinal for the next write: that of a copy already kept for it, else the next step above all. */
const nextOrdinal = (
  s: Situation,
  copies: readonly KeptCopy[],
  entries: readonly ConfigurationEntry[],
): Ordinal => {
  const kept = copies.find(
    ({ ordinal, entries: held }) =>
      ordinal !== null &&
      ordinal.epoch >= s.epoch &&
      (s.highest === null || compareOrdinals(ordinal, s.highest) > 0) &&
      sameOrdinal(ordinal, s.highestCopy) &&
      sameEntries(held, entries),
  )
  if (kept !== undefined && kept.ordinal !== null) return kept.ordinal
  const { highest, highestCopy } = s
  const above =
    highest === null || (highestCopy !== null && compareOrdinals(highest, highestCopy) < 0)
      ? highestCopy
      : highest
  return after(above, s.epoch)
}

/** Writes `entries` as the next configuration, by way of the copies. */
export const publish = (
  s: Situation,
  change: ConfigurationChange,
  entries: readonly ConfigurationEntry[],
): Outcome => {
  const { copies } = s.observation
  if (copies._tag === 'Unknown') return holds(gate('ConfigurationUnknown', [copies.reason]))
  const { live } = s
  if (live !== null && !copies.value.some(({ hash }) => hash === live.hash))
    return does({
      kind: 'KeepCopy',
      of: 'live',
      ordinal: live.ordinal,
      hash: live.hash,
      entries: live.entries,
    })
  const ordinal = nextOrdinal(s, copies.value, entries)
  if (
    !copies.value.some(
      (copy) => sameOrdinal(copy.ordinal, ordinal) && sameEntries(copy.entries, entries),
    )
  )
    return does({ kind: 'KeepCopy', of: 'next', ordinal, hash: null, entries })
  return does({
    kind: 'WriteConfiguration',
    change,
    ordinal,
    entries,
    expectedVersion: live?.version ?? null,
  })
}
