/**
 * A play between two steps, as plain data, and what it is played by.
 */
import type { Observation } from '@keyroll/core'
import type { Move } from '../world/move.js'
import type { Answer } from '../world/outcome.js'
import type { World } from '../world/world.js'
import type { Controller, Turn } from './controller.js'
import { type Requests, noRequests } from './requests.js'

/** The first answer that a correct server would not have given. */
export interface Failure {
  readonly answer: Answer
  /** The controller's stage at that time. */
  readonly stage: string
  /** Unix seconds. */
  readonly at: number
}

export interface PlayOptions {
  readonly world: World
  readonly controller: Controller
  readonly seed: number
  /** The play ends when it holds after a turn. */
  readonly goal: (world: World, turn: Turn) => boolean
  /** Requests at each server before every step. Default 2; 0: no traffic. */
  readonly traffic?: number
  /** The controller and servers die and come back at random moments. Default: no. */
  readonly crashes?: boolean
  /** One step in so many is a random wish, fault, frozen view or sabotage of the budget. Default: none. */
  readonly mischiefEvery?: number
  /** Virtual seconds after which the play is stuck. Default: 48 hours. */
  readonly patience?: number
  /** Steps after which it is stuck, whatever the time. Default 200,000. */
  readonly steps?: number
}

/** What happened last. */
export type PlayStep =
  { readonly kind: 'Moved'; readonly move: Move } | { readonly kind: 'Turned'; readonly turn: Turn }

/** A play between two steps. */
export interface Play {
  readonly world: World
  readonly random: number
  readonly requests: Requests
  readonly firstFailure: Failure | null
  readonly steps: number
  readonly turns: number
  readonly lastTurn: Turn | null
  readonly last: PlayStep | null
  /** When the controller looks next, unix seconds, and how; null: when something has changed. */
  readonly nextLook: { readonly at: number; readonly look: Observation['look'] } | null
  readonly end: 'Goal' | 'Stuck' | null
}

/** A play before its first step: the controller looks at once. */
export const startPlay = ({ world, seed }: PlayOptions): Play => ({
  world,
  random: seed >>> 0,
  requests: noRequests,
  firstFailure: null,
  steps: 0,
  turns: 0,
  lastTurn: null,
  last: null,
  nextLook: { at: world.now, look: 'cached' },
  end: null,
})
