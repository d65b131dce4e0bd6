/**
 * Guards of what a finished rotation leaves behind.
 */
import type { Progress } from '../../migration/evidence.js'
import type { GateReason } from '../gate.js'
import type { Situation } from '../situation.js'
import { approved, hasConfiguration } from './in-state.js'

const reencryptionAsked = ({ wish, refusal, record, observation }: Situation): boolean => {
  const at = wish?.reencryptAt ?? null
  return (
    at !== null &&
    refusal === null &&
    at <= observation.now &&
    !record.history.some(({ state, startedTime }) => state === 'Completed' && startedTime >= at)
  )
}

const skippedIsBack = ({ record, observation }: Situation): boolean =>
  record.skipped.length > 0 &&
  observation.resources.some(
    ({ resource, served }) =>
      served._tag === 'Known' && served.value === 'Served' && record.skipped.includes(resource),
  )

/** It is seen to have been rewritten, seen not to, or neither. */
const lacksEvidence = (each: Progress): boolean => {
  switch (each._tag) {
    case 'Evidence':
    case 'Absent':
    case 'Unserved':
      return false
    case 'Underway':
      return each.migration.outcome !== 'Succeeded'
    case 'Due':
    case 'Broken':
    case 'Backoff':
      return true
  }
}

/** A rotation has not completed, or what proves it does not hold any more. */
export const evidenceMissing = (s: Situation): boolean =>
  s.record.history[0]?.state !== 'Completed' || s.progress.some(lacksEvidence)

export const reencrypt = (s: Situation): boolean =>
  !s.empty &&
  !s.hasTarget &&
  hasConfiguration(s) &&
  ((s.mayLeave && evidenceMissing(s)) || skippedIsBack(s) || reencryptionAsked(s))

/** What a reader that may leave still waits for. */
export const retireGateReason = (s: Situation): GateReason | null => {
  const completed = s.record.history[0]?.completionTime ?? null
  if (!s.allRewritten)
    return s.observation.continuity._tag === 'Unknown' ? 'LoadedUnknown' : 'DiscoveryUnknown'
  if (!approved(s, 'Retiring')) return 'AwaitingApproval'
  if (completed === null || s.observation.now < completed + s.policy.grace) return 'CompactionGrace'
  const { backupTime } = s.observation
  return s.policy.backupBeforeRetiring &&
    (backupTime._tag === 'Unknown' || backupTime.value === null || backupTime.value <= completed)
    ? 'BackupPending'
    : null
}

export const retireGate = (s: Situation): boolean =>
  !s.hasTarget && s.mayLeave && retireGateReason(s) !== null

export const drop = (s: Situation): boolean => !s.hasTarget && s.mayLeave

export const retiredCopy = (s: Situation): boolean => {
  const { copies, now } = s.observation
  const completed = s.record.history[0]
  return (
    !s.hasTarget &&
    !s.mayLeave &&
    s.record.skipped.length === 0 &&
    copies._tag === 'Known' &&
    completed?.state === 'Completed' &&
    now >= (completed.completionTime ?? now) + Math.max(s.policy.grace, s.policy.keepCopies) &&
    copies.value.some(({ hash }) => hash !== s.live?.hash)
  )
}
