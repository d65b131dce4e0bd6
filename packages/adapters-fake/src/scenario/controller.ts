/**
 * A controller as a play sees it: a function from a world to the next one, by at most one write.
 */
import type { Effect, Observation, PortError } from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'
import { observe } from '../port/observe.js'
import { perform } from '../port/perform.js'
import type { Environment } from '../world/environment.js'
import type { World } from '../world/world.js'

/** When to look again: seconds from now, and how. */
export interface LookAgain {
  readonly after: number
  readonly look: Observation['look']
}

/** What a controller did in one turn. */
export interface Turn {
  readonly world: World
  /** The stage that it believes itself in, for reports. */
  readonly stage: string
  /** What it wanted to do; null: nothing. */
  readonly effect: Effect | null
  /** Why the effect was not done; null: it was, or there was none. */
  readonly error: PortError | null
  /** Null: nothing to do until something changes. */
  readonly nextLook: LookAgain | null
}

/** A controller without memory: all it knows it reads from the world. */
export type Controller = (world: World, look: Observation['look']) => Turn

/** What a decision function answers; core's `Decision` is one. */
export interface Choice {
  readonly stage: string
  readonly effect: Effect | null
  readonly nextLook: LookAgain | null
}

const atOnce: LookAgain = { after: 0, look: 'cached' }
const afterConflict: LookAgain = { after: 1, look: 'cached' }

/**
 * A controller from a decision function: core's `decide` under a policy fits.
 *
 * It looks, decides, does the effect, and looks again as the decision says.
 */
export const controllerOf =
  (environment: Environment, decide: (observation: Observation) => Choice): Controller =>
  (world, look) => {
    const { stage, effect, nextLook } = decide(observe(world, look))
    if (effect === null) return { world, stage, effect, error: null, nextLook }
    const performed = perform(environment)(world, effect)
    return E.isLeft(performed)
      ? { world, stage, effect, error: performed.left, nextLook: afterConflict }
      : { world: performed.right, stage, effect, error: null, nextLook: nextLook ?? atOnce }
  }
