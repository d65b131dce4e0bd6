/**
 * What goes wrong in a play at random moments: crashes, and whatever the world's budget still allows.
 */
import { isActive } from '../rollout/counts.js'
import { enabled } from '../world/enabled.js'
import type { Move } from '../world/move.js'
import { advance, drawBelow } from '../world/random.js'
import type { World } from '../world/world.js'

/** One step in so many is a crash. */
const crashEvery = 25

const crash = (world: World, random: number): Move | null => {
  if (drawBelow(random, crashEvery) > 0) return null
  const dice = drawBelow(advance(random), 4)
  const running = world.servers.filter((each) => isActive(each) && each.process !== null)
  const server = running[drawBelow(advance(advance(random)), running.length)]
  if (server === undefined || dice < 2) return { kind: 'ControllerRestarts' }
  return { kind: dice === 2 ? 'PodCrashes' : 'PodEvicted', server: server.name }
}

/** Wishes, faults, frozen views and sabotage that the budget allows. */
export const unkindMoves = (world: World): readonly Move[] =>
  enabled(world, ['user', 'fault', 'view', 'sabotage'])

/** How often things go wrong. */
export interface Mischief {
  readonly crashes: boolean
  /** One step in so many; 0: never. */
  readonly every: number
}

/** What goes wrong now; null: nothing. */
export const mischief = (
  world: World,
  random: number,
  { crashes, every }: Mischief,
): Move | null => {
  const crashed = crashes ? crash(world, random) : null
  if (crashed !== null) return crashed
  const dice = advance(random)
  if (every === 0 || drawBelow(dice, every) > 0) return null
  const unkind = unkindMoves(world)
  return unkind[drawBelow(advance(dice), unkind.length)] ?? null
}
