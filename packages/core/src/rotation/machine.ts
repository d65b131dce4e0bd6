/**
 * The decision table as a state machine: made from the rows, so that it can be looked at, inspected and run
 * in an actor.
 *
 * One event carries the situation; the hub `Deciding` tries the rows in their order; each leads to a leaf
 * nested under its stage. The context is empty: nothing is remembered between two observations.
 */
import { type AnyActorScope, createEmptyActor, setup } from 'xstate'
import type { Observation } from '../observation/observation.js'
import { conclude, outcomeOf, stageOf } from './conclude.js'
import type { Decision } from './decision.js'
import type { Effect, EffectKind } from './effect.js'
import type { Gate } from './gate.js'
import type { Policy } from './policy.js'
import { type Row, lastRow, rows } from './rows.js'
import { type Situation, situationOf } from './situation.js'
import { type Stage, stages } from './stage.js'

/** The one event: something was observed. */
export interface Observed {
  readonly type: 'OBSERVED'
  readonly situation: Situation
}

/** The event for an observation under a policy. */
export const observed =
  (policy: Policy) =>
  (observation: Observation): Observed => ({
    type: 'OBSERVED',
    situation: situationOf(policy, observation),
  })

/** Params of the action `hold`. */
export interface HoldParams {
  readonly gate: Gate | null
}

/** Params of the actions that are named after an effect; null: the row came to something else this time. */
export interface PerformParams {
  readonly effect: Effect | null
}

const effectKinds: readonly EffectKind[] = [
  'WriteRecord',
  'KeepCopy',
  'DiscardCopy',
  'WriteConfiguration',
  'WithdrawConfiguration',
  'StampTemplate',
  'CreateMigration',
  'DeleteMigration',
  'TouchResource',
  'WriteCondition',
]

const rowOf = new Map<string, Row>(rows.map((row) => [row.id, row]))

/** Stages that a row can serve: its own, or any that a record can speak of. */
const stagesOf = (row: Row): readonly Stage[] =>
  row.stage === 'by record' ? stages.filter((stage) => stage !== 'Unknown') : [row.stage]

const perform = (_: unknown, _params: PerformParams): void => undefined

const decisionIn = (row: Row, situation: Situation): Decision =>
  conclude(row, situation, outcomeOf(row, situation))

const actionsOf = (row: Row) => [
  {
    type: 'hold' as const,
    params: ({ event }: { readonly event: Observed }): HoldParams => ({
      gate: decisionIn(row, event.situation).gate,
    }),
  },
  ...[...row.effects, 'WriteCondition' as const].map((kind) => ({
    type: kind,
    params: ({ event }: { readonly event: Observed }): PerformParams => {
      const { effect } = decisionIn(row, event.situation)
      return { effect: effect?.kind === kind ? effect : null }
    },
  })),
]

const transitions = rows.flatMap((row, at) =>
  stagesOf(row).map((stage, index, possible) => ({
    target: `${stage}.${row.id}`,
    actions: actionsOf(row),
    // The last row takes what is left, so that the hub is never where a decision ends.
    ...(at === rows.length - 1 && index === possible.length - 1
      ? {}
      : { guard: { type: 'row' as const, params: { row: row.id, stage } } }),
  })),
)

const leavesOf = (stage: Stage) =>
  Object.fromEntries(
    rows
      .filter((row) => stagesOf(row).includes(stage))
      .map((row) => [row.id, { description: row.rules }]),
  )

/**
 * The machine. Provide implementations for the actions named after effects to run it in an actor.
 *
 * @example
 * import { conservative, nothingSeen, observed, rotationMachine } from '@keyroll/core'
 * import { createActor } from 'xstate'
 *
 * const actor = createActor(rotationMachine).start()
 * actor.send(observed(conservative)(nothingSeen(1764590000)))
 * assert.deepEqual(actor.getSnapshot().value, { Unknown: 'unknown' })
 */
export const rotationMachine = setup({
  types: { events: {} as Observed },
  guards: {
    row: ({ event }, { row, stage }: { readonly row: string; readonly stage: Stage }) => {
      const found = rowOf.get(row)
      return (
        found !== undefined &&
        found.when(event.situation) &&
        stageOf(found, event.situation) === stage
      )
    },
  },
  actions: {
    hold: (_, _params: HoldParams) => undefined,
    ...(Object.fromEntries(effectKinds.map((kind) => [kind, perform])) as {
      readonly [K in EffectKind]: typeof perform
    }),
  },
}).createMachine({
  id: 'keyroll',
  initial: 'Waiting',
  options: { maxIterations: 8 },
  on: { OBSERVED: '.Deciding' },
  states: {
    Waiting: {},
    Deciding: { always: transitions },
    ...Object.fromEntries(
      stages.map((stage) => {
        const states = leavesOf(stage)
        return [stage, { initial: Object.keys(states)[0] ?? '', states }]
      }),
    ),
  },
})

const start = rotationMachine.resolveState({ value: 'Waiting' })
const host = createEmptyActor()
const ignore = (): void => undefined

/** Runs one transition without an actor: what the machine would do is collected, nothing is executed. */
const step = (event: Observed) => {
  const taken: { readonly type: string; readonly params: unknown }[] = []
  const scope: AnyActorScope = {
    self: host,
    system: host.system,
    id: rotationMachine.id,
    sessionId: host.sessionId,
    logger: ignore,
    defer: ignore,
    stopChild: ignore,
    emit: ignore,
    actionExecutor: ({ type, params }) => {
      taken.push({ type, params })
    },
  }
  return { value: rotationMachine.transition(start, event, scope).value, taken }
}

/** Decides by the machine: the same answers as `decide`, for whoever wants to see the way to them. */
export const decideByMachine =
  (policy: Policy) =>
  (observation: Observation): Decision => {
    const event = observed(policy)(observation)
    const { value, taken } = step(event)
    const leaf = typeof value === 'string' ? value : Object.values(value).join('')
    const row = rowOf.get(leaf) ?? lastRow
    const gates = taken.flatMap(({ params }) => (isHold(params) ? [params.gate] : []))
    const effects = taken.flatMap(({ params }) => (isPerform(params) ? [params.effect] : []))
    return {
      ...decisionIn(row, event.situation),
      gate: gates.find((gate) => gate !== null) ?? null,
      effect: effects.find((effect) => effect !== null) ?? null,
    }
  }

const isHold = (params: unknown): params is HoldParams =>
  typeof params === 'object' && params !== null && 'gate' in params

const isPerform = (params: unknown): params is PerformParams =>
  typeof params === 'object' && params !== null && 'effect' in params
