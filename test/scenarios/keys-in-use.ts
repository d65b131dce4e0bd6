/** Which keys a control plane uses: data is under them, servers read and write with them. */
import { type Loaded, type World, keysFor } from '@keyroll/adapters-fake'

/** A key as promises name it. */
export const shortly = (id: string): string => id.split(':').slice(0, 2).join(':')

/** Ids of the keys that data of a resource is under, what is still on its way to etcd included. */
export const keysInUse = (world: World, resource: number): readonly string[] => {
  const stored = Object.keys(world.etcd.resources[resource]?.under ?? {})
  for (const write of world.inFlight)
    if (write.resource === resource) stored.push(write.value.under)
  return stored
}

const plaintextOnly: readonly string[] = ['identity']

/** Looked at in every step of every story, and never changed: worked out once for each. */
const readersByResource = new WeakMap<Loaded, (readonly string[])[]>()

/** Ids of the keys of a resource, writer first; a server without any reads and writes plaintext. */
export const readers = (loaded: Loaded | null, resource: number): readonly string[] => {
  if (loaded === null) return plaintextOnly
  const known = readersByResource.get(loaded) ?? []
  if (known.length === 0) readersByResource.set(loaded, known)
  const found = known[resource]
  if (found !== undefined) return found
  const keys = keysFor(loaded, resource).map(({ key }) => key.id)
  return (known[resource] = keys.length === 0 ? ['identity'] : keys)
}

/** A server that takes requests, and what it has loaded; null: no configuration. */
export interface Serving {
  readonly name: string
  readonly loaded: Loaded | null
}

export const serving = ({ servers }: World): readonly Serving[] => {
  const found: Serving[] = []
  for (const { name, phase, process } of servers)
    if (phase === 'Ready' && process !== null) found.push({ name, loaded: process.loaded })
  return found
}
