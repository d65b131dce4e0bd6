/**
 * A line of the walk through the decision table: what is seen, and what is decided.
 */
import {
  type GateReason,
  type Observation,
  type Policy,
  type RefusalCode,
  type RowId,
  type Stage,
  conservative,
} from '@keyroll/core'
import { type Change, seeing } from './observation-builder.js'

export interface Answer {
  readonly gate?: GateReason
  /** The effect's kind, for a configuration with what it changes: `WriteConfiguration add`. */
  readonly effect?: string
  readonly refusal?: RefusalCode
  /** How many copies are kept before the effect; 0 when not said. */
  readonly copies?: number
}

export interface Line {
  readonly promise: string
  readonly observation: Observation
  readonly row: RowId
  readonly stage: Stage
  readonly answer: Answer
  readonly policy: Policy
}

export const line = (
  promise: string,
  changes: readonly Change[],
  row: RowId,
  stage: Stage,
  answer: Answer = {},
  policy: Policy = conservative,
): Line => ({ promise, observation: seeing(...changes), row, stage, answer, policy })
