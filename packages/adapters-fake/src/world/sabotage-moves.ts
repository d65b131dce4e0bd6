/**
 * What a person does by hand, against the protocol.
 */
import * as E from 'fp-ts/lib/Either.js'
import { liveConfiguration } from '../configuration/live.js'
import { loadText } from '../configuration/loaded.js'
import { withObject } from '../configuration/objects.js'
import { fixedName } from '../configuration/published.js'
import { replicaSetScaled } from '../rollout/rollout.js'
import type { Environment } from './environment.js'
import type { SabotageMove } from './move.js'
import type { World } from './world.js'

const configurationRestored = (world: World): World | null => {
  const object = world.backup?.configuration ?? null
  if (object === null) return null
  const standing = world.api.configurations.find(({ name }) => name === object.name)
  return standing?.loaded.hash === object.loaded.hash
    ? null
    : withObject(world, object.name, object.text, object.loaded)
}

/** Null: the move is not possible here. */
export const sabotaged = (
  environment: Environment,
  world: World,
  move: SabotageMove,
): World | null => {
  switch (move.kind) {
    case 'ConfigurationEdited': {
      const resources = world.etcd.resources.map(({ resource }) => resource)
      const loaded = loadText(environment.codec, resources, move.text)
      const name = liveConfiguration(world.api.configurations)?.name ?? fixedName
      return E.isLeft(loaded) ? null : withObject(world, name, move.text, loaded.right)
    }
    case 'ConfigurationRestored':
      return configurationRestored(world)
    case 'OldReplicaSetScaled':
      return replicaSetScaled(world, move.replicaSet, move.replicas)
    case 'EtcdRestored':
      return world.backup === null
        ? null
        : {
            ...world,
            etcd: world.backup.etcd,
            inFlight: [],
            api: { ...world.api, migrations: world.backup.migrations },
          }
  }
}
