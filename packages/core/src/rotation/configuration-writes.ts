/**
 * The configuration as each row wants it next, from the situation at hand.
 */
import {
  type ConfigurationEntry,
  trailingPlaintext,
  writerOf,
} from '../configuration/configuration.js'
import { covers } from '../configuration/lookup.js'
import { sameOrdinal } from '../configuration/ordinal.js'
import { withReaders, withWriter, without } from '../configuration/steps.js'
import { type Key, Plaintext } from '../key/key.js'
import { readableInSight } from './guards/in-state.js'
import type { RotatedEntry } from './rotated-entry.js'
import type { Situation } from './situation.js'

/** A new entry stands before the first wildcard that covers it: kube-apiserver refuses it behind one. */
const withEntry = (
  list: readonly ConfigurationEntry[],
  entry: ConfigurationEntry,
): readonly ConfigurationEntry[] => {
  const masked = list.findIndex(({ resources }) =>
    entry.resources.some((resource) => covers(resources, resource)),
  )
  const at = masked < 0 ? list.length : masked
  return [...list.slice(0, at), entry, ...list.slice(at)]
}

/** The base entries with the rotated ones changed, and those that the base lacks added. */
const change = (
  base: readonly ConfigurationEntry[],
  entries: readonly RotatedEntry[],
  keysOf: (keys: readonly Key[], entry: RotatedEntry, index: number) => readonly Key[],
): readonly ConfigurationEntry[] => {
  const changed = base.map((each, at) => {
    const index = entries.findIndex((entry) => entry.at === at)
    const entry = entries[index]
    return entry === undefined
      ? each
      : { resources: each.resources, keys: keysOf(each.keys, entry, index) }
  })
  return entries.reduce<readonly ConfigurationEntry[]>(
    (list, entry, index) =>
      entry.at >= 0
        ? list
        : withEntry(list, {
            resources: entry.resources,
            keys: keysOf([entry.active], entry, index),
          }),
    changed,
  )
}

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

/**
 * The same writers, everything that the record asks for behind them, less what was replaced. A writer that a
 * hand put there and that something in sight cannot read steps behind the active key until it is promoted.
 */
export const withAskedReaders = (s: Situation): readonly ConfigurationEntry[] => {
  const cancelled = cancelledTargets(s)
  const liveWriters = readableInSight(s, ({ live }) => [live === null ? null : writerOf(live)])
  return change(s.live?.entries ?? [], s.entries, (keys, entry, index) => {
    const next = withReaders(
      without(keys, cancelledButWriter(keys, cancelled[index] ?? [])),
      asked(entry),
    )
    return liveWriters ? next : withWriter(next, entry.active)
  })
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

/** What everything in sight can read: the target once it is committed, the active key before. */
const readableWriter = (s: Situation, { active, target }: RotatedEntry): Key =>
  s.committed && target !== null ? target : active

/**
 * A configuration from memory: a writer that is readable everywhere, then all that the record, the newest copy
 * and a stale configuration know of, plaintext last. No key that data may be under is left out.
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
    withReaders(
      [readableWriter(s, entry)],
      [...asked(entry), ...remembered(entry.resources[0]), Plaintext],
    ),
  )
}
