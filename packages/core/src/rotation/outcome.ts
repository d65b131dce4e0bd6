/**
 * What a row comes to.
 */
import type { Effect } from './effect.js'
import type { Gate } from './gate.js'
import type { Situation } from './situation.js'

/** What a row comes to: a gate, an effect, or neither. */
export interface Outcome {
  readonly gate: Gate | null
  readonly effect: Effect | null
}

export const nothing: Outcome = { gate: null, effect: null }
export const holds = (held: Gate): Outcome => ({ gate: held, effect: null })
export const does = (effect: Effect): Outcome => ({ gate: null, effect })

/** What a row comes to in a situation. */
export type Then = (s: Situation) => Outcome
