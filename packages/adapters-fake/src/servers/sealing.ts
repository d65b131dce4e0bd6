/**
 * How a process seals and opens one stored object.
 */
import * as E from 'fp-ts/lib/Either.js'
import { keysFor } from '../configuration/loaded.js'
import { type LoadedKey, loadedPlaintext } from '../etcd/loaded-key.js'
import { nonceSource } from '../etcd/nonce-source.js'
import { type Address, contentOf, isContent } from '../store/address.js'
import type { StoredObject, Value } from '../store/etcd.js'
import type { Environment } from '../world/environment.js'
import type { World } from '../world/world.js'
import type { Process, RunningServer } from './server.js'

/** Seconds for which a process writes on while its KMS plugin is silent. Source: kube-apiserver. */
const patience = 180

const silentKms = (world: World, { key, material }: LoadedKey): string | null => {
  if (key.provider !== 'kmsv2' || material._tag !== 'Endpoint') return null
  const plugin = world.plugins.find(({ endpoint }) => endpoint === material.endpoint)
  const since = plugin?.downSince ?? null
  return since !== null && world.now - since > patience
    ? `encryptedDEKSource has expired: no plugin answers at ${material.endpoint}`
    : null
}

/** The value that a write of this version stores; left: what the server says instead. */
export const sealedBy = (
  environment: Environment,
  world: World,
  server: RunningServer,
  address: Address,
  version: number,
): E.Either<string, Value> => {
  const writer = keysFor(server.process.loaded, address.resource)[0] ?? loadedPlaintext
  const silent = silentKms(world, writer)
  if (silent !== null) return E.left(silent)
  const sealed = environment.sealer.seal(writer, {
    etcdKey: address.etcdKey,
    object: contentOf(address, version),
    // The revision makes it another nonce for every write that lands.
    nonce: nonceSource(
      `${world.seed}/${world.etcd.revision}/${address.resource}/${address.object}/${server.name}`,
    ),
    kms: { plugins: world.plugins, sessions: server.process.sessions },
  })
  return E.isLeft(sealed)
    ? E.left(sealed.left.text)
    : E.right({
        value: sealed.right,
        content: version,
        under: writer.key.id,
        prefix: environment.sealer.prefixOf(sealed.right),
      })
}

/** `Wrong`: it opens, and holds something else than was written. */
export type Reading =
  | { readonly _tag: 'Read'; readonly stale: boolean }
  | { readonly _tag: 'Wrong' }
  | { readonly _tag: 'Unreadable'; readonly text: string }

const fresh: Reading = { _tag: 'Read', stale: false }
const stale: Reading = { _tag: 'Read', stale: true }
const wrong: Reading = { _tag: 'Wrong' }

/** What a process reads at an address. */
export const openedBy = (
  environment: Environment,
  world: World,
  process: Process,
  address: Address,
  stored: StoredObject,
): Reading => {
  const opened = environment.sealer.open(keysFor(process.loaded, address.resource), {
    etcdKey: address.etcdKey,
    value: stored.value,
    kms: { plugins: world.plugins, sessions: process.sessions },
  })
  if (E.isLeft(opened)) return { _tag: 'Unreadable', text: opened.left.text }
  if (!isContent(opened.right.object, address, stored.content)) return wrong
  return opened.right.stale ? stale : fresh
}
