/**
 * Lengths of time as people write them: seconds, or `90s`, `15m`, `1h30m`.
 */
import * as t from 'io-ts'

const unit: { readonly [letter: string]: number } = { h: 3600, m: 60, s: 1 }

const parseDuration = (text: string): number | null => {
  if (!/^(?=\d)(\d{1,9}h)?(\d{1,9}m)?(\d{1,9}(\.\d{1,9})?s)?$/.test(text)) return null
  let total = 0
  for (const [, count, letter] of text.matchAll(/([\d.]+)([hms])/g))
    total += Number(count) * (unit[letter ?? ''] ?? 0)
  return total
}

/** Seconds, as a number or as a text with units. */
export const durationCodec: t.Type<number> = new t.Type<number>(
  'seconds as a number, or a text such as 15m',
  (u): u is number => typeof u === 'number' && Number.isFinite(u) && u >= 0,
  (u, c) => {
    const value = typeof u === 'string' ? parseDuration(u) : u
    return typeof value === 'number' && Number.isFinite(value) && value >= 0
      ? t.success(value)
      : t.failure(u, c)
  },
  t.identity,
)
