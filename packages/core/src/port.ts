/**
 * The port: what an adapter offers to the protocol. Adapters pass one contract suite.
 */
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import type { Observation } from './observation/observation.js'
import type { Effect } from './rotation/effect.js'

/** Why an adapter could not answer. */
export interface PortError {
  readonly _tag: 'PortError'
  /** `Conflict`: the precondition did not hold, look again. `Unavailable`: try later. `Refused`: a person must act. */
  readonly kind: 'Conflict' | 'Unavailable' | 'Refused'
  readonly message: string
}

export interface Port {
  /** Looks at the cluster; `fresh` asks for quorum reads, pods last. */
  readonly observe: (look: Observation['look']) => TaskEither<PortError, Observation>
  /** Does one write under its precondition, wholly or not at all. */
  readonly perform: (effect: Effect) => TaskEither<PortError, void>
}
