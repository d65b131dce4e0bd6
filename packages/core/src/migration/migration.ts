/**
 * A migration: one StorageVersionMigration object for one resource, created under one ordinal.
 */
import type { Ordinal } from '../configuration/ordinal.js'

/** `Succeeded` and `Failed` are what counts; `Running` may stand beside either and proves nothing. */
export type MigrationOutcome = 'Pending' | 'Running' | 'Succeeded' | 'Failed'

export interface Migration {
  readonly name: string
  /** Group-resource: `secrets`, `deployments.apps`. */
  readonly resource: string
  /** Null: not one of ours. */
  readonly ordinal: Ordinal | null
  /** Counts the attempts for a resource under one ordinal, from 1. */
  readonly attempt: number
  /** The continuity token at its creation; null when it carries none. */
  readonly continuity: string | null
  readonly outcome: MigrationOutcome
  /** Unix seconds. */
  readonly createdTime: number
  /** When it succeeded or failed, unix seconds; null before. */
  readonly endedTime: number | null
  /** When it was last woken after a touch of its resource, unix seconds; null: never. */
  readonly touchedTime: number | null
  /** What the migrator says, for people. */
  readonly message: string | null
}

/** The name of an attempt; a new one each time, since a terminal migration never runs again. */
export const migrationName = (resource: string, ordinal: Ordinal, attempt: number): string =>
  `encryption-migration-${resource.includes('.') ? resource : `core-${resource}`}-${ordinal.epoch}-${ordinal.step}-${attempt}`
