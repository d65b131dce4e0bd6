/**
 * A kube-apiserver: the pod, and the process in it.
 */
import type { Ordinal } from '@keyroll/core'
import type { Loaded } from '../configuration/loaded.js'
import type { KmsSession } from '../etcd/kms-session.js'

/** A watch cache that met a value that it could not decode. */
export interface FailingCache {
  /** Index of the resource in `etcd.resources`. */
  readonly resource: number
  /** When, unix seconds. */
  readonly since: number
}

export interface Process {
  /** Null: it runs without an encryption configuration. */
  readonly loaded: Loaded | null
  readonly startedAt: number
  readonly failing: readonly FailingCache[]
  readonly sessions: readonly KmsSession[]
}

/**
 * `Created`: no process yet, or it has crashed. `Starting`: it runs and is not ready. `Finished`: the pod
 * has failed and all its containers have ended.
 */
export type ServerPhase = 'Created' | 'Starting' | 'Ready' | 'Finished'

export interface Server {
  readonly name: string
  readonly replicaSet: string
  readonly ordinal: Ordinal | null
  readonly hash: string | null
  /** The configuration object that it mounts; null: none. */
  readonly configuration: string | null
  /** What its volume holds; null: not mounted yet. */
  readonly mounted: Loaded | null
  readonly phase: ServerPhase
  /** Marked for deletion; it serves and writes until it is gone. */
  readonly terminating: boolean
  /** Null: no process runs. */
  readonly process: Process | null
  /** When phase or termination last changed, unix seconds. */
  readonly since: number
}

/** A server with a process in it. */
export type RunningServer = Server & { readonly process: Process }
