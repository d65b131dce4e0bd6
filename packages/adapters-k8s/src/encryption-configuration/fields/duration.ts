/**
 * Durations as Go writes them: `3s`, `1m30.5s`, `-2h`, `0`.
 */

const nanosecondsOf: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  μs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 60e9,
  h: 3600e9,
}

const largest = 2n ** 63n

/** Nanoseconds, cut to whole ones; null when the text is not a duration. */
export const durationNanoseconds = (text: string): bigint | null => {
  const [, sign = '', size = ''] = /^([-+]?)(.*)$/su.exec(text) ?? []
  if (size === '0') return 0n
  const part = /(\d*)(\.?)(\d*)([^.\d]+)/uy
  let sum = 0n
  let end = 0
  while (end < size.length) {
    part.lastIndex = end
    const [whole, integer = '', dot = '', fraction = '', name = ''] = part.exec(size) ?? []
    const unit = Object.hasOwn(nanosecondsOf, name) ? nanosecondsOf[name] : undefined
    if (whole === undefined || unit === undefined || (integer === '' && fraction === ''))
      return null
    if (dot === '' && fraction !== '') return null
    sum += BigInt(integer === '' ? 0 : integer) * BigInt(unit)
    sum += BigInt(Math.floor(Number(`0.${fraction === '' ? '0' : fraction}`) * unit))
    // The one value whose size does not fit is the most negative.
    if (sum > largest || (sum === largest && sign !== '-')) return null
    end = part.lastIndex
  }
  return end === 0 ? null : sign === '-' ? -sum : sum
}
