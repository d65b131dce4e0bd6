/** What stood in the control plane when a backup was taken; cheap, since worlds share what they hold. */
import type { Record } from '@keyroll/core'
import type { PublishedConfiguration } from '../configuration/published.js'
import type { StoredMigration } from '../migrator/stored-migration.js'
import type { Etcd } from '../store/etcd.js'

export interface Backup {
  /** Unix seconds. */
  readonly time: number
  readonly record: Record | null
  readonly configuration: PublishedConfiguration | null
  readonly etcd: Etcd
  /** They stand in the etcd that is backed up. */
  readonly migrations: readonly StoredMigration[]
}
