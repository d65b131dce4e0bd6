/** The migrator's moves that are possible now. */
import { isServing } from '../servers/serving.js'
import type { PlatformMove } from '../world/move.js'
import type { World } from '../world/world.js'
import { mayGiveUp, mayStart, mayStep, maySucceed } from './run.js'

export const migrationMoves = (world: World): readonly PlatformMove[] => {
  const moves: PlatformMove[] = []
  let open = false
  for (const migration of world.api.migrations) {
    if (migration.end !== null) continue
    open = true
    const { name } = migration
    if (mayStart(world, migration)) moves.push({ kind: 'MigrationStarts', migration: name })
    if (mayStep(world, migration))
      moves.push({ kind: 'MigrationSteps', migration: name, objects: 1 })
    if (maySucceed(world, migration)) moves.push({ kind: 'MigrationSucceeds', migration: name })
    if (mayGiveUp(world, migration)) moves.push({ kind: 'MigrationGivesUp', migration: name })
  }
  if (open)
    for (const server of world.servers)
      if (isServing(server) && server.name !== world.migrator.server)
        moves.push({ kind: 'MigratorAttaches', server: server.name })
  return moves
}
