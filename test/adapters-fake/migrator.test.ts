import { type World, observe } from '@keyroll/adapters-fake'
import { Plaintext, known } from '@keyroll/core'
import { describe, expect, it } from 'vitest'
import {
  aWorld,
  after,
  done,
  happens,
  keysIn,
  nextKey,
  oldKey,
  published,
  rolledOut,
  serverAt,
} from './a-world.js'

const name = 'encryption-migration-core-secrets-1-1-1'

const withMigration = (world: World, migration = name, resource = 'secrets'): World =>
  done(world, {
    kind: 'CreateMigration',
    name: migration,
    resource,
    ordinal: { epoch: 1, step: 1 },
    attempt: 1,
    continuity: 'token',
  })

/** All servers write the next key and read the old one, which both objects are under. */
const promoted = (options = {}): World =>
  rolledOut(
    published(
      rolledOut(published(aWorld(options), 1, [oldKey, nextKey, Plaintext])),
      2,
      [nextKey, oldKey, Plaintext],
      'promote',
    ),
  )

const attached = (world: World): World =>
  after(world, { kind: 'MigratorAttaches', server: serverAt(world, 0) })

const step = { kind: 'MigrationSteps', migration: name, objects: 100 } as const
const start = { kind: 'MigrationStarts', migration: name } as const
const succeed = { kind: 'MigrationSucceeds', migration: name } as const

const outcomeOf = (world: World) => {
  const { migrations } = observe(world, 'fresh')
  return migrations._tag === 'Known' ? migrations.value[0]?.outcome : undefined
}

describe.each(['storagemigration.k8s.io', 'migration.k8s.io'] as const)('%s', (migrator) => {
  it('rewrites everything through its server, and succeeds with Running beside it', () => {
    const world = after(withMigration(attached(promoted({ migrator }))), start, step, succeed)
    expect(keysIn(world)).toEqual({ [nextKey.id]: 2 })
    expect(outcomeOf(world)).toBe('Succeeded')
    expect(world.api.migrations[0]?.running).toBe(true)
  })

  it('succeeds at a lagging server too, and rewrites everything back', () => {
    const world = withLagging(promoted({ migrator }))
    const moved = after(world, {
      kind: 'ClientRewrites',
      server: serverAt(world, 0),
      resource: 'secrets',
      object: 0,
    })
    expect(keysIn(moved)).toEqual({ [oldKey.id]: 1, [nextKey.id]: 1 })
    const run = after(
      withMigration(after(moved, { kind: 'MigratorAttaches', server: 'lagging' })),
      start,
      step,
      succeed,
    )
    expect(keysIn(run)).toEqual({ [oldKey.id]: 2 })
    expect(outcomeOf(run)).toBe('Succeeded')
  })

  it('stays Running for ever on an object that its server cannot read', () => {
    const world = attached(promoted({ migrator }))
    const started = after(withMigration(world), start)
    const damaged = damage(started)
    expect(happens(damaged, { ...step, objects: 1 })).toBe(false)
    expect(happens(damaged, succeed)).toBe(false)
    expect(outcomeOf(damaged)).toBe('Running')
  })

  it('does nothing while it is blocked or hangs; a touch wakes it from a hang', () => {
    const world = withMigration(attached(promoted({ migrator })))
    expect(happens(after(world, { kind: 'MigratorBlocked', reason: 'busy' }), start)).toBe(false)
    const hanging = after(world, { kind: 'MigrationHangs', migration: name })
    expect(happens(hanging, start)).toBe(false)
    const woken = done(hanging, { kind: 'TouchResource', resource: 'secrets', migration: name })
    expect(happens(woken, start)).toBe(true)
  })

  it('runs migrations of one resource one after the other', () => {
    const world = withMigration(withMigration(attached(promoted({ migrator }))), 'second')
    const second = { kind: 'MigrationStarts', migration: 'second' } as const
    expect(happens(world, second)).toBe(false)
    expect(happens(after(world, start, step, succeed), second)).toBe(true)
  })
})

/** One server more, that reads both keys and writes the old one. */
const withLagging = (world: World): World => {
  const [server] = world.servers
  const loaded = world.api.copies.find((copy) => copy.loaded.ordinal?.step === 1)?.loaded
  if (server === undefined || server.process === null || loaded === undefined)
    throw new Error('the world has no such server')
  const lagging = { ...server, name: 'lagging', process: { ...server.process, loaded } }
  return { ...world, servers: [...world.servers, lagging] }
}

/** The servers have lost all keys: nothing that is stored can be read. */
const damage = (world: World): World => ({
  ...world,
  servers: world.servers.map((server) =>
    server.process?.loaded === undefined || server.process.loaded === null
      ? server
      : {
          ...server,
          process: { ...server.process, loaded: { ...server.process.loaded, keys: [[]] } },
        },
  ),
})

describe('the migrator in tree', () => {
  it('skips what was written after its start, even under the old key', () => {
    const world = attached(promoted())
    const written = after(
      withLagging(after(withMigration(world), start)),
      { kind: 'ClientWrites', server: 'lagging', resource: 'secrets', object: 0 },
      step,
      succeed,
    )
    expect(keysIn(written)).toEqual({ [oldKey.id]: 1, [nextKey.id]: 1 })
  })

  it('gives up, for good, where its cache cannot fill', () => {
    const damaged = damage(withMigration(attached(promoted())))
    expect(happens(damaged, start)).toBe(false)
    const failed = after(damaged, { kind: 'MigrationGivesUp', migration: name })
    expect(outcomeOf(failed)).toBe('Failed')
    expect(failed.api.migrations[0]?.message).toContain('does not exist in GC')
  })

  it('gives up on a resource that is not served', () => {
    const world = after(withMigration(attached(promoted())), {
      kind: 'DiscoveryChanges',
      resource: 'secrets',
      served: known('NotServed'),
    })
    expect(happens(world, start)).toBe(false)
    const failed = after(world, { kind: 'MigrationGivesUp', migration: name })
    expect(failed.api.migrations[0]?.message).toBe('resource does not exist in discovery')
  })

  it('runs different resources at once', () => {
    const world = aWorld({ resources: ['secrets', 'configmaps'] })
    const two = after(withMigration(withMigration(world), 'other', 'configmaps'), start)
    expect(happens(two, { kind: 'MigrationStarts', migration: 'other' })).toBe(true)
  })
})

describe('the migrator out of tree', () => {
  it('writes back what was written after its start', () => {
    const world = attached(promoted({ migrator: 'migration.k8s.io' }))
    const written = after(
      withLagging(after(withMigration(world), start)),
      { kind: 'ClientWrites', server: 'lagging', resource: 'secrets', object: 0 },
      step,
      succeed,
    )
    expect(keysIn(written)).toEqual({ [nextKey.id]: 2 })
  })

  it('takes one migration at a time, of whichever resource', () => {
    const world = aWorld({ resources: ['secrets', 'configmaps'], migrator: 'migration.k8s.io' })
    const two = after(withMigration(withMigration(world), 'other', 'configmaps'), start)
    expect(happens(two, { kind: 'MigrationStarts', migration: 'other' })).toBe(false)
  })
})
