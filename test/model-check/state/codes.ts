/**
 * Ordinals and configurations as small numbers.
 *
 * An ordinal is `epoch * 8 + step`; 0 stands for none, `epoch * 8` for an epoch alone. A configuration is
 * `entries * 64 + ordinal`, where `entries` numbers the lists of keys that have been met.
 */
import type { Ordinal } from '@keyroll/core'

export const ordinalCode = (ordinal: Ordinal | null): number => {
  if (ordinal === null) return 0
  if (ordinal.epoch > 7 || ordinal.step > 7)
    throw new Error(`ordinal ${ordinal.epoch}.${ordinal.step} is beyond what this search can hold`)
  return ordinal.epoch * 8 + ordinal.step
}

export const ordinalOf = (code: number): Ordinal | null =>
  code === 0 ? null : { epoch: code >> 3, step: code & 7 }

export const ordinalIn = (configuration: number): number => configuration & 63
export const entriesIn = (configuration: number): number => configuration >> 6
export const configurationCode = (entries: number, ordinal: number): number =>
  entries * 64 + ordinal

/** The codes in use, as two masks: epochs 0-3, and 4-7. */
export interface Used {
  low: number
  high: number
}

export const uses = (used: Used, code: number): void => {
  if (code < 32) used.low |= 1 << code
  else used.high |= 1 << (code - 32)
}

const isUsed = ({ low, high }: Used, code: number): boolean =>
  code < 32 ? (low & (1 << code)) !== 0 : (high & (1 << (code - 32))) !== 0

/**
 * Epochs, and the steps within each, numbered anew without gaps; order and equality are all that matters.
 * Null: they have no gaps.
 */
export const denseNames = (used: Used): readonly number[] | null => {
  const names = Array.from({ length: 64 }, (_, code) => code)
  let changed = false
  let epoch = 0
  for (let old = 1; old < 8; old += 1) {
    let step = 0
    let seen = isUsed(used, old * 8)
    for (let at = 1; at < 8; at += 1) if (isUsed(used, old * 8 + at)) seen = true
    if (!seen) continue
    epoch += 1
    names[old * 8] = epoch * 8
    if (epoch !== old) changed = true
    for (let at = 1; at < 8; at += 1) {
      if (!isUsed(used, old * 8 + at)) continue
      step += 1
      names[old * 8 + at] = epoch * 8 + step
      if (step !== at) changed = true
    }
  }
  return changed ? names : null
}
