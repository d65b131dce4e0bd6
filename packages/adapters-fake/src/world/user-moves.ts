/**
 * What people ask of the control plane.
 */
import { liveConfiguration } from '../configuration/live.js'
import { respecified } from '../rollout/rollout.js'
import type { UserMove } from './move.js'
import type { World } from './world.js'

/** Null: the move changes nothing here. */
export const userMoved = (world: World, move: UserMove): World | null => {
  const { api } = world
  switch (move.kind) {
    case 'WishChanges':
      return { ...world, api: { ...api, wish: move.wish } }
    case 'Scaled':
      return move.replicas < 0 || move.replicas === api.deployment.replicas
        ? null
        : respecified(world, { replicas: move.replicas })
    case 'Approved': {
      const { stage, epoch } = move
      return { ...world, api: { ...api, approvals: [...api.approvals, { stage, epoch }] } }
    }
    case 'BackupTaken':
      return {
        ...world,
        backup: {
          time: world.now,
          record: api.record,
          configuration: liveConfiguration(api.configurations),
          etcd: world.etcd,
          migrations: api.migrations,
        },
      }
  }
}
