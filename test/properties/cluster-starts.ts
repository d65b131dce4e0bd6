/**
 * Clusters as they are found, before the protocol has written anything, and what can happen to them.
 */
import { type ConfigurationEntry, type Key, Plaintext, type Wish, sealingKey } from '@keyroll/core'
import fc from 'fast-check'
import {
  type Cluster,
  type StoredObject,
  customResource,
  unconfigured,
} from './abstract-cluster.js'
import type { Move } from './cluster-moves.js'

const [A, B, C, Z] = ['a', 'b', 'c', 'z'].map((name) =>
  sealingKey('aescbc', name, `of-${name}`),
) as [Key, Key, Key, Key]
const K = sealingKey('kmsv2', 'vault', 'of-vault')

const cluster = (
  entries: readonly ConfigurationEntry[],
  objects: readonly StoredObject[],
): Cluster => {
  const found = { ordinal: null, hash: 'sha256:found', entries }
  const encrypts = entries.length > 0
  return {
    clock: 1_000,
    record: null,
    records: [],
    writes: 0,
    configuration: encrypts ? { ...found, version: 'found' } : null,
    superseded: [],
    copies: [],
    template: { version: 'found', ordinal: null, hash: null, encrypts },
    servers: encrypts ? [found, found] : [unconfigured, unconfigured],
    objects,
    migrations: [],
    wish: { key: A, resources: [], reencryptAt: null, backupKey: null },
    strays: 0,
    unchangedSince: 0,
    goneSince: null,
    condition: null,
  }
}

/** One entry for `resource`, with one object under each of its keys. */
const found = (resource: string, keys: readonly Key[]) => ({
  entries: [{ resources: [resource], keys }],
  objects: keys.map((key) => ({ resource, key })),
})

/** One entry for a wildcard, with an object of two resources that it covers. */
const wildcard = (keys: readonly Key[]) => ({
  entries: [{ resources: ['*.'], keys }],
  objects: keys.map((key, at) => ({ resource: at === 0 ? 'secrets' : 'configmaps', key })),
})

const start = (...parts: readonly ReturnType<typeof found>[]): Cluster =>
  cluster(
    parts.flatMap(({ entries }) => entries),
    parts.flatMap(({ objects }) => objects),
  )

export const starts: { readonly [name: string]: Cluster } = {
  'one key': start(found('secrets', [A, Plaintext])),
  'a writer and an older reader': start(found('secrets', [A, Z, Plaintext])),
  'plaintext, with a key that can be read': start(found('secrets', [Plaintext, A])),
  'two keys without plaintext': start(found('secrets', [Z, A])),
  'nothing is encrypted': cluster([], [{ resource: 'secrets', key: Plaintext }]),
  'two entries with different writers': start(
    found('secrets', [A, Plaintext]),
    found(customResource, [Z, A]),
  ),
  'a wildcard': start(wildcard([A, Plaintext])),
  'one entry is plaintext': start(
    found('secrets', [A, Plaintext]),
    found('configmaps', [Plaintext]),
  ),
}

const resourcesOf = ({ objects }: Cluster): readonly string[] => [
  ...new Set(objects.map(({ resource }) => resource)),
]

/** Wishes for all resources, now and then for one alone. */
export const wishes = (of: Cluster): fc.Arbitrary<Wish> =>
  fc.record({
    key: fc.constantFrom<Key>(A, B, C, K, Plaintext),
    resources: fc.oneof(
      { weight: 4, arbitrary: fc.constant(resourcesOf(of)) },
      { weight: 1, arbitrary: fc.constant(resourcesOf(of).slice(0, 1)) },
    ),
    reencryptAt: fc.constant(null),
    backupKey: fc.constant(null),
  })

const small = fc.nat({ max: 5 })

/** What can happen, faults now and then. */
export const moves = (of: Cluster): fc.Arbitrary<readonly Move[]> =>
  fc.array(
    fc.oneof(
      { weight: 30, arbitrary: fc.constant<Move>({ kind: 'decide' }) },
      { weight: 1, arbitrary: fc.constant<Move>({ kind: 'freeze' }) },
      { weight: 12, arbitrary: fc.record({ kind: fc.constant('roll' as const), server: small }) },
      {
        weight: 4,
        arbitrary: fc.record({ kind: fc.constant('write' as const), object: small, server: small }),
      },
      {
        weight: 5,
        arbitrary: fc.record({
          kind: fc.constant('migrate' as const),
          migration: small,
          server: small,
        }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('fail' as const), migration: small }) },
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant('wait' as const),
          seconds: fc.constantFrom(5, 20, 400, 1000),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('wish' as const),
          wish: fc.option(wishes(of), { freq: 8 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('restore' as const),
          version: fc.nat({ max: 40 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom<Move>(
          { kind: 'loseConfiguration' },
          { kind: 'loseRecord' },
          { kind: 'doubt' },
        ),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('loseMigration' as const), migration: small }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('stray' as const),
          server: small,
          superseded: small,
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('serve' as const), served: fc.boolean() }),
      },
    ),
    { maxLength: 120, size: 'max' },
  )
