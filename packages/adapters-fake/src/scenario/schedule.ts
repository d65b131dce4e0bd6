/**
 * What the control plane would do now, and when it would do more.
 */
import { platformMoves } from '../world/enabled.js'
import type { PlatformMove } from '../world/move.js'
import type { World } from '../world/world.js'
import { dueAt } from './timing.js'

export interface Schedule {
  readonly due: readonly PlatformMove[]
  /** When the next move is due, unix seconds; null: none ever is. */
  readonly next: number | null
}

/** The moves whose time has come, and the time of the first one whose has not. */
export const scheduleOf = (world: World): Schedule => {
  const due: PlatformMove[] = []
  let next: number | null = null
  for (const move of platformMoves(world)) {
    const at = dueAt(world, move)
    if (at === null) continue
    if (at <= world.now) due.push(move)
    else if (next === null || at < next) next = at
  }
  return { due, next }
}
