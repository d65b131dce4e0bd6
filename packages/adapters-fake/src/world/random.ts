/**
 * A small seeded generator whose state is one number (splitmix32): good for schedules, not for keys.
 */

const step = 0x9e3779b9

/** The state after one draw. */
export const advance = (state: number): number => (state + step) >>> 0

/** What a state draws: 32 bits, unsigned. */
const drawn = (state: number): number => {
  let mixed = (state + step) >>> 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
  return (mixed ^ (mixed >>> 15)) >>> 0
}

/** A whole number from 0 up to, and without, `below`. */
export const drawBelow = (state: number, below: number): number =>
  below <= 1 ? 0 : Math.floor((drawn(state) / 0x1_0000_0000) * below)
