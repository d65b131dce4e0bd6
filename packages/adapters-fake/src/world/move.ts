/**
 * A move: one thing that happens in a world, as small tagged data.
 */
import type { Concealed, Fact, Record, Wish } from '@keyroll/core'
import type { ViewKind } from '../views/views.js'

/** The control plane works. */
export type PlatformMove =
  /** Virtual time passes. */
  | { readonly kind: 'Tick'; readonly seconds: number }
  /** The Deployment controller takes note of the template and makes its ReplicaSet. */
  | { readonly kind: 'RolloutObserved' }
  | { readonly kind: 'PodCreated'; readonly replicaSet: string }
  /** The process starts and loads what its volume holds; `stale`: kubelet mounts the content before the last. */
  | { readonly kind: 'PodStarts'; readonly server: string; readonly mount: 'current' | 'stale' }
  | { readonly kind: 'PodReady'; readonly server: string }
  /** Scaled down: deletion begins, it still serves and writes. */
  | { readonly kind: 'PodDrains'; readonly server: string }
  /** The process has ended and the pod is removed. */
  | { readonly kind: 'PodGone'; readonly server: string }
  /** The process takes note of its plugins: a new key_id, or one that answers again. */
  | { readonly kind: 'KmsRefreshed'; readonly server: string }
  | { readonly kind: 'MigrationStarts'; readonly migration: string }
  /** The migrator goes through up to so many objects. */
  | { readonly kind: 'MigrationSteps'; readonly migration: string; readonly objects: number }
  | { readonly kind: 'MigrationSucceeds'; readonly migration: string }
  /** The migrator gives up, for a reason that stands in the world. */
  | { readonly kind: 'MigrationGivesUp'; readonly migration: string }
  | { readonly kind: 'MigratorAttaches'; readonly server: string }
  /** A write in flight reaches etcd. */
  | { readonly kind: 'WriteLands'; readonly write: number }
  | { readonly kind: 'WriteLost'; readonly write: number }
  | { readonly kind: 'Compaction' }
  | { readonly kind: 'ViewThaws' }

/** Clients' requests; objects are named by their index within the resource. */
export type ClientMove =
  | {
      readonly kind: 'ClientReads'
      readonly server: string
      readonly resource: string
      readonly object: number
    }
  | { readonly kind: 'ClientLists'; readonly server: string; readonly resource: string }
  /** New content; the index after the last creates an object. */
  | {
      readonly kind: 'ClientWrites'
      readonly server: string
      readonly resource: string
      readonly object: number
    }
  /** Writes an object back as it is: seals anew only where the server finds it stale. */
  | {
      readonly kind: 'ClientRewrites'
      readonly server: string
      readonly resource: string
      readonly object: number
    }
  /** New content, sealed and sent, not yet in etcd. */
  | {
      readonly kind: 'WriteSealed'
      readonly server: string
      readonly resource: string
      readonly object: number
    }

/** People ask for something. */
export type UserMove =
  | { readonly kind: 'WishChanges'; readonly wish: Wish | null }
  | { readonly kind: 'Scaled'; readonly replicas: number }
  | {
      readonly kind: 'Approved'
      readonly stage: 'WritePromote' | 'Migrating' | 'Retiring'
      readonly epoch: number
    }
  | { readonly kind: 'BackupTaken' }

/** What goes wrong in any control plane, now and then. */
export type FaultMove =
  /** The process ends; its container starts again. */
  | { readonly kind: 'PodCrashes'; readonly server: string }
  | { readonly kind: 'PodEvicted'; readonly server: string }
  /** The pod fails for good, all its containers have ended, the object stays. */
  | { readonly kind: 'PodFails'; readonly server: string }
  | { readonly kind: 'MigrationFails'; readonly migration: string }
  | { readonly kind: 'MigrationHangs'; readonly migration: string }
  | { readonly kind: 'MigrationLost'; readonly migration: string }
  | { readonly kind: 'MigratorBlocked'; readonly reason: string | null }
  | { readonly kind: 'RecordLost' }
  | { readonly kind: 'RecordRestored'; readonly record: Record | null }
  | { readonly kind: 'ConfigurationLost' }
  | { readonly kind: 'RolloutUndone'; readonly replicaSet: string }
  | { readonly kind: 'ControllerRestarts' }
  | { readonly kind: 'ReadsFail'; readonly kinds: readonly ViewKind[] }
  | {
      readonly kind: 'DiscoveryChanges'
      readonly resource: string
      readonly served: Fact<'Served' | 'NotServed'>
    }
  /** The plugin reports a new key_id; it still opens what those before it sealed. */
  | { readonly kind: 'KmsKeyChanges'; readonly endpoint: string; readonly keyId: string }
  | { readonly kind: 'KmsAnswers'; readonly endpoint: string; readonly answers: boolean }

/** Caches stand still. */
export type ViewMove = { readonly kind: 'ViewFreezes'; readonly kinds: readonly ViewKind[] }

/** What a person does by hand, against the protocol. */
export type SabotageMove =
  | { readonly kind: 'ConfigurationEdited'; readonly text: Concealed<string> }
  /** The backup's configuration object stands again (over the fixed one, or beside the others). */
  | { readonly kind: 'ConfigurationRestored' }
  | { readonly kind: 'OldReplicaSetScaled'; readonly replicaSet: string; readonly replicas: number }
  | { readonly kind: 'EtcdRestored' }

export type Move = PlatformMove | ClientMove | UserMove | FaultMove | ViewMove | SabotageMove

export type MoveClass = 'platform' | 'client' | 'user' | 'fault' | 'view' | 'sabotage'

/** Which of the closed sets a move belongs to. */
export const classOf = (move: Move): MoveClass => {
  switch (move.kind) {
    case 'Tick':
    case 'RolloutObserved':
    case 'PodCreated':
    case 'PodReady':
    case 'PodDrains':
    case 'PodGone':
    case 'KmsRefreshed':
    case 'MigrationStarts':
    case 'MigrationSteps':
    case 'MigrationSucceeds':
    case 'MigrationGivesUp':
    case 'MigratorAttaches':
    case 'WriteLands':
    case 'WriteLost':
    case 'Compaction':
    case 'ViewThaws':
      return 'platform'
    case 'PodStarts':
      return move.mount === 'stale' ? 'sabotage' : 'platform'
    case 'ClientReads':
    case 'ClientLists':
    case 'ClientWrites':
    case 'ClientRewrites':
    case 'WriteSealed':
      return 'client'
    case 'WishChanges':
    case 'Scaled':
    case 'Approved':
    case 'BackupTaken':
      return 'user'
    case 'PodCrashes':
    case 'PodEvicted':
    case 'PodFails':
    case 'MigrationFails':
    case 'MigrationHangs':
    case 'MigrationLost':
    case 'MigratorBlocked':
    case 'RecordLost':
    case 'RecordRestored':
    case 'ConfigurationLost':
    case 'RolloutUndone':
    case 'ControllerRestarts':
    case 'ReadsFail':
    case 'DiscoveryChanges':
    case 'KmsKeyChanges':
    case 'KmsAnswers':
      return 'fault'
    case 'ViewFreezes':
      return 'view'
    case 'ConfigurationEdited':
    case 'ConfigurationRestored':
    case 'OldReplicaSetScaled':
    case 'EtcdRestored':
      return 'sabotage'
  }
}
