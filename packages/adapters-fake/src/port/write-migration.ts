/**
 * Effects on migrations: create, delete, wake.
 */
import {
  type CreateMigration,
  type DeleteMigration,
  type PortError,
  type TouchResource,
  olderThan,
} from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'
import { rewrittenAt } from '../clients/requests.js'
import { liveConfiguration } from '../configuration/live.js'
import { migrationLost, migrationWoken } from '../migrator/run.js'
import { isServing } from '../servers/serving.js'
import type { RunningServer } from '../servers/server.js'
import { resourceIndex } from '../store/etcd.js'
import type { Environment } from '../world/environment.js'
import type { World } from '../world/world.js'
import { conflict, refused, unavailable } from './port-error.js'

type Performed = E.Either<PortError, World>

/** Creates it; the name must be free. */
export const createMigration = (world: World, effect: CreateMigration): Performed => {
  const { name, resource, ordinal, attempt, continuity } = effect
  const { api } = world
  if (api.migrations.some((each) => each.name === name)) return conflict(`${name} exists`)
  return E.right({
    ...world,
    api: {
      ...api,
      version: api.version + 1,
      migrations: [
        ...api.migrations,
        {
          name,
          resource,
          ordinal,
          attempt,
          continuity,
          createdTime: world.now,
          endedTime: null,
          touchedTime: null,
          message: null,
          running: false,
          end: null,
          startedTime: null,
          startRevision: 0,
          position: 0,
          hangs: false,
        },
      ],
    },
  })
}

/** Deletes one of ours, unless it belongs to a newer ordinal than the live configuration. */
export const deleteMigration = (world: World, { name }: DeleteMigration): Performed => {
  const migration = world.api.migrations.find((each) => each.name === name)
  if (migration === undefined) return conflict(`${name} does not exist`)
  if (migration.ordinal === null) return conflict(`${name} is not one of ours`)
  const live = liveConfiguration(world.api.configurations)
  if (live !== null && olderThan(live.loaded.ordinal, migration.ordinal))
    return conflict(`${name} belongs to a newer configuration`)
  return E.right(migrationLost(world, name) ?? world)
}

/** A server that runs on the live configuration and is not going away. */
const convergedServer = (world: World): RunningServer | null => {
  const live = liveConfiguration(world.api.configurations)
  for (const server of world.servers)
    if (
      isServing(server) &&
      !server.terminating &&
      server.process.loaded !== null &&
      server.process.loaded.hash === live?.loaded.hash
    )
      return server
  return null
}

/** Writes the first object back unchanged through a converged server, and wakes the migration. */
export const touchResource = (
  environment: Environment,
  world: World,
  { resource, migration }: TouchResource,
): Performed => {
  const at = resourceIndex(world.etcd, resource)
  if (at < 0 || !world.clients.touchable.includes(resource))
    return refused(`no object of ${resource} may be touched`)
  if (!world.api.migrations.some(({ name, end }) => name === migration && end === null))
    return conflict(`${migration} does not exist or is over`)
  const server = convergedServer(world)
  if (server === null) return unavailable('no server runs on the live configuration')
  const { world: touched, answers } = rewrittenAt(environment, world, server, {
    resource: at,
    object: 0,
  })
  const failed = answers.find(({ verdict }) => verdict !== 'ok')
  return failed === undefined
    ? E.right(migrationWoken(touched, migration))
    : unavailable(failed.message)
}
