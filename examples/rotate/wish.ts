/** What is asked for: one key for every resource of the rotated entries. */
import { type ConfigurationEntry, type Key, type Wish, isPlaintext } from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'
import { type RotatedEntry, writers } from './rotated.js'

/** The wish; left: there is nothing to rotate. */
export const wishFor = (
  key: Key,
  entries: readonly ConfigurationEntry[],
  rotated: readonly RotatedEntry[],
): E.Either<string, Wish> => {
  if (rotated.length === 0)
    return E.left(
      '--config: every entry of resources has identity alone, so there is nothing to rotate; add a provider with a key to one',
    )
  if (isPlaintext(key) && writers(entries, rotated).every(isPlaintext))
    return E.left(
      '--to plaintext: every rotated entry writes plaintext already; choose another kind of key',
    )
  return E.right({
    key,
    resources: [...new Set(rotated.flatMap(({ resources }) => resources))],
    reencryptAt: null,
    backupKey: null,
  })
}
