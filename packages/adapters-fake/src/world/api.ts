/**
 * The objects that the protocol reads and writes, each with the resourceVersion that guards it.
 */
import type { Approval, Condition, Fact, Record, Wish } from '@keyroll/core'
import type { KeptConfiguration, PublishedConfiguration } from '../configuration/published.js'
import type { Deployment, ReplicaSet } from '../rollout/deployment.js'
import type { StoredMigration } from '../migrator/stored-migration.js'

/** One resource as discovery tells of it. */
export interface DiscoveredResource {
  readonly resource: string
  readonly served: Fact<'Served' | 'NotServed'>
  /** When it was first found gone, unix seconds; null: it is not. */
  readonly absentSince: number | null
}

export interface Api {
  /** The last resourceVersion given out. */
  readonly version: number
  /** `immutable`: one configuration object per ordinal; `fixed`: one that is overwritten. */
  readonly delivery: 'immutable' | 'fixed'
  readonly record: Record | null
  /** On the record's object: writing it changes the record's version too. */
  readonly condition: Condition | null
  /** In the order of their publication; the live one is the newest of them by ordinal. */
  readonly configurations: readonly PublishedConfiguration[]
  /** What the fixed object held before its last write: a lagging kubelet may still mount it. */
  readonly overwritten: PublishedConfiguration | null
  /** Out of the pods' reach. */
  readonly copies: readonly KeptConfiguration[]
  readonly deployment: Deployment
  readonly replicaSets: readonly ReplicaSet[]
  readonly migrations: readonly StoredMigration[]
  readonly wish: Wish | null
  readonly discovery: readonly DiscoveredResource[]
  readonly approvals: readonly Approval[]
  /** The schema version that a newer keyroll left on an object; null: none. */
  readonly newerSchema: string | null
  readonly selfHosted: boolean
}
