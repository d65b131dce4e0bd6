/** The servers' own moves that are possible now. */
import type { PlatformMove } from '../world/move.js'
import type { World } from '../world/world.js'
import { canBecomeReady, canStart, kmsRefreshed } from './lifecycle.js'

export const serverMoves = (world: World): readonly PlatformMove[] => {
  const moves: PlatformMove[] = []
  for (const server of world.servers) {
    const { name } = server
    if (canStart(world, server, false))
      moves.push({ kind: 'PodStarts', server: name, mount: 'current' })
    if (canBecomeReady(world, server)) moves.push({ kind: 'PodReady', server: name })
    if (server.terminating || server.phase === 'Finished')
      moves.push({ kind: 'PodGone', server: name })
    if (world.plugins.length > 0 && kmsRefreshed(world, name) !== null)
      moves.push({ kind: 'KmsRefreshed', server: name })
  }
  return moves
}
