/** What happens in stories: `when(theWishIs(B))`, `when(theRecordIsLost)`. */
import {
  type ConfigurationEntry,
  type Fact,
  type Key,
  type Wish,
  known,
  unknown,
} from '@keyroll/core'
import { type Move, type World, symbolicText } from '@keyroll/adapters-fake'
import { wishFor } from './cast.js'
import { liveIn } from './live.js'
import type { Happening } from './story.js'

/** The user wishes for the key, for Secrets unless it is said. */
export const theWishIs = (
  key: Key,
  resources?: readonly string[],
  rest: Partial<Wish> = {},
): Move => ({ kind: 'WishChanges', wish: wishFor(key, resources, rest) })

export const theWishIsRemoved: Move = { kind: 'WishChanges', wish: null }

export const theRecordIsLost: Move = { kind: 'RecordLost' }

export const theConfigurationIsLost: Move = { kind: 'ConfigurationLost' }

/** Every object that holds a configuration is lost, kept copies apart. */
export const allConfigurationsAreLost: Happening = (world) => ({
  ...world,
  api: { ...world.api, configurations: [] },
})

export const aBackupIsTaken: Move = { kind: 'BackupTaken' }

/** The record of the backup stands again. */
export const theOlderRecordStandsAgain: Happening = (world) => ({
  kind: 'RecordRestored',
  record: world.backup?.record ?? null,
})

export const etcdIsRestored: Move = { kind: 'EtcdRestored' }

export const theOlderConfigurationStandsAgain: Move = { kind: 'ConfigurationRestored' }

export const theControllerRestarts: Move = { kind: 'ControllerRestarts' }

export const scaledTo = (replicas: number): Move => ({ kind: 'Scaled', replicas })

/** Somebody edits the live configuration, and leaves its first line as it is. */
export const theConfigurationIsEditedTo =
  (...entries: readonly ConfigurationEntry[]): Happening =>
  (world) => ({
    kind: 'ConfigurationEdited',
    text: symbolicText(entries, liveIn(world)?.loaded.ordinal ?? null),
  })

const approval =
  (stage: 'WritePromote' | 'Migrating' | 'Retiring'): Happening =>
  (world) => ({ kind: 'Approved', stage, epoch: world.api.record?.history[0]?.startedTime ?? 0 })

/** A person approves the stage for the epoch that runs. */
export const approved = approval

const discovery = (resource: string, served: Fact<'Served' | 'NotServed'>): Move => ({
  kind: 'DiscoveryChanges',
  resource,
  served,
})

/** Nobody can tell whether the resource is served. */
export const theGroupIsUnavailable = (resource: string): Move =>
  discovery(resource, unknown('the APIService has no endpoints'))

/** The CRD is gone: the resource is proven absent. */
export const theResourceIsGone = (resource: string): Move => discovery(resource, known('NotServed'))

export const theResourceIsServed = (resource: string): Move => discovery(resource, known('Served'))

/** The plugin of a KMS key falls silent, or answers again. */
export const theKmsOf =
  (key: Key, answers: boolean): Happening =>
  (world) => ({
    kind: 'KmsAnswers',
    endpoint:
      world.plugins.find(({ remoteKey }) => 'fingerprint' in key && remoteKey === key.fingerprint)
        ?.endpoint ?? '',
    answers,
  })

/** The newest migration of the resource that is not over. */
export const runningMigration = ({ api }: World, resource = 'secrets'): string =>
  api.migrations.filter((each) => each.resource === resource && each.end === null).at(-1)?.name ??
  ''

export const theMigrationFails: Happening = (world) => ({
  kind: 'MigrationFails',
  migration: runningMigration(world),
})

export const theMigrationHangs: Happening = (world) => ({
  kind: 'MigrationHangs',
  migration: runningMigration(world),
})

/** The ReplicaSet before the newest one, by the order of their making. */
const olderReplicaSet = ({ api }: World): string => api.replicaSets.at(-2)?.name ?? ''

export const theRolloutIsUndone: Happening = (world) => ({
  kind: 'RolloutUndone',
  replicaSet: olderReplicaSet(world),
})

/** Somebody scales the ReplicaSet before the newest one up by a pod. */
export const anOldReplicaSetIsScaledUp: Happening = (world) => ({
  kind: 'OldReplicaSetScaled',
  replicaSet: olderReplicaSet(world),
  replicas: (world.api.replicaSets.at(-2)?.replicas ?? 0) + 1,
})

/** Something that no move is there for. */
export const theWorldBecomes =
  (change: (world: World) => World): Happening =>
  (world) =>
    change(world)
