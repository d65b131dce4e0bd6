/**
 * The parts that a world falls into. Each part is interned: equal parts have one number, and a state of the
 * search is a tuple of such numbers.
 *
 * What is left out, and why it cannot be told by `decide` or by the properties:
 * - names of servers and ReplicaSets: servers are sorted, a ReplicaSet is called by its template's ordinal;
 * - resourceVersions: a frozen record or template says whether it is still current, a configuration is
 *   known by its ordinal;
 * - time stands still at 0: `grace` and `retryAfter` are over at once, `settle` and `migrationDeadline` are
 *   moves. A write in flight cannot land after the settle move;
 * - epochs and steps are numbered densely; the second's `now` never separates two attempts;
 * - etcd's revisions: per object whether it is newer than the start of a running migration;
 * - history behind the newest `Completed`, times, messages, conditions; the content of objects.
 *
 * What is made simpler, so that the search is smaller:
 * - a pod mounts its configuration when it is created, if it is there; one deleted before it was ready is gone
 *   at once; the migrator is connected to any server at each step, and takes objects in any order;
 * - a write in flight appears only when its server ends (before that it is a write), and counts as a fault;
 * - freezing is part of the move that first makes the frozen part differ. Either one kind of cache stands still,
 *   or one write that was decided on lands later. Unless `extended`, a frozen list of servers, or a Deployment
 *   of a current template, that shows a rollout under way is left out: it only holds. The counters of a frozen
 *   Deployment freeze with it;
 * - a ReplicaSet without pods is forgotten when its configuration has gone;
 * - discovery, KMS plugins, approvals, grace, backups and the fixed delivery do not change.
 */
interface RecordEntryPart {
  readonly active: number
  /** -1: none. */
  readonly target: number
  readonly older: readonly number[]
}

interface HistoryPart {
  readonly state: string
  /** 0 for all but the newest. */
  readonly epoch: number
  readonly plan: readonly (readonly [number, number])[]
}

export interface RecordPart {
  readonly entries: readonly RecordEntryPart[]
  readonly history: readonly HistoryPart[]
  readonly skipped: readonly string[]
}

interface ReplicaSetPart {
  /** Configuration of its template. */
  readonly of: number
  readonly replicas: number
}

/** The Deployment and its ReplicaSets. */
export interface DeploymentPart {
  readonly template: number
  readonly observed: boolean
  readonly observedReplicaSet: number
  readonly replicaSets: readonly ReplicaSetPart[]
}

/** `Created` 0, `Starting` 1, `Ready` 2, `Finished` 3. */
export interface ServerPart {
  readonly of: number
  readonly phase: number
  readonly terminating: boolean
}

export interface ServersPart {
  readonly servers: readonly ServerPart[]
  /** The same set has been seen for `settle`. */
  readonly settled: boolean
}

export interface ObjectPart {
  readonly under: number
  /** Written after the running migration began. */
  readonly newer: boolean
  /** Keys of writes that outlived their server and may still land on it. */
  readonly flights: readonly number[]
}

export interface ObjectsPart {
  /** Objects before it are done; -1: no migration runs. */
  readonly position: number
  readonly objects: readonly ObjectPart[]
}

export type EtcdPart = readonly ObjectsPart[]

export interface MigrationPart {
  readonly resource: number
  readonly ordinal: number
  readonly attempt: number
  readonly continuity: string
  readonly end: 'Succeeded' | 'Failed' | null
  readonly started: boolean
  readonly hangs: boolean
  /** Its deadline is over. */
  readonly overdue: boolean
}

/** Numbers of interned parts; -1: not frozen. Either a cache of one kind stands still, or a write is late. */
export interface FrozenPart {
  /** A write that was decided on and has not landed yet, as after a restart of the controller. */
  readonly late: number
  readonly record: number
  readonly published: number
  readonly copies: number
  readonly deployment: number
  readonly servers: number
  readonly migrations: number
  readonly wish: number
  /** The record, the template have been written since. */
  readonly recordDirty: boolean
  readonly templateDirty: boolean
}
