/**
 * A StorageVersionMigration object and how far the migrator has come with it.
 */
import type { Migration } from '@keyroll/core'

export interface StoredMigration extends Omit<Migration, 'outcome'> {
  /** The condition Running; it may stand beside either end. */
  readonly running: boolean
  readonly end: 'Succeeded' | 'Failed' | null
  /** When the migrator began, unix seconds; null: it has not. */
  readonly startedTime: number | null
  /** etcd's revision then; the migrator in tree skips what is newer. */
  readonly startRevision: number
  /** Objects before this index are done. */
  readonly position: number
  /** The migrator has lost sight of it, until it is woken or deleted. */
  readonly hangs: boolean
}

/** The object as core reads it: the end counts, whatever Running says. */
export const migrationOf = (stored: StoredMigration): Migration => ({
  name: stored.name,
  resource: stored.resource,
  ordinal: stored.ordinal,
  attempt: stored.attempt,
  continuity: stored.continuity,
  outcome: stored.end ?? (stored.running ? 'Running' : 'Pending'),
  createdTime: stored.createdTime,
  endedTime: stored.endedTime,
  touchedTime: stored.touchedTime,
  message: stored.message,
})
