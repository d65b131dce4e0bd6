/**
 * What is seen of the kube-apiserver replicas and of the rollout that replaces them.
 */
import type { Ordinal } from '../configuration/ordinal.js'
import type { Fact } from '../observation/fact.js'

/** One kube-apiserver replica that serves, starts or still terminates. */
export interface Server {
  readonly name: string
  /** Carried from the pod template; null: none. */
  readonly ordinal: Ordinal | null
  /** Hash of the configuration that the pod was made for; null: it does not say. */
  readonly hash: string | null
  /** Hash of the configuration that the process reports as loaded. It outranks the two above. */
  readonly loaded: Fact<string>
  readonly ready: boolean
  readonly terminating: boolean
  /** Failed or Succeeded, and every container has terminated: it cannot serve again. */
  readonly finished: boolean
}

/** Counters of the Deployment; a list of servers without one (static pods) has none. */
export interface Rollout {
  readonly generation: number
  readonly observedGeneration: number
  readonly replicas: number
  readonly updated: number
  readonly ready: number
  readonly available: number
  readonly unavailable: number
}

export interface Servers {
  /** Replicas wanted. 0 is paused, never converged. */
  readonly wanted: number
  readonly list: readonly Server[]
  readonly rollout: Rollout | null
}

/** The pod template that new servers are made from. */
export interface Template {
  readonly version: string
  readonly ordinal: Ordinal | null
  readonly hash: string | null
  /** It has the flag, or the volume, of an encryption configuration. */
  readonly encrypts: boolean
}
