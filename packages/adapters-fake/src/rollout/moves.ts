/** The rollout's moves that are possible now. */
import type { PlatformMove } from '../world/move.js'
import type { World } from '../world/world.js'
import { drainable, isUnobserved, wantsPod } from './scaling.js'

export const rolloutMoves = (world: World): readonly PlatformMove[] => {
  const moves: PlatformMove[] = []
  if (isUnobserved(world)) moves.push({ kind: 'RolloutObserved' })
  for (const replicaSet of world.api.replicaSets)
    if (wantsPod(world, replicaSet)) moves.push({ kind: 'PodCreated', replicaSet: replicaSet.name })
  for (const { name } of drainable(world)) moves.push({ kind: 'PodDrains', server: name })
  return moves
}
