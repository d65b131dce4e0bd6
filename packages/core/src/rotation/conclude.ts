/**
 * From a row to the decision: stage, condition, refusal and the next look, the same for table and machine.
 */
import { type Refusal, refusal } from '../admission/refusal.js'
import { conditionOf } from '../report/condition-of.js'
import { type Condition, conditionChanged } from '../report/condition.js'
import { type Rewriting, rewritingOf } from '../report/progress.js'
import type { Decision, NextLook } from './decision.js'
import { type Gate, gate } from './gate.js'
import { touchEvery } from './outcomes/migrating.js'
import type { Outcome } from './outcome.js'
import type { RowId } from './row-id.js'
import type { Row } from './rows.js'
import { type Situation, isUnencrypted, olderInSight } from './situation.js'
import type { Stage } from './stage.js'

/** The stage that the record's newest entry speaks of; without a target, what the live configuration shows. */
const stageByRecord = (s: Situation): Stage => {
  if (s.hasTarget) {
    const state = s.record.history[0]?.state
    return state === 'WritePromote' || state === 'Migrating' ? state : 'ReadOnlyDeploy'
  }
  if (s.mayLeave || olderInSight(s)) return 'Retiring'
  return isUnencrypted(s) ? 'Unencrypted' : 'Steady'
}

/** The stage of a row in a situation. */
export const stageOf = (row: Row, s: Situation): Stage =>
  row.stage === 'by record' ? stageByRecord(s) : row.stage

/** What a row comes to; on a cached look a row that must be fresh only asks for a fresh one. */
export const outcomeOf = (row: Row, s: Situation): Outcome =>
  s.observation.look === 'cached' && row.fresh?.(s) === true
    ? { gate: gate('StaleView', [`${row.id} needs a fresh look`]), effect: null }
    : row.then(s)

const none: Rewriting = { done: 0, total: 0, waiting: [], failed: [], persistent: false }

/** Rows that cannot see enough to say anything new to users. */
const silent: ReadonlySet<RowId> = new Set<RowId>([
  'newerSchema',
  'unknown',
  'staleView',
  'bothLost',
])

const awaitsServers = (held: Gate | null): boolean =>
  held !== null &&
  (held.reason === 'ServersNotConverged' ||
    held.reason === 'LoadedUnknown' ||
    held.reason === 'Paused')

const currentCondition = (row: Row, s: Situation, held: Gate | null): Condition | null =>
  silent.has(row.id)
    ? s.observation.condition
    : conditionOf({
        record: s.record,
        wish: s.wishIsActive ? 'satisfied' : s.wish === null ? 'unknown' : 'queued',
        awaitsServers: awaitsServers(held),
        foreign:
          held?.reason === 'ForeignKey' || held?.reason === 'StateConfigMismatch' ? held.about : [],
        rewriting:
          s.record.history[0]?.state === 'Migrating'
            ? rewritingOf(s.observation.resources, s.progress)
            : none,
      })

const removed: Refusal = refusal(
  'RemovalWithoutDecrypt',
  'the wish was removed while data is encrypted: wish for plaintext to decrypt it',
)

const refusalOf = (s: Situation): Refusal | null =>
  s.observation.wish._tag === 'Known' && s.wish === null && !s.hasTarget && !isUnencrypted(s)
    ? removed
    : s.refusal

const soon: NextLook = { after: 0, look: 'cached' }
const freshNow: NextLook = { after: 0, look: 'fresh' }

const afterGate = (held: Gate, s: Situation): NextLook => {
  const { now } = s.observation
  const { poll, settle, grace } = s.policy
  const { since } = held
  if (held.reason === 'StaleView') return freshNow
  const wait =
    held.reason === 'Settling' ? settle : held.reason === 'CompactionGrace' ? grace : null
  return {
    after: wait === null || since === null ? poll : Math.max(since + wait - now, 0.001),
    look: 'cached',
  }
}

/** When a goal state has something left to do: a re-encryption that is due later, copies to discard. */
const afterNothing = (s: Situation): NextLook | null => {
  const { now, copies } = s.observation
  const completed = s.record.history[0]?.completionTime ?? null
  const times = [s.wish?.reencryptAt ?? null]
  if (completed !== null && copies._tag === 'Known' && copies.value.length > 1)
    times.push(completed + Math.max(s.policy.grace, s.policy.keepCopies))
  const later = times.filter((time) => time !== null && time > now)
  return later.length === 0
    ? null
    : { after: Math.min(...later.map((time) => (time ?? now) - now)), look: 'cached' }
}

const nextLook = (outcome: Outcome, s: Situation): NextLook | null => {
  const { effect } = outcome
  if (effect?.kind === 'TouchResource') return { after: touchEvery, look: 'cached' }
  // A copy is kept for a configuration write, which needs a fresh look.
  if (effect?.kind === 'KeepCopy') return freshNow
  if (effect !== null) return soon
  return outcome.gate === null ? afterNothing(s) : afterGate(outcome.gate, s)
}

/** The decision that a row and its outcome make. */
export const conclude = (row: Row, s: Situation, outcome: Outcome): Decision => {
  const condition =
    outcome.effect?.kind === 'WriteRecord'
      ? outcome.effect.condition
      : currentCondition(row, s, outcome.gate)
  const tells =
    outcome.effect === null &&
    condition !== null &&
    outcome.gate?.reason !== 'StaleView' &&
    conditionChanged(s.observation.condition, condition)
  return {
    row: row.id,
    stage: stageOf(row, s),
    gate: outcome.gate,
    effect: tells
      ? { kind: 'WriteCondition', condition, expectedVersion: s.record.version }
      : outcome.effect,
    refusal: refusalOf(s),
    condition,
    nextLook: tells ? soon : nextLook(outcome, s),
  }
}
