/**
 * Times as people read them.
 */

const units: readonly (readonly [seconds: number, name: string])[] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
]

/**
 * A length of time in its two largest units.
 *
 * @example
 * import { elapsed } from '@keyroll/core'
 *
 * assert.equal(elapsed(200), '3 min 20 s')
 * assert.equal(elapsed(7200), '2 h')
 */
export const elapsed = (seconds: number): string => {
  if (!Number.isFinite(seconds)) return 'an unknown time'
  let rest = Math.round(Math.max(0, seconds))
  const parts: string[] = []
  for (const [size, name] of units) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (parts.length > 0 || count > 0) parts.push(count > 0 ? `${count} ${name}` : '')
  }
  const shown = parts.slice(0, 2).filter((part) => part !== '')
  return shown.length === 0 ? '0 s' : shown.join(' ')
}

/** A moment, unix seconds, in RFC 3339. */
export const moment = (seconds: number): string => {
  const date = new Date(Math.round(seconds) * 1000)
  return Number.isNaN(date.getTime())
    ? `second ${seconds}`
    : date.toISOString().replace('.000Z', 'Z')
}
