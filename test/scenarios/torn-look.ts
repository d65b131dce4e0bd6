/**
 * A look that took its time: each part was read at another moment, in the order in which a fresh look reads.
 * Whoever else writes meanwhile (another controller, say) makes it torn.
 */
import type { Observation } from '@keyroll/core'
import { type World, observe } from '@keyroll/adapters-fake'

/** Which part of an observation comes with which read; pods are read last. */
const reads: readonly (readonly (keyof Observation)[])[] = [
  ['record', 'condition'],
  ['configuration', 'superseded', 'copies'],
  ['template'],
  ['migrations'],
  ['continuity'],
  ['servers', 'unencryptedServers'],
]

const picked = (observation: Observation, fields: readonly (keyof Observation)[]) =>
  Object.fromEntries(fields.map((field) => [field, observation[field]]))

/**
 * The look; everything that no read of its own brings is as it is now.
 *
 * @param past worlds from the past up to now, oldest first
 * @param draw draws a whole number from 0 up to, and without, its argument
 */
export const tornLook = (past: readonly World[], draw: (below: number) => number): Observation => {
  const last = past.at(-1)
  if (last === undefined) throw new Error('there is no world to look at')
  let from = draw(past.length)
  return reads.reduce<Observation>(
    (look, fields) => {
      const world = past[from] ?? last
      from += draw(past.length - from)
      return { ...look, ...picked(observe(world, 'fresh'), fields) }
    },
    observe(last, 'fresh'),
  )
}
