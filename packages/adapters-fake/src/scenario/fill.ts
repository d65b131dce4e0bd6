/**
 * Fills etcd as the configuration's own writers, past and present, would have.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Loaded, keysFor } from '../configuration/loaded.js'
import { type LoadedKey, loadedPlaintext } from '../etcd/loaded-key.js'
import { nonceSource } from '../etcd/nonce-source.js'
import type { KmsReach } from '../etcd/kms-session.js'
import { sessionsOf } from '../servers/sessions.js'
import { addressOf, contentOf } from '../store/address.js'
import type { Counts, Etcd, Objects, StoredObject } from '../store/etcd.js'
import { keysOf, labelOf } from '../store/object-name.js'
import { vectorOf } from '../store/vector.js'
import type { Environment } from '../world/environment.js'
import type { World } from '../world/world.js'

export interface Filling {
  readonly resources: readonly string[]
  readonly objects: number
  readonly olderShare: number
}

/** Objects of a resource that no key seals: enough to notice that they are left alone. */
const excluded = 10

/** Which of the keys an object is under: a share under each reader, all others under the writer. */
const keyFor = (
  keys: readonly LoadedKey[],
  index: number,
  count: number,
  share: number,
): LoadedKey => {
  const each = Math.floor(count * share)
  const reader = each === 0 ? 0 : Math.floor((count - 1 - index) / each) + 1
  return keys[reader < keys.length ? reader : 0] ?? loadedPlaintext
}

const counted = (objects: readonly StoredObject[], of: 'under' | 'prefix'): Counts => {
  const counts: { [name: string]: number } = {}
  for (const each of objects) counts[each[of]] = (counts[each[of]] ?? 0) + 1
  return counts
}

const emptyEtcd = (resources: readonly string[]): Etcd => ({
  revision: 1,
  compacted: 1,
  resources: resources.map((resource) => ({
    resource,
    label: labelOf(resource),
    keys: keysOf(resource),
    objects: vectorOf([]),
    under: {},
    prefixes: {},
    history: {},
    revision: 1,
  })),
})

/** How many objects each resource gets. */
const sizes = (loaded: Loaded | null, { resources, objects }: Filling): readonly number[] => {
  const encrypted = resources.filter((_, at) =>
    keysFor(loaded, at).some(({ key }) => key.provider !== 'identity'),
  )
  // Without any encryption, all resources are filled alike.
  const sharing = encrypted.length === 0 ? resources : encrypted
  return resources.map((resource) => {
    const place = sharing.indexOf(resource)
    if (place < 0) return excluded
    return Math.floor(objects / sharing.length) + (place < objects % sharing.length ? 1 : 0)
  })
}

/** etcd with all objects in it; left: what the sealer says. */
export const filledEtcd = (
  environment: Environment,
  world: World,
  loaded: Loaded | null,
  filling: Filling,
): E.Either<string, Etcd> => {
  const { sealer } = environment
  const kms: KmsReach = {
    plugins: world.plugins,
    sessions: sessionsOf(world, 'before', loaded, []),
  }
  const empty = emptyEtcd(filling.resources)
  const counts = sizes(loaded, filling)
  const filled: Objects[] = []
  let revision = empty.revision
  for (const [resource, objects] of empty.resources.entries()) {
    const count = counts[resource] ?? 0
    const stored: StoredObject[] = []
    for (let object = 0; object < count; object += 1) {
      const address = addressOf(empty, { resource, object })
      const writer = keyFor(keysFor(loaded, resource), object, count, filling.olderShare)
      if (address === null) continue
      const sealed = sealer.seal(writer, {
        etcdKey: address.etcdKey,
        object: contentOf(address, 1),
        nonce: nonceSource(`${world.seed}/before/${resource}/${object}`),
        kms,
      })
      if (E.isLeft(sealed)) return E.left(`configuration: ${sealed.left.text}`)
      revision += 1
      stored.push({
        value: sealed.right,
        revision,
        content: 1,
        under: writer.key.id,
        prefix: sealer.prefixOf(sealed.right),
      })
    }
    filled.push({
      ...objects,
      objects: vectorOf(stored),
      under: counted(stored, 'under'),
      prefixes: counted(stored, 'prefix'),
      revision,
    })
  }
  return E.right({ revision, compacted: revision, resources: filled })
}
