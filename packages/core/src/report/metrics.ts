/**
 * Metrics as plain data: HyperShift's three, and the stage, its age and the gate, all from the same state.
 *
 * Any registry can take them: `gauge` sets, `counter` adds, `histogram` observes. Labels that tell which
 * control plane it is are the caller's to add. Every series of a gauge comes each time, so none goes stale.
 */
import type { RefusalCode } from '../admission/refusal.js'
import type { Migration } from '../migration/migration.js'
import type { Observation } from '../observation/observation.js'
import type { HistoryState } from '../record/record.js'
import type { Decision } from '../rotation/decision.js'
import type { GateReason } from '../rotation/gate.js'
import { stages } from '../rotation/stage.js'
import { gateTexts, isOverdue } from './gate-text.js'
import { refusalRemedies } from './refusal-text.js'

export interface Sample {
  readonly name: string
  readonly kind: 'gauge' | 'counter' | 'histogram'
  readonly help: string
  readonly labels: Readonly<{ [label: string]: string }>
  readonly value: number
}

/** Upper bounds of the histogram of durations, seconds: 30 s to about 4 h. */
export const durationBuckets: readonly number[] = [
  30, 60, 120, 240, 480, 960, 1920, 3840, 7680, 15_360,
]

const migrationStates: readonly (HistoryState | 'idle')[] = [
  'ReadOnlyDeploy',
  'WritePromote',
  'Migrating',
  'Completed',
  'Interrupted',
  'idle',
]

/** One series per member, 1 for the one that holds. */
const oneHot = (
  name: string,
  help: string,
  label: string,
  members: readonly string[],
  current: string | null,
): readonly Sample[] =>
  members.map((member) => ({
    name,
    kind: 'gauge',
    help,
    labels: { [label]: member },
    value: member === current ? 1 : 0,
  }))

const gauge = (name: string, help: string, value: number | null): readonly Sample[] =>
  value === null ? [] : [{ name, kind: 'gauge', help, labels: {}, value }]

/** Completed and interrupted epochs are over: idle. Null: the record is not known. */
const migrationState = ({ record }: Observation): string | null => {
  if (record._tag === 'Unknown') return null
  const state = record.value?.history[0]?.state
  return state === undefined || state === 'Completed' || state === 'Interrupted' ? 'idle' : state
}

/** Since when the stage's epoch runs, or has been over; null: not known. */
const stageSince = ({ record }: Observation): number | null => {
  const newest = record._tag === 'Known' ? record.value?.history[0] : undefined
  return newest === undefined ? null : (newest.completionTime ?? newest.startedTime)
}

const failedNames = (observation: Observation | null): ReadonlySet<string> =>
  new Set(
    observation?.migrations._tag === 'Known'
      ? observation.migrations.value.filter(hasFailed).map(({ name }) => name)
      : [],
  )

const hasFailed = ({ ordinal, outcome }: Migration): boolean =>
  ordinal !== null && outcome === 'Failed'

/** Failed migrations that were not there before. Each attempt has a name of its own. */
const newFailures = (observation: Observation, before: Observation | null): number => {
  const seen = failedNames(before)
  return [...failedNames(observation)].filter((name) => !seen.has(name)).length
}

/** Seconds that a rotation took, if this decision finishes it; observe it once the write has gone through. */
const finishedIn = ({ row, effect }: Decision): number | null => {
  const newest = effect?.kind === 'WriteRecord' ? effect.record.history[0] : undefined
  return row === 'finish' && newest?.state === 'Completed' && newest.completionTime !== null
    ? newest.completionTime - newest.startedTime
    : null
}

/** What metrics are computed from. */
export interface MetricsView {
  readonly observation: Observation
  readonly decision: Decision
  /** The observation of the turn before; null in the first turn. */
  readonly before: Observation | null
}

const names = <K extends string>(texts: { readonly [name in K]: unknown }): readonly string[] =>
  Object.keys(texts)

/**
 * The samples of one turn.
 *
 * @example
 * import { conservative, decide, metricsOf, nothingSeen } from '@keyroll/core'
 *
 * const observation = nothingSeen(1764590000)
 * const decision = decide(conservative)(observation)
 * const held = metricsOf({ observation, decision, before: null }).filter(
 *   ({ name, value }) => name === 'keyroll_gate' && value === 1,
 * )
 * assert.deepEqual(
 *   held.map(({ labels }) => labels),
 *   [{ reason: 'RecordUnknown' }],
 * )
 */
export const metricsOf = ({ observation, decision, before }: MetricsView): readonly Sample[] => {
  const { now } = observation
  const { stage, gate, refusal } = decision
  const since = stageSince(observation)
  const duration = finishedIn(decision)
  return [
    ...oneHot(
      'hypershift_encryption_migration_state',
      'State of the rotation by the record; idle when none runs.',
      'state',
      migrationStates,
      migrationState(observation),
    ),
    ...(duration === null
      ? []
      : [
          {
            name: 'hypershift_encryption_migration_duration_seconds',
            kind: 'histogram' as const,
            help: 'How long completed rotations took.',
            labels: {},
            value: duration,
          },
        ]),
    {
      name: 'hypershift_encryption_migration_failures_total',
      kind: 'counter',
      help: 'Failed attempts to rewrite a resource, each counted once.',
      labels: {},
      value: newFailures(observation, before),
    },
    ...oneHot(
      'keyroll_stage',
      'Stage of the rotation by the newest decision.',
      'stage',
      stages,
      stage,
    ),
    ...gauge(
      'keyroll_stage_age_seconds',
      'Since the running rotation began, or the last one ended.',
      since === null ? null : Math.max(0, now - since),
    ),
    ...oneHot(
      'keyroll_gate',
      'What the rotation waits for.',
      'reason',
      names<GateReason>(gateTexts),
      gate?.reason ?? null,
    ),
    ...gauge(
      'keyroll_gate_age_seconds',
      'Since when the gate holds, where that is known; 0 without a gate.',
      gate === null ? 0 : gate.since === null ? null : Math.max(0, now - gate.since),
    ),
    ...gauge(
      'keyroll_overdue',
      'Whether the gate holds for longer than is usual, or needs a person.',
      gate !== null && isOverdue(gate, now) ? 1 : 0,
    ),
    ...oneHot(
      'keyroll_refusal',
      'Why the wish is not followed.',
      'code',
      names<RefusalCode>(refusalRemedies),
      refusal?.code ?? null,
    ),
  ]
}
