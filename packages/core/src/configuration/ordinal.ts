/**
 * The ordinal of a configuration write: (epoch, step).
 *
 * It only ever grows; configuration, pod template, pods and migrations carry it.
 */
export interface Ordinal {
  /** One attempt to rotate: unix seconds, above every epoch seen before. */
  readonly epoch: number
  /** Counts the configuration writes of the epoch, from 1. */
  readonly step: number
}

/** Negative when `a` is older, 0 when equal, positive when newer. */
export const compareOrdinals = (a: Ordinal, b: Ordinal): number =>
  a.epoch - b.epoch || a.step - b.step

export const sameOrdinal = (a: Ordinal | null, b: Ordinal | null): boolean =>
  a === b || (a !== null && b !== null && a.epoch === b.epoch && a.step === b.step)

/** Whether `a` is older than `b`; something without an ordinal is older than everything that has one. */
export const olderThan = (a: Ordinal | null, b: Ordinal | null): boolean =>
  b !== null && (a === null || compareOrdinals(a, b) < 0)

/**
 * `epoch.step`, as annotations and names carry it.
 *
 * @example
 * import { formatOrdinal, parseOrdinal } from '@keyroll/core'
 *
 * assert.equal(formatOrdinal({ epoch: 1764590000, step: 2 }), '1764590000.2')
 * assert.deepEqual(parseOrdinal('1764590000.2'), { epoch: 1764590000, step: 2 })
 * assert.equal(parseOrdinal('latest'), null)
 */
export const formatOrdinal = (ordinal: Ordinal): string => `${ordinal.epoch}.${ordinal.step}`

/** Reads `epoch.step`; null when the text is anything else. */
export const parseOrdinal = (text: string): Ordinal | null => {
  const match = /^(\d{1,12})\.(\d{1,9})$/.exec(text)
  return match === null ? null : { epoch: Number(match[1]), step: Number(match[2]) }
}
