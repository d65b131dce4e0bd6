/**
 * A gate: what a stage waits for. Time alone never opens one that guards data.
 */
export type GateReason =
  | 'RecordUnknown'
  | 'ConfigurationUnknown'
  | 'WishUnknown'
  | 'DiscoveryUnknown'
  | 'StaleView'
  | 'LoadedUnknown'
  | 'ServersNotConverged'
  | 'Paused'
  | 'Settling'
  | 'AwaitingMigrations'
  | 'MigrationFailed'
  | 'MigrationStuck'
  | 'MigratorBlocked'
  | 'CompactionGrace'
  | 'BackupPending'
  | 'AwaitingApproval'
  | 'StateConfigMismatch'
  | 'RecordAndConfigurationLost'
  | 'DataRestored'
  | 'ForeignKey'
  | 'SlotsFull'
  | 'NewerSchema'

export interface Gate {
  readonly reason: GateReason
  /** What is waited for, a phrase each: a server and why, a resource and why, a key. */
  readonly about: readonly string[]
  /** Since when, unix seconds; null: not known. */
  readonly since: number | null
}

export const gate = (
  reason: GateReason,
  about: readonly string[] = [],
  since: number | null = null,
): Gate => ({ reason, about, since })
