/**
 * A decision: the stage, what it waits for, and at most one write.
 */
import type { Refusal } from '../admission/refusal.js'
import type { Condition } from '../report/condition.js'
import type { Effect } from './effect.js'
import type { Gate } from './gate.js'
import type { RowId } from './row-id.js'
import type { Stage } from './stage.js'

/** When to look again, and how. */
export interface NextLook {
  /** Seconds from now; 0: at once. */
  readonly after: number
  readonly look: 'cached' | 'fresh'
}

export interface Decision {
  /** The row of the decision table that matched. */
  readonly row: RowId
  /** The stage that the effect opens or serves. */
  readonly stage: Stage
  /** What is waited for; null: nothing. */
  readonly gate: Gate | null
  /** The one write to do; null: none. */
  readonly effect: Effect | null
  /** Why the wish is not followed; null: it is, or there is nothing to follow. */
  readonly refusal: Refusal | null
  /** What users should see; null: nothing to say (not encrypted), or the record cannot be read. */
  readonly condition: Condition | null
  /** Null: nothing is left to do until something changes. */
  readonly nextLook: NextLook | null
}
