/** Faults, frozen views and sabotage that are possible now. */
import { liveConfiguration } from '../configuration/live.js'
import { isActive, newestReplicaSet } from '../rollout/counts.js'
import { canStart } from '../servers/lifecycle.js'
import { viewKinds } from '../views/views.js'
import type { Move } from './move.js'
import type { World } from './world.js'

/** What may go wrong by itself. */
export const faults = (world: World): readonly Move[] => {
  const { api, servers, backup } = world
  const moves: Move[] = []
  for (const server of servers) {
    if (server.process !== null) moves.push({ kind: 'PodCrashes', server: server.name })
    if (isActive(server))
      moves.push(
        { kind: 'PodEvicted', server: server.name },
        { kind: 'PodFails', server: server.name },
      )
  }
  for (const { name, end, hangs } of api.migrations) {
    if (end === null) moves.push({ kind: 'MigrationFails', migration: name })
    if (end === null && !hangs) moves.push({ kind: 'MigrationHangs', migration: name })
    moves.push({ kind: 'MigrationLost', migration: name })
  }
  if (api.record !== null) moves.push({ kind: 'RecordLost' })
  if (backup !== null && backup.record?.version !== api.record?.version)
    moves.push({ kind: 'RecordRestored', record: backup.record })
  if (liveConfiguration(api.configurations) !== null) moves.push({ kind: 'ConfigurationLost' })
  const newest = newestReplicaSet(api.deployment, api.replicaSets)
  for (const { name } of api.replicaSets)
    if (newest !== undefined && name !== newest.name)
      moves.push({ kind: 'RolloutUndone', replicaSet: name })
  return moves
}

/** Every cache by itself, and all of them at once. */
export const viewMoves = (world: World): readonly Move[] =>
  Object.keys(world.views.frozen).length > 0
    ? []
    : [
        ...viewKinds.map((kind): Move => ({ kind: 'ViewFreezes', kinds: [kind] })),
        { kind: 'ViewFreezes', kinds: viewKinds },
      ]

/** What a hand may do. */
export const sabotage = (world: World): readonly Move[] => {
  const { api, backup, servers } = world
  const moves: Move[] = []
  const newest = newestReplicaSet(api.deployment, api.replicaSets)
  for (const { name, replicas } of api.replicaSets)
    if (newest !== undefined && name !== newest.name)
      moves.push({ kind: 'OldReplicaSetScaled', replicaSet: name, replicas: replicas + 1 })
  for (const server of servers)
    if (canStart(world, server, true))
      moves.push({ kind: 'PodStarts', server: server.name, mount: 'stale' })
  if (backup !== null) {
    moves.push({ kind: 'EtcdRestored' })
    if (backup.configuration !== null) moves.push({ kind: 'ConfigurationRestored' })
  }
  return moves
}
