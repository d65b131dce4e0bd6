/**
 * Those who use the cluster: what they may wish for, and their writes that are still on the way.
 */
import type { Wish } from '@keyroll/core'
import type { Place, Value } from '../store/etcd.js'

export interface Clients {
  /** What `enabled` offers as wishes; null: the wish is removed. */
  readonly wishes: readonly (Wish | null)[]
  /** Objects per resource, from the first one, that `enabled` offers moves for. */
  readonly objects: number
  /** Resources that have an object which the caller allows to be touched. */
  readonly touchable: readonly string[]
}

/** A write that a server has sealed and sent, and that etcd has not taken yet. */
export interface WriteInFlight extends Place {
  readonly server: string
  /** The mod_revision that it replaces; 0: the object must not exist. */
  readonly over: number
  readonly value: Value
  /** Unix seconds after which it can no longer land; null: its process still lives. */
  readonly deadline: number | null
}
