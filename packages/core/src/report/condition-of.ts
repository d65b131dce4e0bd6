/**
 * The condition, from the record and how far its rotation is.
 *
 * A message never holds a time, so that a condition changes only when something has happened.
 */
import { type Key, label } from '../key/key.js'
import { type Record, hasProof, hasTarget, seenRestored } from '../record/record.js'
import type { Condition, ConditionReason } from './condition.js'
import type { Rewriting } from './progress.js'

/** What the condition is computed from. */
export interface ConditionView {
  readonly record: Record
  /** `satisfied`: the wish is what is active. `queued`: it names something else. `unknown`: neither can be told. */
  readonly wish: 'satisfied' | 'queued' | 'unknown'
  /** A gate holds for the servers. */
  readonly awaitsServers: boolean
  readonly rewriting: Rewriting
  /** Keys that are written with and that the record does not know; empty: none. */
  readonly foreign: readonly string[]
}

const condition = (
  status: Condition['status'],
  reason: ConditionReason,
  message: string,
): Condition => ({ type: 'EtcdDataEncryptionUpToDate', status, reason, message })

const labels = (keys: readonly Key[]): string => {
  const first = keys[0]
  if (first === undefined) return 'nothing'
  if (keys.every(({ id }) => id === first.id)) return label(first)
  return [...new Set(keys.map(label))].join(', ')
}

const rewritingCondition = ({ done, total, waiting, failed, persistent }: Rewriting): Condition => {
  const counted = `${done}/${total} resources migrated`
  if (failed.length > 0)
    return condition(
      'False',
      persistent ? 'ReEncryptionPersistentFailure' : 'ReEncryptionFailed',
      `${counted}, failing: ${failed.map(({ resource }) => resource).join(', ')}`,
    )
  return condition(
    'False',
    'ReEncryptionInProgress',
    waiting.length === 0 ? counted : `${counted}, waiting for ${waiting.join(', ')}`,
  )
}

const settledCondition = ({ record, wish }: ConditionView): Condition => {
  const active = labels(record.entries.map(({ activeKey }) => activeKey))
  if (!hasProof(record))
    return condition(
      'Unknown',
      'EvidenceMissing',
      `${active} is in use, but no rotation has shown that everything is stored under it`,
    )
  switch (wish) {
    case 'satisfied':
      return condition('True', 'ReEncryptionCompleted', `all data is stored under ${active}`)
    case 'queued':
      return condition(
        'False',
        'ReadOnlyRolloutInProgress',
        `all data is stored under ${active}; the wish names another key`,
      )
    case 'unknown':
      return condition(
        'Unknown',
        'ReEncryptionCompleted',
        `all data is stored under ${active}; whether that is what is wished is not known`,
      )
  }
}

/** What users should see; null when nothing is recorded, so that nothing can be said. */
export const conditionOf = (view: ConditionView): Condition | null => {
  const { record, awaitsServers, rewriting, foreign } = view
  if (record.entries.length === 0) return null
  if (foreign.length > 0)
    return condition(
      'Unknown',
      'EvidenceMissing',
      `the servers write with ${foreign.join(', ')}, which the record does not know`,
    )
  if (record.finishedRevision === seenRestored)
    return condition(
      'Unknown',
      'EvidenceMissing',
      'etcd was restored to before the last rotation finished: data may be under keys of then',
    )
  if (!hasTarget(record)) return settledCondition(view)
  const target = labels(record.entries.map(({ targetKey, activeKey }) => targetKey ?? activeKey))
  switch (record.history[0]?.state) {
    case 'Migrating':
      return rewritingCondition(rewriting)
    case 'WritePromote':
      return awaitsServers
        ? condition(
            'False',
            'ReEncryptionWaitingForKASConvergence',
            `waiting for all servers to write with ${target}`,
          )
        : condition('False', 'WritePromotionInProgress', `making ${target} the writer`)
    case 'ReadOnlyDeploy':
    case 'Completed':
    case 'Interrupted':
    case undefined:
      return awaitsServers
        ? condition(
            'False',
            'ReEncryptionWaitingForKASConvergence',
            `waiting for all servers to be able to read ${target}`,
          )
        : condition('False', 'ReadOnlyRolloutInProgress', `making ${target} readable everywhere`)
  }
}
