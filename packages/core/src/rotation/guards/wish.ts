/**
 * Guards of what the wish asks for.
 */
import { sameKey } from '../../key/key.js'
import { type Situation, isUnencrypted } from '../situation.js'
import { fitsSlots } from '../slots.js'
import { readableInSight, uncommitted } from './in-state.js'

export const cancel = (s: Situation): boolean => uncommitted(s) && s.wishIsActive

export const replace = (s: Situation): boolean =>
  uncommitted(s) && s.wishDiffersFromTarget && fitsSlots(s)

export const reverse = (s: Situation): boolean =>
  s.committed &&
  s.wishIsActive &&
  s.entries.some(({ active, target }) => target !== null && !sameKey(active, target)) &&
  readableInSight(s, ({ active, target }) => [active, target])

/** A start that only an accepted wish asks for, and whose slot is free. */
export const start = (s: Situation): boolean =>
  !s.hasTarget && s.wishDiffersFromActive && fitsSlots(s)

export const removal = (s: Situation): boolean =>
  s.observation.wish._tag === 'Known' && s.wish === null && !isUnencrypted(s)
