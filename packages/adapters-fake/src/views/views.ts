/**
 * What the controller sees: its caches may stand still, and reads may fail.
 */
import type { Api } from '../world/api.js'
import type { Server } from '../servers/server.js'

/** What the controller reads, as one value: cached looks may mix old and new parts of it. */
export interface Seen extends Pick<
  Api,
  | 'record'
  | 'condition'
  | 'configurations'
  | 'copies'
  | 'deployment'
  | 'replicaSets'
  | 'migrations'
  | 'wish'
  | 'discovery'
> {
  readonly servers: readonly Server[]
  /** Since when servers, ReplicaSets and template have not changed in sight, unix seconds. */
  readonly unchangedSince: number
}

/** What one read or one informer brings. */
export type ViewKind =
  | 'record'
  | 'copies'
  | 'configurations'
  | 'template'
  | 'migrations'
  | 'servers'
  | 'wish'
  | 'discovery'

/** In the order of a fresh look: record first, servers last of what it waits for. */
export const viewKinds: readonly ViewKind[] = [
  'record',
  'copies',
  'configurations',
  'template',
  'migrations',
  'servers',
  'wish',
  'discovery',
]

export interface Views {
  /** The parts that a cached look still shows as they were; empty: caches are up to date. */
  readonly frozen: Partial<Seen>
  /** Reads that fail, cached and fresh. */
  readonly failing: readonly ViewKind[]
  readonly unchangedSince: number
  readonly sees: Sight
}

/** Which facts the caller can read at all. */
export interface Sight {
  /** What each server has loaded, from its metrics. */
  readonly loadedHash: boolean
  readonly etcdRevision: boolean
  /** Whether etcd is empty. */
  readonly emptyEtcd: boolean
  /** A census of the stored bytes with every look. */
  readonly census: boolean
}
