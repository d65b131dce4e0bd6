/**
 * Everything that `decide` looks at: an immutable snapshot, total, with the time in it.
 */
import type { Configuration, ConfigurationEntry } from '../configuration/configuration.js'
import type { Ordinal } from '../configuration/ordinal.js'
import type { Migration } from '../migration/migration.js'
import type { Record } from '../record/record.js'
import type { Condition } from '../report/condition.js'
import type { Servers, Template } from '../servers/servers.js'
import type { Fact } from './fact.js'
import type { Wish } from './wish.js'

/** The EncryptionConfiguration stored now. */
export interface LiveConfiguration extends Configuration {
  /** The resourceVersion that a write over it must name. */
  readonly version: string
}

/** A configuration kept out of the pods' reach, so that no key is ever forgotten. */
export interface KeptCopy {
  /** Null: a configuration that was found, not written, by keyroll. */
  readonly ordinal: Ordinal | null
  readonly hash: string
  readonly entries: readonly ConfigurationEntry[]
}

/** One concrete resource of the rotated entries; wildcards are expanded to what kube-apiserver stores. */
export interface StoredResource {
  /** Group-resource: `secrets`, `deployments.apps`. */
  readonly resource: string
  /** `NotServed` is proof of absence: discovery is current, and neither CRD nor APIService exists. */
  readonly served: Fact<'Served' | 'NotServed'>
  /** Since when absence has been proven, unix seconds; null: it is not, or was seen for the first time. */
  readonly absentSince: number | null
  /** An object that may be written back unchanged to wake a quiet migrator; null: the caller names none. */
  readonly touchable: string | null
}

/** One line of a census: under which stored prefixes the objects of a resource are. */
export interface CensusLine {
  readonly resource: string
  /** Objects per prefix, as `storedPrefix` writes it. */
  readonly prefixes: Readonly<{ [prefix: string]: number }>
}

export interface Observation {
  /** The API server's time, unix seconds. */
  readonly now: number
  /** `fresh`: quorum reads, pods last. `cached`: informers, good enough to wait with. */
  readonly look: 'cached' | 'fresh'
  /** The schema version of an object that a newer keyroll wrote; null: none is newer. */
  readonly newerSchema: string | null
  /** Null: there is none. */
  readonly record: Fact<Record | null>
  /** Null: there is none. */
  readonly configuration: Fact<LiveConfiguration | null>
  readonly copies: Fact<readonly KeptCopy[]>
  /** Configurations of older ordinals that a starting pod could still load; empty where one is overwritten. */
  readonly superseded: Fact<readonly Configuration[]>
  /** `immutable`: one object per ordinal, so the ordinal tells what was loaded. `fixed`: one is overwritten. */
  readonly delivery: 'immutable' | 'fixed'
  readonly template: Fact<Template | null>
  /** Known only when the list is complete and synced. */
  readonly servers: Fact<Servers>
  /** Equal now and then: no server can have run on an older ordinal meanwhile. */
  readonly continuity: Fact<string>
  /** Since when the same converged set of servers has been seen without a gap, unix seconds. */
  readonly unchangedSince: Fact<number>
  /** Null: nothing is asked for. */
  readonly wish: Fact<Wish | null>
  readonly resources: readonly StoredResource[]
  readonly migrations: Fact<readonly Migration[]>
  /** What keeps the migrator from working on ours, for people; null: nothing is known to. */
  readonly migratorBlocked: string | null
  /** The record or the configuration is an encrypted resource of the same cluster. */
  readonly selfHosted: boolean
  /** Proof that every server runs without any encryption configuration. */
  readonly unencryptedServers: Fact<boolean>
  /** Proof that etcd holds no object of the resources yet. */
  readonly emptyEtcd: Fact<boolean>
  readonly etcdRevision: Fact<number>
  /** When the newest backup was taken, unix seconds; null: none. */
  readonly backupTime: Fact<number | null>
  /** A person's word, per stage and epoch. */
  readonly approvals: readonly Approval[]
  /** The condition that stands on the record's object now; null: none. */
  readonly condition: Condition | null
  /** What the stored bytes say, where the caller can take one. It outranks all evidence. */
  readonly census: Fact<readonly CensusLine[]>
}

export interface Approval {
  readonly stage: 'WritePromote' | 'Migrating' | 'Retiring'
  readonly epoch: number
}
