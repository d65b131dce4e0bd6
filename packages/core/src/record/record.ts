/**
 * The record: which key the stored data is under, which one it is moving to, and how it got there.
 *
 * It is the only memory of the protocol. It is read and written by compare-and-swap on `version`.
 */
import { type Key, sameKey } from '../key/key.js'

/** What the record knows of one entry of the configuration; entries are never split. */
export interface RecordEntry {
  /** As the configuration names them. */
  readonly resources: readonly string[]
  /** All data of the resources is held to be under this key, or under one of `older`, or the target. */
  readonly activeKey: Key
  /** Null: no rotation runs. Set in every entry, or in none. */
  readonly targetKey: Key | null
  /**
   * Readers that were live when the chain of epochs began, active and target apart.
   * Carried through replace, cancel, void and reverse; cleared by the finish, except for what a skipped
   * resource still needs.
   */
  readonly older: readonly Key[]
}

/** One line of a plan: what moves from which key to which. */
export interface PlanItem {
  readonly resources: readonly string[]
  readonly from: Key
  readonly to: Key
}

/** A rotation as a list. A resource that is new to the file comes from `Plaintext`. */
export type Plan = readonly PlanItem[]

export type HistoryState =
  'ReadOnlyDeploy' | 'WritePromote' | 'Migrating' | 'Completed' | 'Interrupted'

/** One epoch. */
export interface HistoryEntry {
  readonly plan: Plan
  readonly state: HistoryState
  /** The epoch, unix seconds. */
  readonly startedTime: number
  /** Unix seconds, at or after `startedTime`; null while it runs. */
  readonly completionTime: number | null
  /** For people: why it was interrupted, what was skipped. */
  readonly message: string | null
}

export interface Record {
  /** The resourceVersion that a write must name; empty when the record does not exist yet. */
  readonly version: string
  readonly entries: readonly RecordEntry[]
  /** Newest first, at most 5, the newest `Completed` never trimmed. */
  readonly history: readonly HistoryEntry[]
  /** Resources that a completed rotation left out because they were proven absent. */
  readonly skipped: readonly string[]
  /**
   * The revision of etcd at the last finish; null when it was not known. `seenRestored` once etcd was found
   * below it: ordinary writes never reach that, so the hold stays until a person sets it to null.
   */
  readonly finishedRevision: number | null
}

/** The `finishedRevision` of a record whose etcd was restored to before the finish. */
export const seenRestored = Number.MAX_SAFE_INTEGER

/** A record that holds nothing yet. */
export const emptyRecord: Record = Object.freeze({
  version: '',
  entries: [],
  history: [],
  skipped: [],
  finishedRevision: null,
})

/** The epoch of the newest entry; 0 without one. */
export const epochOf = (record: Record): number => record.history[0]?.startedTime ?? 0

/** Whether a rotation is recorded and has not finished. */
export const hasTarget = (record: Record): boolean =>
  record.entries.length > 0 && record.entries[0]?.targetKey !== null

/**
 * Whether a completed rotation speaks for the active key. What was adopted from a live configuration is not
 * covered by anything that had completed before.
 */
export const hasProof = ({ history }: Record): boolean => {
  for (const { state, plan } of history) {
    if (state === 'Completed') return true
    if (state === 'Interrupted' && plan.every(({ from, to }) => sameKey(from, to))) return false
  }
  return false
}

/** Past the commit point: the target may already be written, so it can only go forward or reverse. */
export const isCommitted = (record: Record): boolean => {
  const state = record.history[0]?.state
  return hasTarget(record) && (state === 'WritePromote' || state === 'Migrating')
}
