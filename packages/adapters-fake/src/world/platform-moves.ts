/**
 * What the control plane does by itself.
 */
import { expired, writeLands, writeLost } from '../clients/in-flight.js'
import {
  migrationGivesUp,
  migrationStarts,
  migrationSteps,
  migrationSucceeds,
  migratorAttaches,
} from '../migrator/run.js'
import { podCreated, podDrains, rolloutObserved } from '../rollout/rollout.js'
import { kmsRefreshed, podGone, podReady, podStarts } from '../servers/lifecycle.js'
import { compact } from '../store/etcd.js'
import type { Environment } from './environment.js'
import type { PlatformMove } from './move.js'
import type { World } from './world.js'

/** Null: the move is not possible here. */
export const platformMoved = (
  environment: Environment,
  world: World,
  move: PlatformMove,
): World | null => {
  switch (move.kind) {
    case 'Tick':
      return move.seconds > 0 ? expired({ ...world, now: world.now + move.seconds }) : null
    case 'RolloutObserved':
      return rolloutObserved(world)
    case 'PodCreated':
      return podCreated(world, move.replicaSet)
    case 'PodStarts':
      return podStarts(world, move.server, move.mount === 'stale')
    case 'PodReady':
      return podReady(world, move.server)
    case 'PodDrains':
      return podDrains(world, move.server)
    case 'PodGone':
      return podGone(world, move.server)
    case 'KmsRefreshed':
      return kmsRefreshed(world, move.server)
    case 'MigrationStarts':
      return migrationStarts(world, move.migration)
    case 'MigrationSteps':
      return migrationSteps(environment, world, move.migration, move.objects)
    case 'MigrationSucceeds':
      return migrationSucceeds(world, move.migration)
    case 'MigrationGivesUp':
      return migrationGivesUp(world, move.migration)
    case 'MigratorAttaches':
      return migratorAttaches(world, move.server)
    case 'WriteLands':
      return writeLands(environment, world, move.write)
    case 'WriteLost':
      return writeLost(world, move.write)
    case 'Compaction':
      return { ...world, etcd: compact(world.etcd) }
    case 'ViewThaws':
      return { ...world, views: { ...world.views, frozen: {} } }
  }
}
