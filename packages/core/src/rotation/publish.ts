/**
 * Publishing a configuration: keep a copy of what stands, keep a copy of what comes, then write.
 *
 * No key is ever only in an object that a pod mounts, or only in one that has just been overwritten.
 */
import { type ConfigurationEntry, trailingPlaintext } from '../configuration/configuration.js'
import { type Ordinal, compareOrdinals, sameOrdinal } from '../configuration/ordinal.js'
import { withReaders, withWriter, without } from '../configuration/steps.js'
import { type Key, Plaintext } from '../key/key.js'
import type { KeptCopy } from '../observation/observation.js'
import type { ConfigurationChange, Effect } from './effect.js'
import { type Gate, gate } from './gate.js'
import type { RotatedEntry } from './rotated-entry.js'
import type { Situation } from './situation.js'

/** What a row comes to: a gate, an effect, or neither. */
export interface Outcome {
  readonly gate: Gate | null
  readonly effect: Effect | null
}

export const nothing: Outcome = { gate: null, effect: null }
export const holds = (held: Gate): Outcome => ({ gate: held, effect: null })
export const does = (effect: Effect): Outcome => ({ gate: null, effect })

const sameEntries = (
  a: readonly ConfigurationEntry[],
  b: readonly ConfigurationEntry[],
): boolean =>
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
    return does({ kind: 'KeepCopy', of: 'live', ordinal: live.ordinal, hash: live.hash, entries: live.entries })
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

/** The base entries with the rotated ones changed, and those that the base lacks appended. */
const change = (
  base: readonly ConfigurationEntry[],
  entries: readonly RotatedEntry[],
  keysOf: (keys: readonly Key[], entry: RotatedEntry, index: number) => readonly Key[],
): readonly ConfigurationEntry[] => [
  ...base.map((each, at) => {
    const index = entries.findIndex((entry) => entry.at === at)
    const entry = entries[index]
    return entry === undefined
      ? each
      : { resources: each.resources, keys: keysOf(each.keys, entry, index) }
  }),
  ...entries.flatMap((entry, index) =>
    entry.at >= 0
      ? []
      : [{ resources: entry.resources, keys: keysOf([entry.active], entry, index) }],
  ),
]

const asked = (entry: RotatedEntry): readonly Key[] => [
  ...(entry.target === null ? [] : [entry.target]),
  entry.active,
  ...entry.older,
]

/** Targets of cancelled or replaced epochs that this chain added and nothing was written with. */
export const cancelledTargets = (s: Situation): readonly (readonly Key[])[] => {
  const start = s.hasTarget ? 1 : 0
  const chain = s.record.history.slice(start)
  const ended = chain.findIndex(({ state }) => state !== 'Interrupted')
  const plans = (ended < 0 ? chain : chain.slice(0, ended)).flatMap(({ plan }) => plan)
  return s.entries.map((entry) => {
    const stays = entry.live === null ? null : trailingPlaintext(entry.live)
    const needed = asked(entry)
    return plans
      .filter(({ resources }) => resources[0] === entry.resources[0])
      .map(({ to }) => to)
      .filter((to) => to.id !== stays?.id && !needed.some(({ id }) => id === to.id))
  })
}

/** The same writers, everything that the record asks for behind them, less what was replaced. */
export const withAskedReaders = (s: Situation): readonly ConfigurationEntry[] => {
  const cancelled = cancelledTargets(s)
  return change(s.live?.entries ?? [], s.entries, (keys, entry, index) =>
    withReaders(without(keys, cancelledButWriter(keys, cancelled[index] ?? [])), asked(entry)),
  )
}

/** A writer never leaves with the cancelled ones, whatever the record says. */
const cancelledButWriter = (keys: readonly Key[], cancelled: readonly Key[]): readonly Key[] =>
  cancelled.filter(({ id }) => id !== keys[0]?.id)

/** The live configuration without the targets that were cancelled. */
export const withoutCancelled = (s: Situation): readonly ConfigurationEntry[] => {
  const cancelled = cancelledTargets(s)
  return change(s.live?.entries ?? [], s.entries, (keys, _, index) =>
    without(keys, cancelledButWriter(keys, cancelled[index] ?? [])),
  )
}

/** The target first, all others behind it in their order. */
export const promoted = (s: Situation): readonly ConfigurationEntry[] =>
  change(s.live?.entries ?? [], s.entries, (keys, entry) =>
    entry.target === null ? keys : withWriter(keys, entry.target),
  )

/** The live configuration without the readers that may leave. */
export const dropped = (s: Situation): readonly ConfigurationEntry[] =>
  change(s.live?.entries ?? [], s.entries, (keys, _, index) =>
    without(keys, s.leaving[index] ?? []),
  )

/**
 * A configuration from memory: the active writer, then all that the record, the newest copy and a stale
 * configuration know of, plaintext last. No key that data may be under is left out.
 */
export const rebuilt = (s: Situation): readonly ConfigurationEntry[] => {
  const copies = s.observation.copies._tag === 'Known' ? s.observation.copies.value : []
  const newest =
    copies.find(({ ordinal }) => ordinal !== null && sameOrdinal(ordinal, s.highestCopy)) ??
    copies[0]
  const base = newest?.entries ?? s.live?.entries ?? []
  const remembered = (first: string | undefined): readonly Key[] =>
    [...(newest?.entries ?? []), ...(s.live?.entries ?? [])]
      .filter(({ resources }) => first !== undefined && resources.includes(first))
      .flatMap(({ keys }) => keys)
  const placed = s.entries.map((entry) => ({
    ...entry,
    at: base.findIndex(({ resources }) => resources.includes(entry.resources[0] ?? '')),
  }))
  return change(base, placed, (_, entry) =>
    withReaders([entry.active], [...asked(entry), ...remembered(entry.resources[0]), Plaintext]),
  )
}
