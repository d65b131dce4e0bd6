/**
 * A write reaches etcd: every process that watches the resource decodes it once.
 */
import { openedBy } from '../servers/sealing.js'
import type { FailingCache, Server } from '../servers/server.js'
import { unreadableKey } from '../servers/serving.js'
import type { Environment } from '../world/environment.js'
import type { World } from '../world/world.js'
import type { Address } from './address.js'
import { type StoredObject, type Value, objectAt, put } from './etcd.js'

const withFailing = (server: Server, failing: readonly FailingCache[]): Server =>
  server.process === null ? server : { ...server, process: { ...server.process, failing } }

/** What the watch cache of one server makes of the event. */
const decoded = (
  environment: Environment,
  world: World,
  server: Server,
  address: Address,
  stored: StoredObject,
): Server => {
  const { process } = server
  if (process === null) return server
  const { resource } = address
  const noted = process.failing.some((each) => each.resource === resource)
  if (openedBy(environment, world, process, address, stored)._tag !== 'Read')
    return noted
      ? server
      : withFailing(server, [...process.failing, { resource, since: world.now }])
  return noted && unreadableKey(world, process, resource) === null
    ? withFailing(
        server,
        process.failing.filter((each) => each.resource !== resource),
      )
    : server
}

/** The world after a value has been stored. */
export const landed = (
  environment: Environment,
  world: World,
  address: Address,
  value: Value,
): World => {
  const after: World = { ...world, etcd: put(world.etcd, address, value) }
  const stored = objectAt(after.etcd, address)
  if (stored === undefined) return after
  let changed = false
  const servers = after.servers.map((server) => {
    const next = decoded(environment, after, server, address, stored)
    changed ||= next !== server
    return next
  })
  return changed ? { ...after, servers } : after
}
