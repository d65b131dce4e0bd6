/**
 * The moves of a rollout: templates become ReplicaSets, ReplicaSets make pods, pods end.
 */
import type { Server } from '../servers/server.js'
import type { World } from '../world/world.js'
import { newestReplicaSet } from './counts.js'
import type { Deployment, PodTemplate, ReplicaSet } from './deployment.js'
import { drainable, isUnobserved, wantsPod } from './scaling.js'

/** ReplicaSets without pods that are kept for `rollout undo`, as revisionHistoryLimit does. */
const remembered = 10

/** Something that the controller watches for settling has changed. */
export const stirred = (world: World): World =>
  world.views.unchangedSince === world.now
    ? world
    : { ...world, views: { ...world.views, unchangedSince: world.now } }

const withReplicaSet = (world: World, name: string, change: Partial<ReplicaSet>): World => ({
  ...world,
  api: {
    ...world.api,
    replicaSets: world.api.replicaSets.map((each) =>
      each.name === name ? { ...each, ...change } : each,
    ),
  },
})

/** A Deployment with another spec: the template, the replicas, or both. */
export const respecified = (
  world: World,
  change: { readonly template?: PodTemplate; readonly replicas?: number },
): World => {
  const { api } = world
  const version = api.version + 1
  const deployment: Deployment = {
    ...api.deployment,
    ...change,
    version,
    generation: api.deployment.generation + 1,
    since: world.now,
  }
  return stirred({ ...world, api: { ...api, version, deployment } })
}

const trimmed = (
  replicaSets: readonly ReplicaSet[],
  servers: readonly Server[],
): readonly ReplicaSet[] => {
  const idle = replicaSets.filter(
    ({ name, replicas }) =>
      replicas === 0 && !servers.some(({ replicaSet }) => replicaSet === name),
  )
  const gone = new Set(idle.slice(0, Math.max(0, idle.length - remembered)))
  return gone.size === 0 ? replicaSets : replicaSets.filter((each) => !gone.has(each))
}

/** The Deployment controller takes note; null when there is nothing to note. */
export const rolloutObserved = (world: World): World | null => {
  if (!isUnobserved(world)) return null
  const { api } = world
  const { deployment } = api
  const found = newestReplicaSet(deployment, api.replicaSets)
  const version = found === undefined ? api.version + 1 : api.version
  const newest: ReplicaSet = found ?? {
    name: `kube-apiserver-${version}`,
    template: deployment.template,
    replicas: 0,
    generation: 1,
  }
  return stirred({
    ...world,
    api: {
      ...api,
      version,
      deployment: {
        ...deployment,
        observedGeneration: deployment.generation,
        observedReplicaSet: newest.name,
      },
      replicaSets:
        found === undefined
          ? [...trimmed(api.replicaSets, world.servers), newest]
          : api.replicaSets,
    },
  })
}

/** A new pod of a ReplicaSet; null when none is wanted. */
export const podCreated = (world: World, name: string): World | null => {
  const replicaSet = world.api.replicaSets.find((each) => each.name === name)
  if (replicaSet === undefined || !wantsPod(world, replicaSet)) return null
  const active = world.servers.filter(
    (server) => server.replicaSet === name && !server.terminating && server.phase !== 'Finished',
  ).length
  const version = world.api.version + 1
  const { ordinal, hash, configuration } = replicaSet.template
  const server: Server = {
    name: `${name}-${version}`,
    replicaSet: name,
    ordinal,
    hash,
    configuration,
    mounted: null,
    phase: 'Created',
    terminating: false,
    process: null,
    since: world.now,
  }
  const created: World = {
    ...world,
    api: { ...world.api, version },
    servers: [...world.servers, server],
  }
  return stirred(
    active < replicaSet.replicas
      ? created
      : withReplicaSet(created, name, {
          replicas: active + 1,
          generation: replicaSet.generation + 1,
        }),
  )
}

/** The world with one server changed; `since` is now. */
export const withServer = (world: World, name: string, change: Partial<Server>): World =>
  stirred({
    ...world,
    servers: world.servers.map((server) =>
      server.name === name ? { ...server, ...change, since: world.now } : server,
    ),
  })

/** A pod is scaled away: it terminates, and serves until it is gone. Null when it must stay. */
export const podDrains = (world: World, name: string): World | null => {
  const server = drainable(world).find((each) => each.name === name)
  if (server === undefined) return null
  const replicaSet = world.api.replicaSets.find((each) => each.name === server.replicaSet)
  const drained = withServer(world, name, { terminating: true })
  return replicaSet === undefined
    ? drained
    : withReplicaSet(drained, replicaSet.name, {
        replicas: Math.max(0, replicaSet.replicas - 1),
        generation: replicaSet.generation + 1,
      })
}

/** Back to the template of an older ReplicaSet; null when there is no such one. */
export const rolloutUndone = (world: World, name: string): World | null => {
  const replicaSet = world.api.replicaSets.find((each) => each.name === name)
  return replicaSet === undefined ||
    newestReplicaSet(world.api.deployment, world.api.replicaSets)?.name === name
    ? null
    : respecified(world, { template: replicaSet.template })
}

/** A hand scales a ReplicaSet; the Deployment controller will scale an old one back. */
export const replicaSetScaled = (world: World, name: string, replicas: number): World | null => {
  const replicaSet = world.api.replicaSets.find((each) => each.name === name)
  return replicaSet === undefined || replicas < 0 || replicas === replicaSet.replicas
    ? null
    : stirred(withReplicaSet(world, name, { replicas, generation: replicaSet.generation + 1 }))
}
