/**
 * The record as each row wants it next, from the situation at hand.
 */
import { dataReaders } from '../configuration/steps.js'
import { writerOf } from '../configuration/configuration.js'
import { type Key, isPlaintext } from '../key/key.js'
import { isWished } from '../observation/wish.js'
import { type Record, type RecordEntry, seenRestored } from '../record/record.js'
import { advance, adopt, begin, cancel, finish } from '../record/steps.js'
import { servesSkipped } from './leaving.js'
import { wasPromoted } from './promoted-copy.js'
import { type RotatedEntry, liveEntries, nameTargets } from './rotated-entry.js'
import type { Situation } from './situation.js'

type Begun = 'ReadOnlyDeploy' | 'WritePromote'

const others = (entry: RotatedEntry, ...known: readonly (Key | null)[]): readonly Key[] =>
  entry.live === null
    ? []
    : entry.live.keys.filter(({ id }) => !known.some((key) => key?.id === id))

/** Live readers that the chain must carry: those of the record, and all others that are live now. */
const carried = (entry: RotatedEntry, active: Key): readonly Key[] =>
  others(entry, active).filter(
    (key, at, all) => !(isPlaintext(key) && at === all.length - 1 && !isPlaintext(active)),
  )

const beginning = (
  s: Situation,
  entries: readonly RecordEntry[],
  state: Begun,
  message: string,
): Record => begin(s.record, { entries, state, epoch: s.newEpoch, now: s.observation.now, message })

/** A wish is followed: the other live keys are remembered, the target too if it was live. */
export const started = (s: Situation): Record => {
  const entries = [...s.entries, ...s.joining]
  const targets = nameTargets(entries)
  return beginning(
    s,
    entries.map((entry, at) => ({
      resources: entry.resources,
      activeKey: entry.active,
      targetKey: targets[at] ?? entry.active,
      older: carried(entry, entry.active),
    })),
    'ReadOnlyDeploy',
    'the wish names another key',
  )
}

/** Another wish before the commit: what was live when the chain began stays remembered. */
export const replaced = (s: Situation): Record => {
  const targets = nameTargets(s.entries)
  return beginning(
    s,
    s.entries.map(({ resources, active, older }, at) => ({
      resources,
      activeKey: active,
      targetKey: targets[at] ?? active,
      older,
    })),
    'ReadOnlyDeploy',
    'replaced by another wish before the commit',
  )
}

/** The wish is the active key again, before the commit. */
export const cancelled = (s: Situation): Record => cancel(s.record, s.newEpoch, s.observation.now)

/** The wish is the active key again, after the commit: both keys swap. */
export const reversed = (s: Situation): Record =>
  beginning(
    s,
    s.entries.map(({ resources, active, target, older }) => ({
      resources,
      activeKey: target ?? active,
      targetKey: active,
      older,
    })),
    'WritePromote',
    'reversed: the wish is the former key again',
  )

/** The same keys under a new epoch. */
const again = (s: Situation, state: Begun, message: string): Record =>
  beginning(
    s,
    s.record.entries.map((entry) => ({ ...entry, targetKey: entry.targetKey ?? entry.activeKey })),
    state,
    message,
  )

/** As committed as before, or as a copy shows that it was. */
export const afterLoss = (s: Situation): Record =>
  again(
    s,
    s.hasTarget && !s.committed && !wasPromoted(s) ? 'ReadOnlyDeploy' : 'WritePromote',
    'the configuration was lost',
  )

export const voided = (s: Situation): Record =>
  again(
    s,
    'WritePromote',
    'a server may have run on an older configuration since the migration began',
  )

/** Everything is to be rewritten under the key that is active. */
export const reencrypted = (s: Situation): Record =>
  beginning(
    s,
    s.entries.map((entry) => ({
      resources: entry.resources,
      activeKey: entry.active,
      targetKey: entry.active,
      older: carried(entry, entry.active),
    })),
    'WritePromote',
    'rewriting everything under the active key',
  )

