/**
 * `apply`: one move, made in a world. Total, pure and deterministic.
 */
import { requested } from '../clients/requests.js'
import { viewFreezes } from '../views/seen.js'
import type { Budget } from './budget.js'
import type { Environment } from './environment.js'
import { faultMoved } from './fault-moves.js'
import type { Move } from './move.js'
import type { Answer, Outcome } from './outcome.js'
import { platformMoved } from './platform-moves.js'
import { sabotaged } from './sabotage-moves.js'
import { userMoved } from './user-moves.js'
import type { World } from './world.js'

const noAnswers: readonly Answer[] = []

const outcome = (before: World, after: World | null): Outcome => ({
  world: after ?? before,
  answers: noAnswers,
  happened: after !== null,
})

const spent = (world: World, what: keyof Budget): World =>
  world.budget[what] === 0
    ? world
    : { ...world, budget: { ...world.budget, [what]: world.budget[what] - 1 } }

/**
 * Makes a move: the next world, and what clients were answered. A move that is not possible leaves the
 * world as it is, and `happened` is false. Faults, views, sabotage and wishes use up the budget.
 */
export const apply =
  (environment: Environment) =>
  (world: World, move: Move): Outcome => {
    switch (move.kind) {
      case 'ClientReads':
      case 'ClientLists':
      case 'ClientWrites':
      case 'ClientRewrites':
      case 'WriteSealed':
        return requested(environment, world, move)
      case 'WishChanges':
        return outcome(world, userMoved(spent(world, 'wishes'), move))
      case 'Scaled':
      case 'Approved':
      case 'BackupTaken':
        return outcome(world, userMoved(world, move))
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
        return outcome(world, faultMoved(spent(world, 'faults'), move))
      case 'ViewFreezes':
        return outcome(world, viewFreezes(spent(world, 'views'), move.kinds))
      case 'ConfigurationEdited':
      case 'ConfigurationRestored':
      case 'OldReplicaSetScaled':
      case 'EtcdRestored':
        return outcome(world, sabotaged(environment, spent(world, 'sabotage'), move))
      case 'PodStarts': {
        const start = move.mount === 'stale' ? spent(world, 'sabotage') : world
        return outcome(world, platformMoved(environment, start, move))
      }
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
        return outcome(world, platformMoved(environment, world, move))
    }
  }
