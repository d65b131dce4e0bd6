/**
 * `observe`: what the controller sees of a world. Pure; looking changes nothing.
 */
import {
  type Configuration,
  type Fact,
  type LiveConfiguration,
  type Observation,
  type Server as SeenServer,
  type Servers,
  type Template,
  known,
  unknown,
} from '@keyroll/core'
import { liveConfiguration } from '../configuration/live.js'
import type { Loaded } from '../configuration/loaded.js'
import { migrationOf } from '../migrator/stored-migration.js'
import { rolloutOf } from '../rollout/counts.js'
import type { Server } from '../servers/server.js'
import { seenFromCaches, seenNow } from '../views/seen.js'
import type { Seen, ViewKind } from '../views/views.js'
import type { World } from '../world/world.js'
import { continuityOf } from './continuity.js'
import { storedResources } from './resources.js'

const configurationOf = ({ ordinal, hash, entries }: Loaded): Configuration => ({
  ordinal,
  hash,
  entries,
})

const liveOf = ({ configurations }: Seen): LiveConfiguration | null => {
  const live = liveConfiguration(configurations)
  return live === null ? null : { ...configurationOf(live.loaded), version: String(live.version) }
}

const supersededOf = ({ configurations }: Seen): readonly Configuration[] => {
  const live = liveConfiguration(configurations)
  return configurations.filter((each) => each !== live).map(({ loaded }) => configurationOf(loaded))
}

const templateOf = ({ deployment: { template, version } }: Seen): Template => ({
  version: String(version),
  ordinal: template.ordinal,
  hash: template.hash,
  encrypts: template.configuration !== null,
})

const loadedBy = ({ process }: Server, reports: boolean): Fact<string> => {
  if (process === null) return unknown('no process runs')
  if (process.loaded === null) return unknown('it runs without an encryption configuration')
  return reports ? known(process.loaded.hash) : unknown('it does not report what it has loaded')
}

const serverOf = (server: Server, reports: boolean): SeenServer => ({
  name: server.name,
  ordinal: server.ordinal,
  hash: server.hash,
  loaded: loadedBy(server, reports),
  ready: server.phase === 'Ready',
  terminating: server.terminating,
  finished: server.phase === 'Finished',
})

const serversOf = ({ deployment, replicaSets, servers }: Seen, reports: boolean): Servers => ({
  wanted: deployment.replicas,
  list: servers.map((server) => serverOf(server, reports)),
  rollout: rolloutOf(deployment, replicaSets, servers),
})

/** Every pod that could still serve, and the template, are without the flag. */
const runUnencrypted = ({ deployment, servers }: Seen): boolean =>
  servers.length > 0 &&
  deployment.template.configuration === null &&
  servers.every(({ configuration }) => configuration === null)

/**
 * What the controller sees. A cached look shows the frozen parts as they were and all others as they are;
 * a fresh one shows everything as it is. Reads that fail are Unknown in both.
 *
 * @example
 * import * as E from 'fp-ts/lib/Either.js'
 * import { controlPlane, observe, symbolicEnvironment } from '@keyroll/adapters-fake'
 *
 * const world = controlPlane(symbolicEnvironment)({ configuration: null, resources: ['secrets'] })
 * assert.ok(E.isRight(world))
 * assert.deepEqual(observe(world.right, 'fresh').unencryptedServers, { _tag: 'Known', value: true })
 */
export const observe = (world: World, look: Observation['look']): Observation => {
  const { api, migrator, views } = world
  const seen = look === 'fresh' ? seenNow(world) : seenFromCaches(world)
  const { sees } = views
  const fact = <A>(kind: ViewKind, value: A): Fact<A> =>
    views.failing.includes(kind) ? unknown(`the ${kind} could not be read`) : known(value)
  const live = liveOf(seen)
  const resources = storedResources(world, seen, !views.failing.includes('discovery'))
  return {
    now: world.now,
    look,
    newerSchema: api.newerSchema,
    record: fact('record', seen.record),
    configuration: fact('configurations', live),
    copies: fact(
      'copies',
      seen.copies.map(({ loaded }) => configurationOf(loaded)),
    ),
    superseded: fact('configurations', supersededOf(seen)),
    delivery: api.delivery,
    template: fact('template', templateOf(seen)),
    servers: fact('servers', serversOf(seen, sees.loadedHash)),
    continuity: fact('template', continuityOf(seen, live?.ordinal ?? null)),
    unchangedSince: fact('servers', seen.unchangedSince),
    wish: fact('wish', seen.wish),
    resources,
    migrations: fact('migrations', seen.migrations.map(migrationOf)),
    migratorBlocked: migrator.blocked,
    selfHosted: api.selfHosted,
    unencryptedServers: fact('servers', runUnencrypted(seen)),
    emptyEtcd: sees.emptyEtcd
      ? known(world.etcd.resources.every(({ objects }) => objects.size === 0))
      : unknown('etcd is not looked into'),
    etcdRevision: sees.etcdRevision
      ? known(world.etcd.revision)
      : unknown('the revision of etcd is not read'),
    backupTime: known(world.backup?.time ?? null),
    approvals: api.approvals,
    condition: seen.condition,
    census: sees.census
      ? known(
          world.etcd.resources
            .filter(({ resource }) => resources.some((each) => each.resource === resource))
            .map(({ resource, prefixes }) => ({ resource, prefixes })),
        )
      : unknown('no census was taken'),
  }
}
