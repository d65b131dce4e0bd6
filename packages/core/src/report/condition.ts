/**
 * The condition that users watch: `EtcdDataEncryptionUpToDate`.
 *
 * Type, statuses and reasons are HyperShift's, so that existing alerts keep working; `EvidenceMissing` and
 * `ReEncryptionPersistentFailure` are additions, and the messages are ours.
 */
export type ConditionReason =
  | 'ReEncryptionCompleted'
  | 'ReadOnlyRolloutInProgress'
  | 'WritePromotionInProgress'
  | 'ReEncryptionWaitingForKASConvergence'
  | 'ReEncryptionInProgress'
  | 'ReEncryptionFailed'
  | 'ReEncryptionPersistentFailure'
  | 'EvidenceMissing'

export interface Condition {
  readonly type: 'EtcdDataEncryptionUpToDate'
  readonly status: 'True' | 'False' | 'Unknown'
  readonly reason: ConditionReason
  readonly message: string
}

/** Whether the condition that stands says something else. */
export const conditionChanged = (standing: Condition | null, next: Condition): boolean =>
  standing === null ||
  standing.status !== next.status ||
  standing.reason !== next.reason ||
  standing.message !== next.message
