/**
 * Which live readers a finished rotation leaves behind: neither active nor target, nor plaintext at the end,
 * nor needed for a resource that was skipped.
 */
import { type ConfigurationEntry, trailingPlaintext } from '../configuration/configuration.js'
import { entriesOf } from '../configuration/lookup.js'
import type { Key } from '../key/key.js'
import type { Record } from '../record/record.js'
import type { RotatedEntry } from './rotated-entry.js'

const none: readonly Key[] = []

/** Whether each entry serves a resource that was skipped. An entry is never split. */
export const servesSkipped = (
  entries: readonly RotatedEntry[],
  live: readonly ConfigurationEntry[],
  skipped: readonly string[],
): readonly boolean[] => {
  if (skipped.length === 0) return entries.map(() => false)
  const serving = new Set(skipped.flatMap((resource) => entriesOf(live, resource)))
  return entries.map(({ at }) => serving.has(at))
}

/** Per entry, the live keys that may leave once evidence holds. */
export const keysLeaving = (
  entries: readonly RotatedEntry[],
  live: readonly ConfigurationEntry[],
  record: Record,
): readonly (readonly Key[])[] => {
  const keeps = servesSkipped(entries, live, record.skipped)
  return entries.map((entry, index) => {
    if (entry.live === null || keeps[index] === true || entry.live.keys.length < 2) return none
    const stays = trailingPlaintext(entry.live)
    const last = entry.live.keys.length - 1
    return entry.live.keys.filter(
      ({ id }, at) =>
        id !== entry.active.id && id !== entry.target?.id && !(stays !== null && at === last),
    )
  })
}
