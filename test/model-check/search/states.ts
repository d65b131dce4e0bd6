/**
 * The set of states: exact rows of eight numbers, found by hash, numbered in the order of their discovery.
 */
import type { Tuple } from '../state/space.js'
import { mix } from './table.js'

export interface States {
  /** The number of a state, added if it is new. Negative: it was there already, as `-1 - number`. */
  readonly add: (t: Readonly<Tuple>) => number
  /** Reads a state into a tuple. */
  readonly read: (number: number, into: Tuple) => void
  readonly count: () => number
}

export const states = (): States => {
  let mask = (1 << 16) - 1
  let slots = new Int32Array(mask + 1)
  let rows = new Int32Array(1 << 18)
  let count = 0
  const hashOf = (o: number): number =>
    mix(
      rows[o] ?? 0,
      rows[o + 1] ?? 0,
      rows[o + 2] ?? 0,
      rows[o + 3] ?? 0,
      rows[o + 4] ?? 0,
      rows[o + 5] ?? 0,
      rows[o + 6] ?? 0,
      rows[o + 7] ?? 0,
    )
  const rehash = (): void => {
    mask = mask * 2 + 1
    slots = new Int32Array(mask + 1)
    for (let row = 0; row < count; row += 1) {
      let at = hashOf(row * 8) & mask
      while (slots[at] !== 0) at = (at + 1) & mask
      slots[at] = row + 1
    }
  }
  const add = (t: Readonly<Tuple>): number => {
    let at = mix(t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7]) & mask
    for (;;) {
      const row = slots[at] ?? 0
      if (row === 0) break
      const o = (row - 1) * 8
      if (
        rows[o] === t[0] &&
        rows[o + 1] === t[1] &&
        rows[o + 2] === t[2] &&
        rows[o + 3] === t[3] &&
        rows[o + 4] === t[4] &&
        rows[o + 5] === t[5] &&
        rows[o + 6] === t[6] &&
        rows[o + 7] === t[7]
      )
        return -row
      at = (at + 1) & mask
    }
    const o = count * 8
    if (o + 8 > rows.length) {
      const larger = new Int32Array(rows.length * 2)
      larger.set(rows)
      rows = larger
    }
    for (let part = 0; part < 8; part += 1) rows[o + part] = t[part] ?? 0
    count += 1
    slots[at] = count
    if (count * 2 > mask) rehash()
    return count - 1
  }
  const read = (number: number, into: Tuple): void => {
    const o = number * 8
    for (let part = 0; part < 8; part += 1) into[part] = rows[o + part] ?? 0
  }
  return { add, read, count: () => count }
}

/** A list of numbers that grows. */
export interface Numbers {
  readonly push: (value: number) => void
  readonly at: (index: number) => number
  readonly length: () => number
}

export const numbers = (): Numbers => {
  let items = new Int32Array(1 << 16)
  let count = 0
  return {
    push: (value) => {
      if (count === items.length) {
        const larger = new Int32Array(items.length * 2)
        larger.set(items)
        items = larger
      }
      items[count] = value
      count += 1
    },
    at: (index) => items[index] ?? -1,
    length: () => count,
  }
}
