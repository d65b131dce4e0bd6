/**
 * The migrator at work: it writes objects back through the server that it is connected to, which seals
 * what it finds stale under its own first key, whichever that is.
 *
 * Source: both migrators of Kubernetes 1.37, as run. The one in tree skips what is newer than its start
 * and fails for good where its cache cannot fill; the one out of tree writes everything, one migration at
 * a time, and retries for ever.
 */
import { rewrittenAt } from '../clients/requests.js'
import type { RunningServer } from '../servers/server.js'
import { canRead, isServing, serverNamed, unreadableKey } from '../servers/serving.js'
import { objectAt, resourceIndex } from '../store/etcd.js'
import type { Environment } from '../world/environment.js'
import type { World } from '../world/world.js'
import type { StoredMigration } from './stored-migration.js'

/** The server that the migrator talks to; null: none answers. */
const attached = (world: World): RunningServer | null => {
  const { server } = world.migrator
  const found = server === null ? undefined : serverNamed(world, server)
  return found !== undefined && isServing(found) ? found : null
}

const changed = (world: World, name: string, change: Partial<StoredMigration>): World => ({
  ...world,
  api: {
    ...world.api,
    migrations: world.api.migrations.map((each) =>
      each.name === name ? { ...each, ...change } : each,
    ),
  },
})

const named = (world: World, name: string): StoredMigration | undefined =>
  world.api.migrations.find((each) => each.name === name)

/** Not over, and neither lost from sight nor kept from running. */
const isOpen = ({ migrator }: World, migration: StoredMigration): boolean =>
  migration.end === null && !migration.hangs && migrator.blocked === null

/** An older one is not over: per resource in tree, of any resource out of tree. */
const isQueued = (world: World, migration: StoredMigration): boolean => {
  for (const other of world.api.migrations) {
    if (other === migration) return false
    if (
      other.end === null &&
      (world.migrator.kind === 'migration.k8s.io' || other.resource === migration.resource)
    )
      return true
  }
  return false
}

const isServed = (world: World, resource: string): boolean => {
  const found = world.api.discovery.find((each) => each.resource === resource)
  return found?.served._tag === 'Known' && found.served.value === 'Served'
}

const cacheFills = (world: World, resource: string): boolean => {
  const server = attached(world)
  const at = resourceIndex(world.etcd, resource)
  return server !== null && at >= 0 && unreadableKey(world, server.process, at) === null
}

export const mayStart = (world: World, migration: StoredMigration): boolean =>
  isOpen(world, migration) &&
  migration.startedTime === null &&
  attached(world) !== null &&
  isServed(world, migration.resource) &&
  resourceIndex(world.etcd, migration.resource) >= 0 &&
  !isQueued(world, migration) &&
  (world.migrator.kind === 'migration.k8s.io' || cacheFills(world, migration.resource))

/** In tree, a start that cannot succeed ends for good after about a minute. */
export const mayGiveUp = (world: World, migration: StoredMigration): boolean =>
  isOpen(world, migration) &&
  migration.startedTime === null &&
  attached(world) !== null &&
  !isQueued(world, migration) &&
  (!isServed(world, migration.resource) ||
    (world.migrator.kind === 'storagemigration.k8s.io' && !cacheFills(world, migration.resource)))

/** Something is left to do, and the next object can be read by the attached server. */
export const mayStep = (world: World, migration: StoredMigration): boolean => {
  const server = attached(world)
  const resource = resourceIndex(world.etcd, migration.resource)
  if (server === null || !isOpen(world, migration) || migration.startedTime === null) return false
  const place = { resource, object: migration.position }
  const next = objectAt(world.etcd, place)
  return (
    next !== undefined &&
    (isSkipped(world, migration, next.revision) ||
      canRead(world, server.process, resource, next.under))
  )
}

export const maySucceed = (world: World, migration: StoredMigration): boolean =>
  isOpen(world, migration) &&
  migration.startedTime !== null &&
  migration.position >=
    (world.etcd.resources[resourceIndex(world.etcd, migration.resource)]?.objects.size ?? 0)

const isSkipped = (world: World, { startRevision }: StoredMigration, revision: number): boolean =>
  world.migrator.kind === 'storagemigration.k8s.io' && revision > startRevision

export const migrationStarts = (world: World, name: string): World | null => {
  const migration = named(world, name)
  return migration === undefined || !mayStart(world, migration)
    ? null
    : changed(world, name, {
        running: true,
        startedTime: world.now,
        startRevision: world.etcd.revision,
        message: 'The migration is running',
      })
}

/** Up to so many objects, in their order; it stops at one that the server cannot read. */
export const migrationSteps = (
  environment: Environment,
  world: World,
  name: string,
  objects: number,
): World | null => {
  const migration = named(world, name)
  if (migration === undefined || !mayStep(world, migration)) return null
  const resource = resourceIndex(world.etcd, migration.resource)
  let next = world
  let { position } = migration
  let message = migration.message
  for (let step = 0; step < objects; step += 1, position += 1) {
    const server = attached(next)
    const stored = objectAt(next.etcd, { resource, object: position })
    if (server === null || stored === undefined) break
    if (isSkipped(world, migration, stored.revision)) continue
    const { answers, world: after } = rewrittenAt(environment, next, server, {
      resource,
      object: position,
    })
    const answer = answers[0]
    if (answer !== undefined && answer.verdict !== 'ok') {
      message = `The migration is running; transient error: ${answer.message}`
      break
    }
    next = after
  }
  return position === migration.position && message === migration.message
    ? null
    : changed(next, name, { position, message })
}

const over = (world: World, name: string, end: 'Succeeded' | 'Failed', message: string): World =>
  changed(world, name, { end, endedTime: world.now, message })

/** The condition Running is left as it was: its own controller takes it back later. */
export const migrationSucceeds = (world: World, name: string): World | null => {
  const migration = named(world, name)
  return migration === undefined || !maySucceed(world, migration)
    ? null
    : over(world, name, 'Succeeded', 'Migration completed')
}

export const migrationGivesUp = (world: World, name: string): World | null => {
  const migration = named(world, name)
  if (migration === undefined || !mayGiveUp(world, migration)) return null
  return over(
    world,
    name,
    'Failed',
    isServed(world, migration.resource)
      ? 'migration encountered unhandled error: resource does not exist in GC: %!w(<nil>)'
      : 'resource does not exist in discovery',
  )
}

/** Fails for no reason that stands in the world; a lost continue token, say. */
export const migrationFails = (world: World, name: string): World | null =>
  named(world, name)?.end === null
    ? over(world, name, 'Failed', 'the continue token was lost')
    : null

export const migrationHangs = (world: World, name: string): World | null => {
  const migration = named(world, name)
  return migration === undefined || migration.end !== null || migration.hangs
    ? null
    : changed(world, name, { hangs: true })
}

export const migrationLost = (world: World, name: string): World | null =>
  named(world, name) === undefined
    ? null
    : {
        ...world,
        api: {
          ...world.api,
          migrations: world.api.migrations.filter((each) => each.name !== name),
        },
      }

export const migratorAttaches = (world: World, name: string): World | null => {
  const server = serverNamed(world, name)
  return server === undefined || !isServing(server) || world.migrator.server === name
    ? null
    : { ...world, migrator: { ...world.migrator, server: name } }
}

/** Woken by an annotation after its resource was touched. */
export const migrationWoken = (world: World, name: string): World =>
  changed(world, name, { touchedTime: world.now, hangs: false })
