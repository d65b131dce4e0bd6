/**
 * Writes that are on their way to etcd. One may land after its server has ended, for a while.
 */
import { addressOf } from '../store/address.js'
import { objectAt } from '../store/etcd.js'
import { landed } from '../store/landing.js'
import type { Environment } from '../world/environment.js'
import type { World } from '../world/world.js'
import type { WriteInFlight } from './clients.js'

/** Seconds for which a sealed write can outlive its process: what `settle` must cover. */
const landingTime = 10

const without = (world: World, write: WriteInFlight): World => ({
  ...world,
  inFlight: world.inFlight.filter((each) => each !== write),
})

/** It reaches etcd, which takes it only over the revision that it was sealed for. */
export const writeLands = (environment: Environment, world: World, index: number): World | null => {
  const write = world.inFlight[index]
  if (write === undefined) return null
  const left = without(world, write)
  const address = addressOf(world.etcd, write)
  const revision = objectAt(world.etcd, write)?.revision ?? 0
  return address === null || revision !== write.over
    ? left
    : landed(environment, left, address, write.value)
}

/** It never arrives; its client sees a broken connection. */
export const writeLost = (world: World, index: number): World | null => {
  const write = world.inFlight[index]
  return write === undefined ? null : without(world, write)
}

/** The process that sealed them has ended: from now on they have a deadline. */
export const orphaned = (world: World, server: string): World =>
  world.inFlight.some((write) => write.server === server && write.deadline === null)
    ? {
        ...world,
        inFlight: world.inFlight.map((write) =>
          write.server === server && write.deadline === null
            ? { ...write, deadline: world.now + landingTime }
            : write,
        ),
      }
    : world

/** Those whose time is over never land. */
export const expired = (world: World): World =>
  world.inFlight.some(({ deadline }) => deadline !== null && deadline <= world.now)
    ? {
        ...world,
        inFlight: world.inFlight.filter(
          ({ deadline }) => deadline === null || deadline > world.now,
        ),
      }
    : world
