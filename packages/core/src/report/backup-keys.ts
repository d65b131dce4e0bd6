/**
 * Which keys a backup of a given time needs, so that what is in it can be read after a restore.
 *
 * A rotation that had completed by then says where everything was; epochs begun since then may have moved it
 * on. Where no such rotation is remembered, every configuration that is still known to be from before counts.
 */
import { type Key, sameKey } from '../key/key.js'
import type { Observation } from '../observation/observation.js'
import { type HistoryEntry, type Record, emptyRecord, epochOf, hasProof } from '../record/record.js'
import { moment } from './elapsed.js'
import { listed } from './phrases.js'

/** One key that the backup may need. */
export interface BackupKey {
  readonly key: Key
  /** For what, as the configuration names it. */
  readonly resources: readonly string[]
}

export interface BackupKeys {
  /** Each key once. Plaintext stands for an identity provider among the readers. */
  readonly keys: readonly BackupKey[]
  /** Whether these are known to be all. */
  readonly complete: boolean
  /** Why there may be more; empty if these are all. */
  readonly because: readonly string[]
}

/** Epochs begun by then, back to the newest that had completed, which is left out if none can be relied on. */
interface Past {
  readonly base: HistoryEntry | null
  readonly since: readonly HistoryEntry[]
}

const pastOf = ({ history, ...record }: Record, time: number): Past => {
  const begun = history.filter(({ startedTime }) => startedTime <= time)
  const at = begun.findIndex(
    ({ state, completionTime }) =>
      state === 'Completed' && completionTime !== null && completionTime <= time,
  )
  const base = begun[at]
  // What was adopted meanwhile is not covered by what had completed before.
  return base !== undefined && hasProof({ ...record, history: begun.slice(0, at + 1) })
    ? { base, since: begun.slice(0, at) }
    : { base: null, since: begun }
}

const fromHistory = (
  { base, since }: Past,
  history: readonly HistoryEntry[],
): readonly BackupKey[] => {
  // Where nothing that is remembered had begun, what the oldest epoch moved from was in use.
  const oldest = base === null && since.length === 0 ? history.slice(-1) : []
  return [
    ...(base?.plan ?? []).map(({ resources, to }) => ({ key: to, resources })),
    ...since.flatMap(({ plan }) =>
      plan.flatMap(({ resources, from, to }) => [from, to].map((key) => ({ key, resources }))),
    ),
    ...oldest.flatMap(({ plan }) => plan.map(({ resources, from }) => ({ key: from, resources }))),
  ]
}

const newestEnd = ({ history }: Record): number =>
  history.find(({ state }) => state === 'Completed')?.completionTime ?? 0

/** Keys that the record names now, where the time is one that it speaks of. */
const fromRecord = (record: Record, time: number): readonly BackupKey[] =>
  time < newestEnd(record)
    ? []
    : record.entries.flatMap(({ resources, activeKey, targetKey, older }) =>
        [activeKey, ...older, ...(time < epochOf(record) ? [] : [targetKey])].flatMap((key) =>
          key === null ? [] : [{ key, resources }],
        ),
      )

/** Whatever a configuration from before, or of nobody knows when, could read. */
const fromConfigurations = (
  { configuration, copies }: Observation,
  time: number,
): readonly BackupKey[] => {
  const live =
    configuration._tag === 'Known' && configuration.value !== null ? [configuration.value] : []
  const kept = copies._tag === 'Known' ? copies.value : []
  return [...live, ...kept]
    .filter(({ ordinal }) => ordinal === null || ordinal.epoch <= time)
    .flatMap(({ entries }) =>
      entries.flatMap(({ resources, keys }) => keys.map((key) => ({ key, resources }))),
    )
}

const merged = (found: readonly BackupKey[]): readonly BackupKey[] =>
  found
    .filter(({ key }, at) => found.findIndex((other) => sameKey(other.key, key)) === at)
    .map(({ key }) => ({
      key,
      resources: [
        ...new Set(found.flatMap((each) => (sameKey(each.key, key) ? each.resources : []))),
      ],
    }))

/**
 * The keys that a backup of `time` (unix seconds) needs.
 *
 * @example
 * import { keysOfBackup, nothingSeen } from '@keyroll/core'
 *
 * const answer = keysOfBackup(1764590000)(nothingSeen(1764600000))
 * assert.equal(answer.complete, false)
 * assert.deepEqual(answer.because, ['the record cannot be read: not observed'])
 */
export const keysOfBackup =
  (time: number) =>
  (observation: Observation): BackupKeys => {
    if (observation.record._tag === 'Unknown')
      return {
        keys: merged(fromConfigurations(observation, time)),
        complete: false,
        because: [`the record cannot be read: ${observation.record.reason}`],
      }
    const record = observation.record.value ?? emptyRecord
    const past = pastOf(record, time)
    const { base } = past
    const skipped = time < newestEnd(record) ? [] : record.skipped
    const because = [
      ...(base === null
        ? [
            `no rotation is remembered that had completed by ${moment(time)}: other keys may be needed too`,
          ]
        : []),
      ...(skipped.length > 0
        ? [`${listed(skipped)} had been skipped: data there may be under earlier keys`]
        : base?.message != null
          ? [`the rotation that had completed by then says: ${base.message}`]
          : []),
    ]
    return {
      keys: merged([
        ...fromHistory(past, record.history),
        ...fromRecord(record, time),
        ...(base === null ? fromConfigurations(observation, time) : []),
      ]),
      complete: because.length === 0,
      because,
    }
  }
