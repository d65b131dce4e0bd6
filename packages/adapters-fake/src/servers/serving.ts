/**
 * Which servers answer, and what they can read.
 */
import { isKms } from '@keyroll/core'
import { keysFor } from '../configuration/loaded.js'
import type { World } from '../world/world.js'
import { providersOf } from './sessions.js'
import type { Process, RunningServer, Server } from './server.js'

/** A server that takes requests: ready ones, and terminating ones until they are gone. */
export const isServing = (server: Server): server is RunningServer =>
  server.phase === 'Ready' && server.process !== null

export const serverNamed = (world: World, name: string): Server | undefined => {
  for (const server of world.servers) if (server.name === name) return server
  return undefined
}

const answers = ({ plugins }: World, endpoint: string): boolean => {
  for (const plugin of plugins) if (plugin.endpoint === endpoint) return plugin.answers
  return false
}

/** Whether a process can read what a key sealed, by the keys that it has loaded. */
export const canRead = (
  world: World,
  { loaded }: Process,
  resource: number,
  keyId: string,
): boolean => {
  const keys = keysFor(loaded, resource)
  if (keys.length === 0) return keyId === 'identity'
  for (const { key, material } of keys)
    if (key.id === keyId)
      return !isKms(key) || (material._tag === 'Endpoint' && answers(world, material.endpoint))
  return false
}

/** A key that stored objects of the resource are under and the process cannot read; null: it reads all. */
export const unreadableKey = (world: World, process: Process, resource: number): string | null => {
  const objects = world.etcd.resources[resource]
  if (objects === undefined) return null
  for (const keyId in objects.under) if (!canRead(world, process, resource, keyId)) return keyId
  return null
}

/**
 * Why a started process does not become ready; null: it does.
 *
 * Source: kube-apiserver 1.37. It waits for its own informer of Secrets for ever; a KMS provider that has
 * never answered keeps it unready; no other resource does.
 */
export const unreadyBecause = (world: World, process: Process): string | null => {
  for (const [resource, objects] of world.etcd.resources.entries()) {
    if (objects.resource !== 'secrets') continue
    const keyId = unreadableKey(world, process, resource)
    if (keyId !== null) return `informer-sync: Secrets under ${keyId} cannot be read`
  }
  for (const { name, endpoint } of providersOf(process.loaded))
    if (!process.sessions.some((session) => session.name === name))
      return `kms-providers: no plugin answers at ${endpoint}`
  return null
}
