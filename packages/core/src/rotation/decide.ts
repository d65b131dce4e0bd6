/**
 * decide: one observation in, one decision out. Pure, total, deterministic; never more than one write.
 */
import type { Observation } from '../observation/observation.js'
import { conclude, outcomeOf } from './conclude.js'
import type { Decision } from './decision.js'
import type { Policy } from './policy.js'
import { lastRow, rows } from './rows.js'
import { situationOf } from './situation.js'

const last = rows.length - 1

/**
 * Decides by the table: the first row whose guard holds.
 *
 * @example
 * import { conservative, decide, nothingSeen } from '@keyroll/core'
 *
 * const decision = decide(conservative)(nothingSeen(1764590000))
 * assert.equal(decision.gate?.reason, 'RecordUnknown')
 * assert.equal(decision.effect, null)
 */
export const decide =
  (policy: Policy) =>
  (observation: Observation): Decision => {
    const s = situationOf(policy, observation)
    let at = 0
    while (at < last && rows[at]?.when(s) !== true) at += 1
    const row = rows[at] ?? lastRow
    return conclude(row, s, outcomeOf(row, s))
  }
