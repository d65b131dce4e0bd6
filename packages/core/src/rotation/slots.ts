/**
 * Slots: how many KMS keys one configuration can hold, where the sockets are not the caller's to add.
 */
import { type Key, isKms, isPlaintext } from '../key/key.js'
import type { Situation } from './situation.js'

const kmsIdentity = (key: Key | null): readonly string[] =>
  key !== null && !isPlaintext(key) && isKms(key) ? [`${key.provider}:${key.fingerprint}`] : []

const held = ({ entries }: Situation, counting: (key: Key) => boolean): ReadonlySet<string> =>
  new Set(
    entries
      .flatMap(({ active, live }) => [active, ...(live?.keys ?? [])])
      .filter(counting)
      .flatMap(kmsIdentity),
  )

/** Whether the wished key has a slot, without counting an uncommitted target, which it would replace. */
export const fitsSlots = (s: Situation): boolean => {
  const { slots } = s.policy
  const wished = kmsIdentity(s.wish?.key ?? null)[0]
  if (slots === null || wished === undefined) return true
  const targets = new Set(
    s.committed
      ? []
      : s.entries.flatMap(({ target, active }) =>
          target === null || target.id === active.id ? [] : [target.id],
        ),
  )
  const taken = held(s, (key) => !targets.has(key.id))
  return taken.has(wished) || taken.size < slots
}