const fromLive = (s: Situation): readonly RotatedEntry[] =>
  liveEntries(s.live?.entries ?? [], s.wish, s.entries)

/** Two or more data keys are live and nothing tells the direction: the writer is where it goes. */
export const rebuiltFromLive = (s: Situation): Record =>
  beginning(
    s,
    fromLive(s).map((entry) => {
      const readers = entry.live === null ? [] : dataReaders(entry.live)
      const former = isPlaintext(entry.active) ? entry.active : (readers[0] ?? entry.active)
      return {
        resources: entry.resources,
        activeKey: former,
        targetKey: entry.active,
        older: readers.filter(({ id }) => id !== former.id),
      }
    }),
    'WritePromote',
    'rebuilt from the live configuration',
  )

/** The live configuration's writers are taken as active. */
export const adopted = (s: Situation): Record =>
  adopt(
    s.record,
    fromLive(s).map((entry) => ({
      resources: entry.resources,
      activeKey: entry.active,
      targetKey: null,
      older: entry.older,
    })),
    s.highest === null && s.highestCopy?.epoch === undefined ? null : s.newEpoch,
    s.observation.now,
  )

/** Older data may be under the backup key: it is added and everything is rewritten. */
export const fromBackupKey = (s: Situation, backup: Key): Record =>
  beginning(
    s,
    fromLive(s).map((entry) => ({
      resources: entry.resources,
      activeKey: backup,
      targetKey: entry.active,
      older: [],
    })),
    'WritePromote',
    'data may be under the backup key',
  )

/** Nothing is stored yet: the wish is active at once. */
export const initialized = (s: Situation): Record => {
  const entries = [...s.entries, ...s.joining]
  const keys = nameTargets(entries)
  const begun = beginning(
    s,
    entries.map(({ resources, active }, at) => ({
      resources,
      activeKey: keys[at] ?? active,
      targetKey: keys[at] ?? active,
      older: [],
    })),
    'WritePromote',
    'nothing was stored yet',
  )
  return finish(begun, {
    now: s.observation.now,
    skipped: [],
    keepsReaders: [],
    revision: null,
  })
}

/** The live writer is the target, or the wish: record as committed what is already written with. */
export const committedAsLive = (s: Situation): Record =>
  s.hasTarget
    ? advance(s.record, 'WritePromote')
    : beginning(
        s,
        s.entries.map((entry) => {
          const writer = entry.live === null ? entry.active : writerOf(entry.live)
          return {
            resources: entry.resources,
            activeKey: entry.active,
            targetKey: writer,
            older: others(entry, entry.active, writer).filter((key) => !isPlaintext(key)),
          }
        }),
        'WritePromote',
        'the live configuration already writes with the wished key',
      )

export const committed = (s: Situation): Record => advance(s.record, 'WritePromote')

export const migrating = (s: Situation): Record => advance(s.record, 'Migrating')

/** Etcd is older than the last finish: remembered, since its revision grows again. */
export const restored = (s: Situation): Record => ({
  ...s.record,
  finishedRevision: seenRestored,
})

/** All evidence is in. */
export const finished = (s: Situation): Record => {
  const skipped = s.observation.resources
    .filter((_, at) => s.progress[at]?._tag === 'Absent')
    .map(({ resource }) => resource)
  const { etcdRevision, now } = s.observation
  return finish(s.record, {
    now,
    skipped,
    keepsReaders: servesSkipped(s.entries, s.live?.entries ?? [], skipped),
    revision: etcdRevision._tag === 'Known' ? etcdRevision.value : null,
  })
}

/** Whether the wish is what the record would then hold as active, in every entry. */
export const satisfies = (s: Situation, record: Record): boolean =>
  s.wish !== null &&
  s.joining.length === 0 &&
  record.entries.every(({ activeKey }, at) => {
    const wished = s.entries[at]?.wished
    return wished !== null && wished !== undefined && isWished(wished, activeKey)
  })
