/**
 * Where every search begins: servers at rest on a user's own file with one key, adopted by nobody yet.
 */
import {
  type Configuration,
  type ConfigurationEntry,
  type Key,
  type Policy,
  type Wish,
  Plaintext,
  conceal,
  conservative,
  sealingKey,
} from '@keyroll/core'
import {
  type Environment,
  type Loaded,
  type PublishedConfiguration,
  type StoredObject,
  type World,
  controlPlane,
  loadText,
  symbolicEnvironment,
  symbolicText,
  vectorItems,
} from '@keyroll/adapters-fake'
import * as E from 'fp-ts/lib/Either.js'
import type { Bounds } from '../bounds.js'
import { configurationCode, entriesIn, ordinalCode, ordinalIn, ordinalOf } from './codes.js'

export const settle = 10
const deadline = 900

/** Time stands still in the search: waits that it does not model are over at once. */
export const checkingPolicy: Policy = {
  ...conservative,
  settle,
  grace: -1_000_000,
  keepCopies: -1_000_000,
  retryAfter: 0,
  migrationDeadline: deadline,
  touch: false,
}

/** When a migration was created whose deadline is over. */
export const overdueSince = -deadline

export const environment: Environment = symbolicEnvironment

const names = ['a', 'b', 'c', 'd', 'e', 'f']

/** Keys by number; the last one is plaintext. */
export interface Start {
  readonly bounds: Bounds
  readonly world: World
  readonly keys: readonly Key[]
  readonly resources: readonly string[]
  readonly keyNumber: (key: Key) => number
  readonly keyOf: (number: number) => Key
  /** Wishes by number; the last one is none. */
  readonly wishes: readonly (Wish | null)[]
  readonly configurationNumber: (configuration: Configuration) => number
  readonly configurationOfHash: (hash: string) => number
  readonly published: (configuration: number) => PublishedConfiguration
  readonly renamed: (configuration: number, names: readonly number[]) => number
  /** The keys of a configuration for one resource, writer first. */
  readonly keysIn: (configuration: number, resource: number) => readonly number[]
  readonly stored: (resource: number, object: number, key: number) => Omit<StoredObject, 'revision'>
}

const right = <A>(either: E.Either<string, A>): A => {
  if (E.isLeft(either)) throw new Error(either.left)
  return either.right
}

export const startOf = (bounds: Bounds): Start => {
  const sealing = names.slice(0, bounds.keys).map((name) => sealingKey('aescbc', name, name))
  const keys: readonly Key[] = [...sealing, Plaintext]
  const resources = ['secrets', 'configmaps', 'services'].slice(0, bounds.resources)
  const first = keys[0] ?? Plaintext
  const wishes: readonly (Wish | null)[] = [
    ...sealing.map((key): Wish => ({ key, resources, reencryptAt: null, backupKey: null })),
    null,
  ]
  const initial = symbolicText([{ resources, keys: [first] }])
  const world = right(
    controlPlane(environment)({
      configuration: initial,
      resources,
      objects: bounds.objects * bounds.resources,
      olderShare: 0,
      servers: bounds.replicas,
      wish: wishes[0] ?? null,
      wishes,
      offered: bounds.objects,
      touchable: [],
      sees: { loadedHash: true, etcdRevision: false, emptyEtcd: false, census: false },
      now: 0,
    }),
  )
  const numbers = new Map(keys.map((key, at) => [key.id, at]))
  const keyNumber = (key: Key): number => {
    const number = numbers.get(key.id)
    if (number === undefined) throw new Error(`a key that the search does not know: ${key.id}`)
    return number
  }
  const keyOf = (number: number): Key => keys[number] ?? Plaintext
  const entries: (readonly ConfigurationEntry[])[] = []
  const entryNumbers = new Map<string, number>()
  const known = new WeakMap<object, number>()
  const configurationNumber = (configuration: Configuration): number => {
    const { ordinal, entries: list } = configuration
    const before = known.get(configuration)
    if (before !== undefined) return before
    const text = JSON.stringify(list)
    let number = entryNumbers.get(text)
    if (number === undefined) {
      number = entries.length
      entries.push(list)
      entryNumbers.set(text, number)
    }
    const code = configurationCode(number, ordinalCode(ordinal))
    known.set(configuration, code)
    return code
  }
  const byHash = new Map<string, number>()
  const configurationOfHash = (hash: string): number => {
    let found = byHash.get(hash)
    if (found === undefined) {
      const text = conceal(hash.slice('symbolic:'.length))
      found = configurationNumber(right(environment.codec.load(text)))
      byHash.set(hash, found)
    }
    return found
  }
  const made = new Map<number, PublishedConfiguration>()
  const published = (configuration: number): PublishedConfiguration => {
    let found = made.get(configuration)
    if (found === undefined) {
      const code = ordinalIn(configuration)
      const ordinal = ordinalOf(code)
      const text = symbolicText(entries[entriesIn(configuration)] ?? [], ordinal)
      const loaded: Loaded = right(loadText(environment.codec, resources, text))
      const name =
        ordinal === null
          ? 'encryption-config'
          : `encryption-config-${ordinal.epoch}.${ordinal.step}`
      found = { name, version: code, text, loaded }
      made.set(configuration, found)
    }
    return found
  }
  const renamed = (configuration: number, by: readonly number[]): number =>
    configurationCode(entriesIn(configuration), by[ordinalIn(configuration)] ?? 0)
  const keysIn = (configuration: number, resource: number): readonly number[] =>
    (published(configuration).loaded.keys[resource] ?? []).map(({ key }) => keyNumber(key))
  const filled = world.etcd.resources.map(({ objects }) => vectorItems(objects))
  const storedValues = new Map<number, Omit<StoredObject, 'revision'>>()
  const stored = (resource: number, object: number, key: number) => {
    const place = (resource * 16 + object) * 16 + key
    let found = storedValues.get(place)
    if (found === undefined) {
      const before = filled[resource]?.[object]
      if (before === undefined || before.value._tag !== 'Symbolic')
        throw new Error('no such object')
      const value = { ...before.value, key: keyOf(key) }
      found = {
        value,
        content: before.content,
        under: keyOf(key).id,
        prefix: environment.sealer.prefixOf(value),
      }
      storedValues.set(place, found)
    }
    return found
  }
  return {
    bounds,
    world,
    keys,
    resources,
    keyNumber,
    keyOf,
    wishes,
    configurationNumber,
    configurationOfHash,
    published,
    renamed,
    keysIn,
    stored,
  }
}
