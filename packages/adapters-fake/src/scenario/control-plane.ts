/**
 * The builder: a control plane at rest that runs on a user's configuration, with etcd filled by it.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Loaded, loadText } from '../configuration/loaded.js'
import { fixedName, nameOf } from '../configuration/published.js'
import type { PodTemplate } from '../rollout/deployment.js'
import { sessionsOf } from '../servers/sessions.js'
import type { Server } from '../servers/server.js'
import { quiet } from '../world/budget.js'
import type { Environment } from '../world/environment.js'
import type { World } from '../world/world.js'
import { emptyWorld } from './empty-world.js'
import { filledEtcd } from './fill.js'
import { type ControlPlaneOptions, faultIn } from './options.js'
import { pluginsOf } from './plugins.js'

const templateOf = (options: ControlPlaneOptions, loaded: Loaded | null): PodTemplate =>
  loaded === null
    ? { ordinal: null, hash: null, configuration: null }
    : {
        ordinal: loaded.ordinal,
        // A template that keyroll has never stamped says nothing about the content.
        hash: loaded.ordinal === null ? null : loaded.hash,
        configuration:
          loaded.ordinal === null
            ? fixedName
            : nameOf(options.delivery ?? 'immutable', loaded.ordinal),
      }

const running = (
  world: World,
  replicaSet: string,
  template: PodTemplate,
  loaded: Loaded | null,
  count: number,
): readonly Server[] =>
  Array.from({ length: count }, (_, at): Server => {
    const name = `${replicaSet}-${at + 2}`
    return {
      name,
      replicaSet,
      ordinal: template.ordinal,
      hash: template.hash,
      configuration: template.configuration,
      mounted: loaded,
      phase: 'Ready',
      terminating: false,
      process: {
        loaded,
        startedAt: world.now,
        failing: [],
        sessions: sessionsOf(world, name, loaded, []),
      },
      since: world.now,
    }
  })

const built = (
  environment: Environment,
  options: ControlPlaneOptions,
  loaded: Loaded | null,
): E.Either<string, World> => {
  const { servers: count = 3, configuration, resources } = options
  const template = templateOf(options, loaded)
  const replicaSet = 'kube-apiserver-1'
  const version = count + 2
  const start = emptyWorld(options, template, replicaSet, version)
  const world: World = { ...start, plugins: pluginsOf(environment, options, loaded) }
  const etcd = filledEtcd(environment, world, loaded, {
    resources,
    objects: options.objects ?? 300,
    olderShare: options.olderShare ?? 0.1,
  })
  if (E.isLeft(etcd)) return etcd
  const servers = running(world, replicaSet, template, loaded, count)
  return E.right({
    ...world,
    etcd: etcd.right,
    servers,
    migrator: { ...world.migrator, server: servers[0]?.name ?? null },
    api: {
      ...world.api,
      configurations:
        configuration === null || loaded === null || template.configuration === null
          ? []
          : [{ name: template.configuration, version, text: configuration, loaded }],
    },
    budget: options.budget ?? quiet,
  })
}

/**
 * A world at rest: all servers ready on the configuration, every object stored under one of its keys.
 * Left: which option makes none, and why.
 *
 * @example
 * import { sealingKey } from '@keyroll/core'
 * import * as E from 'fp-ts/lib/Either.js'
 * import { apply, controlPlane, symbolicEnvironment, symbolicText } from '@keyroll/adapters-fake'
 *
 * const configuration = symbolicText([
 *   { resources: ['secrets'], keys: [sealingKey('aescbc', 'key1', 'ab12')] },
 * ])
 * const world = controlPlane(symbolicEnvironment)({ configuration, resources: ['secrets'], objects: 2 })
 * assert.ok(E.isRight(world))
 * const server = world.right.servers[0]?.name ?? ''
 * const read = { kind: 'ClientReads', server, resource: 'secrets', object: 0 } as const
 * assert.equal(apply(symbolicEnvironment)(world.right, read).answers[0]?.status, 200)
 */
export const controlPlane =
  (environment: Environment) =>
  (options: ControlPlaneOptions): E.Either<string, World> => {
    const fault = faultIn(options)
    if (fault !== null) return E.left(fault)
    if (options.configuration === null) return built(environment, options, null)
    const loaded = loadText(environment.codec, options.resources, options.configuration)
    return E.isLeft(loaded)
      ? E.left(`configuration: ${loaded.left}`)
      : built(environment, options, loaded.right)
  }
