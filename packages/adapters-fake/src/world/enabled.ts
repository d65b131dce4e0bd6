/**
 * `enabled`: the moves that are possible in a world, as data to choose from.
 *
 * Reads and lists change nothing and are not among them; neither is the passing of time, except where
 * something waits for it.
 */
import { migrationMoves } from '../migrator/moves.js'
import { rolloutMoves } from '../rollout/moves.js'
import { clientMoves } from '../clients/moves.js'
import { serverMoves } from '../servers/moves.js'
import { faults, sabotage, viewMoves } from './unkind-moves.js'
import type { Move, MoveClass, PlatformMove } from './move.js'
import type { World } from './world.js'

const everything: readonly MoveClass[] = ['platform', 'client', 'user', 'fault', 'view', 'sabotage']

const wishes = ({ clients, api, budget }: World): readonly Move[] =>
  budget.wishes === 0
    ? []
    : clients.wishes
        .filter((wish) => wish !== api.wish)
        .map((wish) => ({ kind: 'WishChanges', wish }))

/** What the control plane would do next by itself. */
export const platformMoves = (world: World): readonly PlatformMove[] => [
  ...rolloutMoves(world),
  ...serverMoves(world),
  ...migrationMoves(world),
  ...world.inFlight.flatMap((_, write): readonly PlatformMove[] => [
    { kind: 'WriteLands', write },
    { kind: 'WriteLost', write },
  ]),
  ...(Object.keys(world.views.frozen).length === 0 ? [] : [{ kind: 'ViewThaws' } as const]),
]

const ofClass = (world: World, moveClass: MoveClass): readonly Move[] => {
  switch (moveClass) {
    case 'platform':
      return platformMoves(world)
    case 'client':
      return clientMoves(world)
    case 'user':
      return wishes(world)
    case 'fault':
      return world.budget.faults === 0 ? [] : faults(world)
    case 'view':
      return world.budget.views === 0 ? [] : viewMoves(world)
    case 'sabotage':
      return world.budget.sabotage === 0 ? [] : sabotage(world)
  }
}

/**
 * The moves of the named classes that are possible now, all classes by default. Wishes, faults, frozen
 * views and sabotage are offered while the budget lasts. `Tick`, `Compaction`, `Scaled`, `Approved`,
 * `BackupTaken` and moves that carry texts or records are the caller's to make.
 */
export const enabled = (
  world: World,
  classes: readonly MoveClass[] = everything,
): readonly Move[] => classes.flatMap((moveClass) => ofClass(world, moveClass))
