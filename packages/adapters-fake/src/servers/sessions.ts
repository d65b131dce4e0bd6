/**
 * Which KMS sessions a process holds: one per KMS v2 provider, refreshed when the plugin says so.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Loaded } from '../configuration/loaded.js'
import { type KmsSession, refreshSession, startSession } from '../etcd/kms-session.js'
import { nonceSource } from '../etcd/nonce-source.js'
import type { World } from '../world/world.js'

interface KmsProvider {
  readonly name: string
  readonly endpoint: string
}

/** The KMS v2 providers that a configuration names, each once. */
export const providersOf = (loaded: Loaded | null): readonly KmsProvider[] => {
  const providers = new Map<string, KmsProvider>()
  for (const keys of loaded?.keys ?? [])
    for (const { key, material } of keys)
      if (key.provider === 'kmsv2' && material._tag === 'Endpoint')
        providers.set(key.name, { name: key.name, endpoint: material.endpoint })
  return [...providers.values()]
}

const none: readonly KmsSession[] = []

/** The sessions of a process after it has asked its plugins: missing ones begin, others take a new key_id. */
export const sessionsOf = (
  world: World,
  server: string,
  loaded: Loaded | null,
  held: readonly KmsSession[],
): readonly KmsSession[] => {
  const providers = providersOf(loaded)
  if (providers.length === 0) return none
  return providers.flatMap(({ name, endpoint }) => {
    const nonce = nonceSource(`${world.seed}/${server}/${world.now}/${held.length}/${name}`)
    const session = held.find((each) => each.name === name && each.endpoint === endpoint)
    if (session !== undefined) return refreshSession(session, world.plugins, nonce)
    const started = startSession(world.plugins, name, endpoint, nonce)
    return E.isLeft(started) ? [] : started.right
  })
}
