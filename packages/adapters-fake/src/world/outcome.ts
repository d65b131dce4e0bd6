/**
 * What a move comes to: the next world, and what clients were answered.
 */
import type { World } from './world.js'

/**
 * `ok`: what a correct server gives. `failed`: undecryptable, wrong data, or another 5xx. `interrupted`:
 * refused, reset, or 503 of a server that is starting or going down.
 */
export type Verdict = 'ok' | 'failed' | 'interrupted'

export interface Answer {
  readonly kind: 'read' | 'list' | 'write'
  readonly server: string
  readonly resource: string
  /** Of the object; null for a list. */
  readonly name: string | null
  /** HTTP status; 0: the connection was refused. */
  readonly status: number
  readonly verdict: Verdict
  /** What the server said; empty where all is well. */
  readonly message: string
}

export interface Outcome {
  readonly world: World
  readonly answers: readonly Answer[]
  /** False: the move is not possible in this world, which stays as it was. */
  readonly happened: boolean
}
