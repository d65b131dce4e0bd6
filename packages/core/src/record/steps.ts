/**
 * How the record changes: each step is one compare-and-swap. An epoch that replaces a running one marks it
 * `Interrupted` in the same write.
 */
import type { HistoryEntry, HistoryState, Plan, Record, RecordEntry } from './record.js'
import { hasTarget } from './record.js'

const kept = 5

/** The newest 5 entries, and the newest `Completed` however old it is. */
export const trim = (history: readonly HistoryEntry[]): readonly HistoryEntry[] => {
  if (history.length <= kept) return history
  const recent = history.slice(0, kept)
  if (recent.some(({ state }) => state === 'Completed')) return recent
  const completed = history.find(({ state }) => state === 'Completed')
  return completed === undefined ? recent : [...recent.slice(0, kept - 1), completed]
}

/** What the entries with a target move. */
const planOf = (entries: readonly RecordEntry[]): Plan =>
  entries.map(({ resources, activeKey, targetKey }) => ({
    resources,
    from: activeKey,
    to: targetKey ?? activeKey,
  }))

const isRunning = ({ state }: HistoryEntry): boolean =>
  state !== 'Completed' && state !== 'Interrupted'

const interrupted = (entry: HistoryEntry, now: number, message: string): HistoryEntry => ({
  ...entry,
  state: 'Interrupted',
  completionTime: Math.max(now, entry.startedTime),
  message,
})

/** Marks what runs as interrupted. */
const interruptRunning = (
  history: readonly HistoryEntry[],
  now: number,
  message: string,
): readonly HistoryEntry[] => {
  const [newest, ...rest] = history
  return newest !== undefined && isRunning(newest)
    ? [interrupted(newest, now, message), ...rest]
    : history
}

export interface Beginning {
  readonly entries: readonly RecordEntry[]
  readonly state: 'ReadOnlyDeploy' | 'WritePromote'
  readonly epoch: number
  readonly now: number
  /** Why this epoch, and so why the running one ends. */
  readonly message: string
}

/** A new epoch with its own entry; what ran is interrupted. */
export const begin = (record: Record, beginning: Beginning): Record => ({
  ...record,
  entries: beginning.entries,
  history: trim([
    {
      plan: planOf(beginning.entries),
      state: beginning.state,
      startedTime: beginning.epoch,
      completionTime: null,
      message: beginning.message,
    },
    ...interruptRunning(record.history, beginning.now, beginning.message),
  ]),
})

/** The running epoch moves on. */
export const advance = (record: Record, state: HistoryState): Record => {
  const [newest, ...rest] = record.history
  return newest === undefined ? record : { ...record, history: [{ ...newest, state }, ...rest] }
}

/**
 * The target goes before anything was written with it. The entry takes a new epoch, so that what an older
 * view still writes is fenced off.
 */
export const cancel = (record: Record, epoch: number, now: number): Record => {
  const [newest, ...rest] = record.history
  const entries = record.entries.map((entry) => ({ ...entry, targetKey: null }))
  return newest === undefined
    ? { ...record, entries }
    : {
        ...record,
        entries,
        history: [
          {
            ...interrupted(newest, now, 'cancelled before anything was written with the new key'),
            startedTime: epoch,
            completionTime: Math.max(now, epoch),
          },
          ...rest,
        ],
      }
}

/** Takes a found configuration over: its writers are active, its other readers are remembered. */
export const adopt = (
  record: Record,
  entries: readonly RecordEntry[],
  epoch: number | null,
  now: number,
): Record => {
  const history = interruptRunning(record.history, now, 'the record had fallen behind')
  return {
    ...record,
    entries,
    history:
      epoch === null
        ? history
        : trim([
            {
              plan: planOf(entries),
              state: 'Interrupted',
              startedTime: epoch,
              completionTime: Math.max(now, epoch),
              message: 'adopted from the live configuration',
            },
            ...history,
          ]),
  }
}

export interface Finishing {
  readonly now: number
  /** Resources left out because they are proven absent. */
  readonly skipped: readonly string[]
  /** Per entry: it serves a skipped resource, so its readers must be remembered. */
  readonly keepsReaders: readonly boolean[]
  readonly revision: number | null
}

/** The target becomes active, all in one write. The snapshot counts, never the wish. */
export const finish = (record: Record, finishing: Finishing): Record => {
  const [newest, ...rest] = record.history
  if (newest === undefined || !hasTarget(record)) return record
  const { now, skipped, keepsReaders, revision } = finishing
  return {
    ...record,
    entries: record.entries.map(({ resources, activeKey, targetKey, older }, at) => {
      const active = targetKey ?? activeKey
      return {
        resources,
        activeKey: active,
        targetKey: null,
        older:
          keepsReaders[at] === true
            ? [activeKey, ...older].filter(({ id }) => id !== active.id)
            : [],
      }
    }),
    history: [
      {
        ...newest,
        state: 'Completed',
        completionTime: Math.max(now, newest.startedTime),
        message: skipped.length === 0 ? null : `proven absent and skipped: ${skipped.join(', ')}`,
      },
      ...rest,
    ],
    skipped,
    finishedRevision: revision,
  }
}
