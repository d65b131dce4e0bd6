/**
 * A hash table from eight small numbers to one: exact, open addressing, no objects.
 */
export interface Table {
  /** -1: not there. */
  readonly get: (
    a: number,
    b: number,
    c: number,
    d: number,
    e: number,
    f: number,
    g: number,
    h: number,
  ) => number
  /** For keys that are not there yet. */
  readonly add: (
    a: number,
    b: number,
    c: number,
    d: number,
    e: number,
    f: number,
    g: number,
    h: number,
    value: number,
  ) => void
}

const stride = 9

export const mix = (
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
  g: number,
  h: number,
): number => {
  let hash = Math.imul(a ^ 0x2c1b3c6d, 0x9e3779b1)
  hash = Math.imul((hash ^ (hash >>> 15)) + b, 0x85ebca77)
  hash = Math.imul((hash ^ (hash >>> 13)) + c, 0xc2b2ae3d)
  hash = Math.imul((hash ^ (hash >>> 16)) + d, 0x27d4eb2f)
  hash = Math.imul((hash ^ (hash >>> 15)) + e, 0x165667b1)
  hash = Math.imul((hash ^ (hash >>> 13)) + f, 0x9e3779b1)
  hash = Math.imul((hash ^ (hash >>> 16)) + g, 0x85ebca77)
  hash = Math.imul((hash ^ (hash >>> 15)) + h, 0xc2b2ae3d)
  return (hash ^ (hash >>> 16)) >>> 0
}

export const table = (): Table => {
  let mask = 1023
  let slots = new Int32Array(1024)
  let rows = new Int32Array(512 * stride)
  let count = 0
  const rehash = (): void => {
    mask = mask * 2 + 1
    slots = new Int32Array(mask + 1)
    for (let row = 0; row < count; row += 1) {
      const o = row * stride
      let at =
        mix(
          rows[o] ?? 0,
          rows[o + 1] ?? 0,
          rows[o + 2] ?? 0,
          rows[o + 3] ?? 0,
          rows[o + 4] ?? 0,
          rows[o + 5] ?? 0,
          rows[o + 6] ?? 0,
          rows[o + 7] ?? 0,
        ) & mask
      while (slots[at] !== 0) at = (at + 1) & mask
      slots[at] = row + 1
    }
  }
  const get: Table['get'] = (a, b, c, d, e, f, g, h) => {
    let at = mix(a, b, c, d, e, f, g, h) & mask
    for (;;) {
      const row = slots[at] ?? 0
      if (row === 0) return -1
      const o = (row - 1) * stride
      if (
        rows[o] === a &&
        rows[o + 1] === b &&
        rows[o + 2] === c &&
        rows[o + 3] === d &&
        rows[o + 4] === e &&
        rows[o + 5] === f &&
        rows[o + 6] === g &&
        rows[o + 7] === h
      )
        return rows[o + 8] ?? -1
      at = (at + 1) & mask
    }
  }
  const add: Table['add'] = (a, b, c, d, e, f, g, h, value) => {
    if (count * 2 >= mask) rehash()
    if ((count + 1) * stride > rows.length) {
      const larger = new Int32Array(rows.length * 2)
      larger.set(rows)
      rows = larger
    }
    const o = count * stride
    rows[o] = a
    rows[o + 1] = b
    rows[o + 2] = c
    rows[o + 3] = d
    rows[o + 4] = e
    rows[o + 5] = f
    rows[o + 6] = g
    rows[o + 7] = h
    rows[o + 8] = value
    let at = mix(a, b, c, d, e, f, g, h) & mask
    while (slots[at] !== 0) at = (at + 1) & mask
    count += 1
    slots[at] = count
  }
  return { get, add }
}
