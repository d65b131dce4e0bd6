/**
 * The bytes of static keys, once their length is known to be right.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type LoadedKey, secretOf } from '../loaded-key.js'

/** The key, if it has 16, 24 or 32 bytes; left: a text that tells its length only. */
export const checkedAesKey = (key: Uint8Array): E.Either<string, Uint8Array> =>
  key.length === 16 || key.length === 24 || key.length === 32
    ? E.right(key)
    : E.left(`crypto/aes: invalid key size ${key.length}`)

/** The bytes of an aescbc or aesgcm key; left: a text without them. */
export const aesKeyOf = (loaded: LoadedKey): E.Either<string, Uint8Array> =>
  E.flatMap(secretOf(loaded), checkedAesKey)

/** The bytes of a secretbox key; left: a text without them. */
export const secretboxKeyOf = (loaded: LoadedKey): E.Either<string, Uint8Array> =>
  E.flatMap(secretOf(loaded), (key) =>
    key.length === 32
      ? E.right(key)
      : E.left(`expected key size 32 for secretbox provider, got ${key.length}`),
  )
