/**
 * The controller in the search: the shipped `decide` on the shipped look, and the fake's `perform`.
 */
import { type Decision, type Effect, decide } from '@keyroll/core'
import { type World, observe, perform } from '@keyroll/adapters-fake'
import * as E from 'fp-ts/lib/Either.js'
import { checkingPolicy, environment } from '../state/start.js'

/** A decision function: the shipped one, or a mutant of it. */
export type Decide = (observation: ReturnType<typeof observe>) => Decision

export const shipped: Decide = decide(checkingPolicy)

/** What is done about a decision; a condition alone changes nothing that the search can see. */
export const effectOf = ({ effect }: Decision): Effect | null =>
  effect === null || effect.kind === 'WriteCondition' ? null : effect

export const decided = (decideBy: Decide, world: World, look: 'cached' | 'fresh'): Decision =>
  decideBy(observe(world, look))

/** Why an effect was not done, as its adapter says it; null: it was done. */
export const refusedBecause = (world: World, effect: Effect): string | null => {
  const result = perform(environment)(world, effect)
  return E.isLeft(result) ? result.left.message : null
}

/** Null: its precondition does not hold. */
export const performed = (world: World, effect: Effect): World | null => {
  const result = perform(environment)(world, effect)
  return E.isLeft(result) ? null : result.right
}
