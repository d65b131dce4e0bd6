/**
 * Clients' writes that are possible now and can change something: at each server that serves, for the
 * first objects of each resource.
 */
import { keysFor } from '../configuration/loaded.js'
import { isServing } from '../servers/serving.js'
import { objectAt } from '../store/etcd.js'
import type { Move } from '../world/move.js'
import type { World } from '../world/world.js'

export const clientMoves = (world: World): readonly Move[] => {
  const moves: Move[] = []
  for (const server of world.servers) {
    if (!isServing(server)) continue
    for (const [at, { resource, objects }] of world.etcd.resources.entries()) {
      const writer = keysFor(server.process.loaded, at)[0]?.key.id ?? 'identity'
      const offered = Math.min(objects.size, world.clients.objects)
      for (let object = 0; object < offered; object += 1) {
        const target = { server: server.name, resource, object }
        moves.push({ kind: 'ClientWrites', ...target }, { kind: 'WriteSealed', ...target })
        if (objectAt(world.etcd, { resource: at, object })?.under !== writer)
          moves.push({ kind: 'ClientRewrites', ...target })
      }
    }
  }
  return moves
}
