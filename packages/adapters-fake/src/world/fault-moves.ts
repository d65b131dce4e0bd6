/**
 * What goes wrong by itself.
 */
import { type Fact } from '@keyroll/core'
import { liveConfiguration } from '../configuration/live.js'
import { withoutObject } from '../configuration/objects.js'
import { withKeyId } from '../etcd/kms-plugin.js'
import { migrationFails, migrationHangs, migrationLost } from '../migrator/run.js'
import { rolloutUndone } from '../rollout/rollout.js'
import { podCrashes, podEvicted, podFails } from '../servers/lifecycle.js'
import type { FaultMove } from './move.js'
import type { World } from './world.js'

const discoveryChanges = (
  world: World,
  resource: string,
  served: Fact<'Served' | 'NotServed'>,
): World => ({
  ...world,
  api: {
    ...world.api,
    discovery: world.api.discovery.map((each) =>
      each.resource === resource
        ? {
            resource,
            served,
            absentSince:
              served._tag === 'Known' && served.value === 'NotServed'
                ? (each.absentSince ?? world.now)
                : null,
          }
        : each,
    ),
  },
})

const kmsAnswers = (world: World, endpoint: string, answers: boolean): World => ({
  ...world,
  plugins: world.plugins.map((plugin) =>
    plugin.endpoint === endpoint
      ? { ...plugin, answers, downSince: answers ? null : (plugin.downSince ?? world.now) }
      : plugin,
  ),
})

/** Null: the move is not possible here. */
export const faultMoved = (world: World, move: FaultMove): World | null => {
  const { api, views } = world
  switch (move.kind) {
    case 'PodCrashes':
      return podCrashes(world, move.server)
    case 'PodEvicted':
      return podEvicted(world, move.server)
    case 'PodFails':
      return podFails(world, move.server)
    case 'MigrationFails':
      return migrationFails(world, move.migration)
    case 'MigrationHangs':
      return migrationHangs(world, move.migration)
    case 'MigrationLost':
      return migrationLost(world, move.migration)
    case 'MigratorBlocked':
      return { ...world, migrator: { ...world.migrator, blocked: move.reason } }
    case 'RecordLost':
      return api.record === null
        ? null
        : { ...world, api: { ...api, record: null, condition: null } }
    case 'RecordRestored': {
      const version = api.version + 1
      const record = move.record === null ? null : { ...move.record, version: String(version) }
      return { ...world, api: { ...api, version, record } }
    }
    case 'ConfigurationLost': {
      const live = liveConfiguration(api.configurations)
      return live === null ? null : withoutObject(world, live.name)
    }
    case 'RolloutUndone':
      return rolloutUndone(world, move.replicaSet)
    case 'ControllerRestarts':
      return { ...world, views: { ...views, frozen: {}, unchangedSince: world.now } }
    case 'ReadsFail':
      return { ...world, views: { ...views, failing: move.kinds } }
    case 'DiscoveryChanges':
      return discoveryChanges(world, move.resource, move.served)
    case 'KmsKeyChanges':
      return {
        ...world,
        plugins: world.plugins.map((plugin) =>
          plugin.endpoint === move.endpoint
            ? { ...withKeyId(plugin, move.keyId), downSince: plugin.downSince }
            : plugin,
        ),
      }
    case 'KmsAnswers':
      return kmsAnswers(world, move.endpoint, move.answers)
  }
}
