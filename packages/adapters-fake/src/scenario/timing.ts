/**
 * When a move is due in a play that runs as a real control plane does.
 *
 * Source of the seconds: Kubernetes 1.37, as run. `apply` does not ask: there a move may come at any time.
 */
import { serverNamed, unreadableKey } from '../servers/serving.js'
import { isCustom } from '../store/object-name.js'
import { resourceIndex } from '../store/etcd.js'
import type { PlatformMove } from '../world/move.js'
import type { World } from '../world/world.js'

/** Seconds that things take. */
const seconds = {
  rolloutObserved: 1,
  podStarts: 2,
  podReady: 4,
  /** kube-apiserver waits so long for a resource that it cannot list, Secrets apart, then goes ready. */
  podReadyWithoutResource: 62,
  podGone: 10,
  finishedPodGone: 60,
  migrationStarts: 1,
  /** A migrator in tree that no event of the resource wakes. */
  quietMigration: 41,
  migrationWithoutCache: 60,
  migrationWithoutResource: 82,
} as const

const readyAfter = (world: World, name: string): number => {
  const process = serverNamed(world, name)?.process
  if (process === undefined || process === null) return seconds.podReady
  const lacks = world.etcd.resources.some(
    ({ resource }, at) => !isCustom(resource) && unreadableKey(world, process, at) !== null,
  )
  return lacks ? seconds.podReadyWithoutResource : seconds.podReady
}

const stepsDue = (world: World, name: string): number => {
  const migration = world.api.migrations.find((each) => each.name === name)
  if (migration === undefined || migration.startedTime === null) return world.now
  const objects = world.etcd.resources[resourceIndex(world.etcd, migration.resource)]
  const isQuiet =
    world.migrator.kind === 'storagemigration.k8s.io' &&
    (objects?.revision ?? 0) <= migration.startRevision
  return migration.startedTime + (isQuiet ? seconds.quietMigration : 0)
}

const gaveUpDue = (world: World, name: string): number => {
  const migration = world.api.migrations.find((each) => each.name === name)
  if (migration === undefined) return world.now
  const found = world.api.discovery.find(({ resource }) => resource === migration.resource)
  const served = found?.served._tag === 'Known' && found.served.value === 'Served'
  return (
    migration.createdTime +
    (served ? seconds.migrationWithoutCache : seconds.migrationWithoutResource)
  )
}

/** Unix seconds from which on the move is due; null: it never comes by itself. */
export const dueAt = (world: World, move: PlatformMove): number | null => {
  switch (move.kind) {
    case 'RolloutObserved':
      return world.api.deployment.since + seconds.rolloutObserved
    case 'PodCreated':
    case 'PodDrains':
    case 'MigrationSucceeds':
    case 'KmsRefreshed':
    case 'WriteLands':
    case 'ViewThaws':
      return world.now
    case 'PodStarts':
      return move.mount === 'stale'
        ? null
        : (serverNamed(world, move.server)?.since ?? world.now) + seconds.podStarts
    case 'PodReady':
      return (serverNamed(world, move.server)?.since ?? world.now) + readyAfter(world, move.server)
    case 'PodGone': {
      const server = serverNamed(world, move.server)
      return (
        (server?.since ?? world.now) +
        (server?.phase === 'Finished' ? seconds.finishedPodGone : seconds.podGone)
      )
    }
    case 'MigrationStarts':
      return (
        (world.api.migrations.find(({ name }) => name === move.migration)?.createdTime ??
          world.now) + seconds.migrationStarts
      )
    case 'MigrationSteps':
      return stepsDue(world, move.migration)
    case 'MigrationGivesUp':
      return gaveUpDue(world, move.migration)
    case 'MigratorAttaches':
      return world.migrator.server === null ? world.now : null
    case 'WriteLost':
    case 'Compaction':
    case 'Tick':
      return null
  }
}
