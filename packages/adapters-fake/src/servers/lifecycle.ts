/**
 * The moves of one server: its process starts, becomes ready, crashes, ends.
 */
import { orphaned } from '../clients/in-flight.js'
import type { Loaded } from '../configuration/loaded.js'
import { isActive } from '../rollout/counts.js'
import { stirred, withServer } from '../rollout/rollout.js'
import type { World } from '../world/world.js'
import type { Server } from './server.js'
import { serverNamed, unreadyBecause } from './serving.js'
import { sessionsOf } from './sessions.js'

/** A volume that could not be mounted: the process does not start. */
type Mount =
  { readonly _tag: 'Mounted'; readonly loaded: Loaded | null } | { readonly _tag: 'Missing' }

/**
 * What the volume of a pod holds when its process starts.
 *
 * A fixed object is read anew at each start (or as it was before its last write, by a kubelet that lags);
 * an immutable one is mounted once, and must exist at that time. What is mounted outlives its object.
 */
const mount = ({ api }: World, server: Server, stale: boolean): Mount => {
  if (server.configuration === null) return { _tag: 'Mounted', loaded: null }
  const mounted = api.delivery === 'immutable' ? server.mounted : null
  const found = api.configurations.find(({ name }) => name === server.configuration)
  const object = stale ? api.overwritten : (found ?? null)
  const loaded = mounted ?? object?.loaded ?? server.mounted
  return loaded === null ? { _tag: 'Missing' } : { _tag: 'Mounted', loaded }
}

/** Whether the pod's process can start now. */
export const canStart = (world: World, server: Server, stale: boolean): boolean =>
  server.phase === 'Created' &&
  !server.terminating &&
  (!stale || (world.api.delivery === 'fixed' && world.api.overwritten !== null)) &&
  mount(world, server, stale)._tag === 'Mounted'

/** The process starts and loads what its volume holds. */
export const podStarts = (world: World, name: string, stale: boolean): World | null => {
  const server = serverNamed(world, name)
  if (server === undefined || !canStart(world, server, stale)) return null
  const content = mount(world, server, stale)
  const loaded = content._tag === 'Mounted' ? content.loaded : null
  return withServer(world, name, {
    phase: 'Starting',
    mounted: loaded,
    process: {
      loaded,
      startedAt: world.now,
      failing: [],
      sessions: sessionsOf(world, name, loaded, []),
    },
  })
}

export const canBecomeReady = (world: World, server: Server): boolean =>
  server.phase === 'Starting' &&
  server.process !== null &&
  unreadyBecause(world, server.process) === null

export const podReady = (world: World, name: string): World | null => {
  const server = serverNamed(world, name)
  return server === undefined || !canBecomeReady(world, server)
    ? null
    : withServer(world, name, { phase: 'Ready' })
}

/** Clients, and the migrator, lose their connections. */
const ended = (world: World, name: string): World => {
  const left = orphaned(world, name)
  return left.migrator.server === name
    ? { ...left, migrator: { ...left.migrator, server: null } }
    : left
}

/** A terminating pod's process ends, or a finished pod is cleaned up; the object goes with it. */
export const podGone = (world: World, name: string): World | null => {
  const server = serverNamed(world, name)
  return server === undefined || (isActive(server) && server.phase !== 'Finished')
    ? null
    : stirred(
        ended({ ...world, servers: world.servers.filter((each) => each.name !== name) }, name),
      )
}

/** The process ends; its container will start again within the same pod. */
export const podCrashes = (world: World, name: string): World | null => {
  const server = serverNamed(world, name)
  return server === undefined || server.process === null
    ? null
    : ended(withServer(world, name, { phase: 'Created', process: null }), name)
}

/** Deleted by someone else than the Deployment: it terminates, and its ReplicaSet replaces it. */
export const podEvicted = (world: World, name: string): World | null => {
  const server = serverNamed(world, name)
  return server === undefined || !isActive(server)
    ? null
    : withServer(world, name, { terminating: true })
}

/** The pod has failed and all its containers have ended; its object stays for a while. */
export const podFails = (world: World, name: string): World | null => {
  const server = serverNamed(world, name)
  return server === undefined || !isActive(server)
    ? null
    : ended(withServer(world, name, { phase: 'Finished', process: null }), name)
}

/** The process asks its KMS plugins for their status; null when nothing is new. */
export const kmsRefreshed = (world: World, name: string): World | null => {
  const process = serverNamed(world, name)?.process
  if (process === undefined || process === null) return null
  const sessions = sessionsOf(world, name, process.loaded, process.sessions)
  if (
    sessions.length === process.sessions.length &&
    sessions.every((session, at) => session === process.sessions[at])
  )
    return null
  return {
    ...world,
    servers: world.servers.map((server) =>
      server.name === name ? { ...server, process: { ...process, sessions } } : server,
    ),
  }
}
