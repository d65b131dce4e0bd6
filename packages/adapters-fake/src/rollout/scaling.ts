/**
 * What the Deployment and ReplicaSet controllers would do next, by the rules of apps/v1.
 *
 * Both controllers are one here: creating a pod scales its ReplicaSet up, draining one scales it down.
 */
import type { Server } from '../servers/server.js'
import type { World } from '../world/world.js'
import { countPods, isActive, newestReplicaSet } from './counts.js'
import type { ReplicaSet } from './deployment.js'

/** The Deployment controller has not looked at the newest spec yet. */
export const isUnobserved = ({ api: { deployment } }: World): boolean =>
  deployment.observedGeneration !== deployment.generation

/** Whether the newest ReplicaSet may grow by one pod. */
const mayGrow = (world: World, newest: ReplicaSet): boolean => {
  const { deployment } = world.api
  const { replicas, strategy } = deployment
  if (countPods(world.servers, newest.name).active >= replicas) return false
  if (strategy.kind === 'Recreate')
    return world.servers.every(
      (server) => server.replicaSet === newest.name || server.phase === 'Finished',
    )
  return countPods(world.servers, null).active < replicas + strategy.maxSurge
}

/** Whether a pod of the ReplicaSet would be created now. */
export const wantsPod = (world: World, replicaSet: ReplicaSet): boolean => {
  if (countPods(world.servers, replicaSet.name).active < replicaSet.replicas) return true
  if (isUnobserved(world)) return false
  const newest = newestReplicaSet(world.api.deployment, world.api.replicaSets)
  return newest?.name === replicaSet.name && mayGrow(world, newest)
}

/** Old pods that may go without leaving fewer than the wanted servers available. */
const drainableOld = (world: World, newest: ReplicaSet): readonly Server[] => {
  const { replicas, strategy } = world.api.deployment
  const old = world.servers.filter(
    (server) => isActive(server) && server.replicaSet !== newest.name,
  )
  if (strategy.kind === 'Recreate' || replicas === 0) return old
  let asked = 0
  for (const each of world.api.replicaSets) asked += each.replicas
  const ofNewest = countPods(world.servers, newest.name)
  const minimum = replicas - strategy.maxUnavailable
  if (asked - minimum - Math.max(0, newest.replicas - ofNewest.ready) <= 0) return []
  const unready = old.filter(({ phase }) => phase !== 'Ready')
  if (unready.length > 0) return unready
  return countPods(world.servers, null).ready > minimum ? old : []
}

/** Pods that may be marked for deletion now. */
export const drainable = (world: World): readonly Server[] => {
  if (isUnobserved(world)) return []
  const newest = newestReplicaSet(world.api.deployment, world.api.replicaSets)
  if (newest === undefined) return []
  const own = world.servers.filter(
    (server) => isActive(server) && server.replicaSet === newest.name,
  )
  return own.length > world.api.deployment.replicas
    ? [...own, ...drainableOld(world, newest)]
    : drainableOld(world, newest)
}
