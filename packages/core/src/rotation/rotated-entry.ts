/**
 * One entry of the configuration as the rotation sees it: what the record says, what is live, what is
 * wished. Guards that say "equals" hold for every rotated entry, those that say "differs" for one.
 */
import {
  type ConfigurationEntry,
  isExclusion,
  reads,
  writerOf,
} from '../configuration/configuration.js'
import { covers, entriesOf } from '../configuration/lookup.js'
import { dataReaders } from '../configuration/steps.js'
import { type Key, Plaintext, isKms, isPlaintext, sealingKey } from '../key/key.js'
import { type Wish, isWished } from '../observation/wish.js'
import type { RecordEntry } from '../record/record.js'

export interface RotatedEntry {
  readonly resources: readonly string[]
  readonly active: Key
  readonly target: Key | null
  readonly older: readonly Key[]
  /** Null: the live configuration has no such entry. */
  readonly live: ConfigurationEntry | null
  /** Index of `live` among the live entries; -1 without one. */
  readonly at: number
  /** What the wish asks for; null: nothing is wished, or not known. */
  readonly wished: Key | null
}

const sameResources = (a: readonly string[], b: readonly string[]): boolean =>
  a === b || (a.length === b.length && a.every((resource, at) => resource === b[at]))

type Listing = Pick<ConfigurationEntry, 'resources'>

/** Whether the wish names one of the entry's resources, or one that the entry serves: it is never split. */
const isNamed = (wish: Wish, list: readonly Listing[], at: number, of: Listing): boolean => {
  for (const resource of of.resources) if (wish.resources.includes(resource)) return true
  return (
    of.resources.some((resource) => covers(wish.resources, resource)) ||
    wish.resources.some((resource) => entriesOf(list, resource).includes(at))
  )
}

/** What the wish asks for an entry: its key if it names it, else plaintext. */
const wishFor = (
  wish: Wish | null,
  list: readonly Listing[],
  at: number,
  of: Listing,
): Key | null => {
  if (wish === null) return null
  return isNamed(wish, list, at, of) ? wish.key : Plaintext
}

/** The live entry that a recorded one speaks of: the same list, else the one that holds its first resource. */
const indexIn = (
  live: readonly ConfigurationEntry[],
  resources: readonly string[],
  from: number,
): number => {
  for (let step = 0; step < live.length; step += 1) {
    const at = (from + step) % live.length
    const entry = live[at]
    if (entry !== undefined && sameResources(entry.resources, resources)) return at
  }
  const first = resources[0]
  return first === undefined ? -1 : live.findIndex((entry) => entry.resources.includes(first))
}

/** The recorded entries, each beside its live one. Equal lists are matched in their order. */
export const recordedEntries = (
  recorded: readonly RecordEntry[],
  live: readonly ConfigurationEntry[],
  wish: Wish | null,
): readonly RotatedEntry[] => {
  const entries: RotatedEntry[] = []
  let from = 0
  for (const [index, { resources, activeKey, targetKey, older }] of recorded.entries()) {
    const at = live.length === 0 ? -1 : indexIn(live, resources, from)
    if (at >= 0) from = at + 1
    entries.push({
      resources,
      active: activeKey,
      target: targetKey,
      older,
      live: live[at] ?? null,
      at,
      wished:
        live.length === 0
          ? wishFor(wish, recorded, index, { resources })
          : wishFor(wish, live, at, { resources }),
    })
  }
  return entries
}

/**
 * Whether an entry takes part: it reads a sealing key, the wish names it, or it serves a resource together
 * with one that takes part. Identity alone is an exclusion.
 */
const takesPart = (
  entry: ConfigurationEntry,
  live: readonly ConfigurationEntry[],
  wish: Wish | null,
): boolean =>
  !isExclusion(entry) ||
  entry.resources.some(
    (resource) =>
      (wish !== null && !isPlaintext(wish.key) && wish.resources.includes(resource)) ||
      live.some((other) => !isExclusion(other) && other.resources.includes(resource)),
  )

/** The live entries that take part, or did so far, as an empty record would take them over. */
export const liveEntries = (
  live: readonly ConfigurationEntry[],
  wish: Wish | null,
  soFar: readonly RotatedEntry[] = [],
): readonly RotatedEntry[] =>
  live.flatMap((entry, at) =>
    takesPart(entry, live, wish) || soFar.some((each) => each.at === at)
      ? [
          {
            resources: entry.resources,
            active: writerOf(entry),
            target: null,
            older: dataReaders(entry),
            live: entry,
            at,
            wished: wishFor(wish, live, at, entry),
          },
        ]
      : [],
  )

/** Under a wildcard of an entry that takes part: a new entry would take the resource away from its keys. */
const isServed = (
  entries: readonly RotatedEntry[],
  live: readonly ConfigurationEntry[],
  resource: string,
): boolean =>
  live.length === 0
    ? entriesOf(entries, resource).length > 0
    : entriesOf(live, resource).some((at) => entries.some((entry) => entry.at === at))

/** Entries that only the wish brings in: live ones that were left alone, and one for resources new to the file. */
export const joiningEntries = (
  entries: readonly RotatedEntry[],
  live: readonly ConfigurationEntry[],
  wish: Wish | null,
): readonly RotatedEntry[] => {
  if (wish === null || isPlaintext(wish.key)) return []
  const missing = wish.resources.filter(
    (resource) =>
      !entries.some((entry) => entry.resources.includes(resource)) &&
      !isServed(entries, live, resource),
  )
  if (missing.length === 0) return []
  const known = liveEntries(
    live.filter((entry) => entry.resources.some((resource) => missing.includes(resource))),
    wish,
  ).map((entry) => ({
    ...entry,
    at: live.findIndex((each) => each === entry.live),
  }))
  const unlisted = missing.filter(
    (resource) => !known.some((entry) => entry.resources.includes(resource)),
  )
  return unlisted.length === 0
    ? known
    : [
        ...known,
        {
          resources: unlisted,
          active: Plaintext,
          target: null,
          older: [],
          live: null,
          at: -1,
          wished: wish.key,
        },
      ]
}

/**
 * The wished key as the entry would hold it. KMS provider names are unique in a file, so the same KMS key
 * has another name in each entry: `n`, `n-2`, `n-3`.
 */
export const nameTargets = (entries: readonly RotatedEntry[]): readonly Key[] => {
  const taken = new Set(
    entries.flatMap(({ live, active }) => [active, ...(live?.keys ?? [])]).flatMap(kmsName),
  )
  return entries.map(({ wished, active, live }) => {
    if (wished === null || isPlaintext(wished) || !isKms(wished)) return wished ?? active
    const held = [active, ...(live?.keys ?? [])].find((key) => isWished(wished, key))
    if (held !== undefined) return held
    let name = wished.name
    for (let count = 2; taken.has(name); count += 1) name = `${wished.name}-${count}`
    taken.add(name)
    return sealingKey(wished.provider, name, wished.fingerprint)
  })
}

const kmsName = (key: Key): readonly string[] => (!isPlaintext(key) && isKms(key) ? [key.name] : [])

/** Whether every key that the entry must read is there. */
export const readsAll = (entry: RotatedEntry): boolean =>
  entry.live !== null &&
  reads(entry.live, entry.active) &&
  (entry.target === null || reads(entry.live, entry.target)) &&
  entry.older.every((key) => entry.live !== null && reads(entry.live, key))
