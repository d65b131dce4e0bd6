/**
 * An effect: one write that an adapter should do, as data, with its precondition.
 *
 * An adapter performs it as it stands or answers `Conflict`; it never repairs one.
 */
import type { ConfigurationEntry } from '../configuration/configuration.js'
import type { Ordinal } from '../configuration/ordinal.js'
import type { Record } from '../record/record.js'
import type { Condition } from '../report/condition.js'

/** Compare-and-swap on the record: `record.version` is the version that must still stand ('' : absent). */
export interface WriteRecord {
  readonly kind: 'WriteRecord'
  readonly record: Record
  /** Rides on the same write; null: nothing to say. */
  readonly condition: Condition | null
}

/** Keeps a copy of a configuration out of the pods' reach, before it is published or overwritten. */
export interface KeepCopy {
  readonly kind: 'KeepCopy'
  /**
   * `live`: the one stored now, as it is. `superseded`: an older one still within the pods' reach, as it is.
   * `next`: the one that will be written under `ordinal`.
   */
  readonly of: 'live' | 'superseded' | 'next'
  readonly ordinal: Ordinal | null
  /** Of the bytes to copy; null for `next`, which has none yet. */
  readonly hash: string | null
  readonly entries: readonly ConfigurationEntry[]
}

/** Removes a kept copy that nothing can need any more. */
export interface DiscardCopy {
  readonly kind: 'DiscardCopy'
  readonly ordinal: Ordinal | null
  readonly hash: string
}

/** What a configuration write does; one class of change per write. */
export type ConfigurationChange = 'create' | 'add' | 'promote' | 'drop' | 'republish'

/** Publishes a configuration, only over an older ordinal and over the version named. */
export interface WriteConfiguration {
  readonly kind: 'WriteConfiguration'
  readonly change: ConfigurationChange
  readonly ordinal: Ordinal
  readonly entries: readonly ConfigurationEntry[]
  /** The version that must still stand; null: none may exist. */
  readonly expectedVersion: string | null
}

/** Takes a superseded configuration out of the pods' reach; its copy is kept. */
export interface WithdrawConfiguration {
  readonly kind: 'WithdrawConfiguration'
  readonly ordinal: Ordinal | null
  readonly hash: string
}

/** Makes new servers load the live configuration, only over an older ordinal. */
export interface StampTemplate {
  readonly kind: 'StampTemplate'
  readonly ordinal: Ordinal
  readonly hash: string
  readonly expectedVersion: string
}

/** Creates one migration; its name must be free. */
export interface CreateMigration {
  readonly kind: 'CreateMigration'
  readonly name: string
  readonly resource: string
  readonly ordinal: Ordinal
  readonly attempt: number
  readonly continuity: string
}

/** Removes a migration that is older than the ordinal at hand, or is over. */
export interface DeleteMigration {
  readonly kind: 'DeleteMigration'
  readonly name: string
}

/** Writes one object of the resource back unchanged through a converged server, and wakes the migration. */
export interface TouchResource {
  readonly kind: 'TouchResource'
  readonly resource: string
  readonly migration: string
}

/**
 * Writes the condition alone, when status, reason or progress changed: over the version of the record that it
 * speaks of, so that an older view never tells over a newer one.
 */
export interface WriteCondition {
  readonly kind: 'WriteCondition'
  readonly expectedVersion: string
  readonly condition: Condition
}

export type Effect =
  | WriteRecord
  | KeepCopy
  | DiscardCopy
  | WriteConfiguration
  | WithdrawConfiguration
  | StampTemplate
  | CreateMigration
  | DeleteMigration
  | TouchResource
  | WriteCondition

export type EffectKind = Effect['kind']
