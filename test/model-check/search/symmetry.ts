/**
 * Keys that nobody has named yet are alike: of those, only the first may be wished for.
 */
import type { Space, Tuple } from '../state/space.js'
import { wishIn } from '../state/space.js'

const maskOf = new WeakMap<object, number>()

const keysInRecord = (space: Space, id: number): number => {
  const part = space.records.items[id] ?? null
  if (part === null) return 0
  const found = maskOf.get(part)
  if (found !== undefined) return found
  let mask = 0
  for (const { active, target, older } of part.entries)
    for (const key of [active, ...(target < 0 ? [] : [target]), ...older]) mask |= 1 << key
  for (const { plan } of part.history)
    for (const pair of plan) for (const key of pair) mask |= 1 << key
  maskOf.set(part, mask)
  return mask
}

const keysInList = (space: Space, id: number): number => {
  const part = space.lists.items[id] ?? []
  const found = maskOf.get(part)
  if (found !== undefined) return found
  let mask = 0
  for (const each of part)
    for (let resource = 0; resource < space.start.resources.length; resource += 1)
      for (const key of space.start.keysIn(each, resource)) mask |= 1 << key
  maskOf.set(part, mask)
  return mask
}

/** Whether the wish may be made: its key has been named, or is the first of those that have not. */
export const isAllowedWish = (space: Space, from: Readonly<Tuple>, wish: number): boolean => {
  const frozen = space.frozens[from[7]] ?? space.nothingFrozen
  let named =
    (1 << wishIn(from[1])) |
    1 |
    keysInRecord(space, from[0]) |
    keysInList(space, from[2]) |
    keysInList(space, from[3])
  if (frozen.wish >= 0) named |= 1 << frozen.wish
  if (frozen.record >= 0) named |= keysInRecord(space, frozen.record)
  if (frozen.published >= 0) named |= keysInList(space, frozen.published)
  if (frozen.copies >= 0) named |= keysInList(space, frozen.copies)
  if ((named & (1 << wish)) !== 0) return true
  for (let key = 0; key < wish; key += 1) if ((named & (1 << key)) === 0) return false
  return true
}
