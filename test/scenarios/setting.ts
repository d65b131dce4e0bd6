/** Where a story takes place, and what has been told of it so far. */
import {
  type Condition,
  type Decision,
  type Observation,
  type Policy,
  conservative,
  decide,
} from '@keyroll/core'
import type { Environment, Play, World } from '@keyroll/adapters-fake'
import { inSymbols } from './cast.js'
import type { Told } from './telling.js'

/** Who decides; the stories are about core's `decide`, and can be told of others to see that they fail. */
export type Decider = (policy: Policy) => (observation: Observation) => Decision

/** What becomes of the nth write: its answer arrives, or is lost, or the write itself never arrives. */
export type Reply = 'arrives' | 'is lost' | 'never sent'

export interface Setting {
  readonly environment: Environment
  readonly policy: Policy
  readonly decide: Decider
  readonly seed: number
  /** Requests at each server before every step. */
  readonly traffic: number
  readonly reply: (write: number) => Reply
  /** Somebody acts against the protocol: what was damaged by hand is not promised to be readable. */
  readonly sabotage: boolean
  /** One step in so many is a move of the world's budget; 0: none. */
  readonly mischiefEvery: number
  readonly crashes: boolean
  /** One turn in so many is that of a second controller, whose look is torn; 0: there is none. */
  readonly rival: number
  /** One look in so many lacks parts that could not be read; 0: none does. */
  readonly partial: number
}

/** Unless it is said. */
export const usual: Setting = {
  environment: inSymbols,
  policy: conservative,
  decide,
  seed: 1,
  traffic: 1,
  reply: () => 'arrives',
  sabotage: false,
  mischiefEvery: 0,
  crashes: false,
  rival: 0,
  partial: 0,
}

export interface Story {
  readonly setting: Setting
  readonly play: Play
  /** What happened, in order. */
  readonly told: readonly Told[]
  /** What users were told, each time that it changed. */
  readonly conditions: readonly Condition[]
  /** Writes that keyroll has asked for. */
  readonly writes: number
  /** The last worlds, oldest first, while there is a rival. */
  readonly past: readonly World[]
  /** Caches that somebody froze in the story: they stand still until the controller restarts. */
  readonly frozen: World['views']['frozen']
}
