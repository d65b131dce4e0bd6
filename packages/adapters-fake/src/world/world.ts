/**
 * The world: one whole control plane as plain data. Nothing in it changes; moves make new worlds.
 *
 * It can be compared, stored and copied: all of it is plain objects and lists, except that key material
 * and the texts that hold some are `Concealed`.
 */
import type { Etcd } from '../store/etcd.js'
import type { KmsPlugin } from '../etcd/kms-plugin.js'
import type { Server } from '../servers/server.js'
import type { Migrator } from '../migrator/migrator.js'
import type { Views } from '../views/views.js'
import type { Clients, WriteInFlight } from '../clients/clients.js'
import type { Api } from './api.js'
import type { Backup } from './backup.js'
import type { Budget } from './budget.js'

/** A KMS plugin and since when it has not answered. */
export interface Plugin extends KmsPlugin {
  /** Unix seconds; null: it answers. */
  readonly downSince: number | null
}

export interface World {
  /** Virtual time, unix seconds. */
  readonly now: number
  /** What nonces are derived from. */
  readonly seed: number
  /** What the API server of the management side stores: record, configurations, Deployment, migrations. */
  readonly api: Api
  /** The kube-apiservers: pods and the processes in them, in the order of their creation. */
  readonly servers: readonly Server[]
  readonly etcd: Etcd
  readonly migrator: Migrator
  readonly clients: Clients
  /** Writes that a server has sealed and that have not reached etcd. */
  readonly inFlight: readonly WriteInFlight[]
  /** The KMS plugins that the servers' configurations name. */
  readonly plugins: readonly Plugin[]
  readonly views: Views
  /** What `EtcdRestored`, `RecordRestored` and `ConfigurationRestored` bring back; null: no backup yet. */
  readonly backup: Backup | null
  /** How many moves of each unkind sort `enabled` still offers. */
  readonly budget: Budget
}
