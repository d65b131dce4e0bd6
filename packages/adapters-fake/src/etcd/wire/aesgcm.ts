/**
 * AES-GCM as kube-apiserver stores it: nonce (12 bytes), ciphertext, tag (16 bytes).
 *
 * The etcd key is authenticated with it, so a value that was moved does not open.
 */
import * as E from 'fp-ts/lib/Either.js'
import { gcm } from '@noble/ciphers/aes.js'
import { concatBytes } from '@noble/ciphers/utils.js'

export const gcmNonceLength = 12

/** What every authenticated cipher says of a wrong key, a moved value or damage. */
export const authenticationFailed = 'cipher: message authentication failed'

/** What is said of data that cannot hold what its layout asks for. */
export const tooShort = 'the stored data was shorter than the required size'

/** `key`: 16, 24 or 32 bytes; `nonce`: 12. */
export const sealGcm = (
  key: Uint8Array,
  plaintext: Uint8Array,
  binding: Uint8Array,
  nonce: Uint8Array,
): Uint8Array => concatBytes(nonce, gcm(key, nonce, binding).encrypt(plaintext))

/** Left: kube-apiserver's error text. */
export const openGcm = (
  key: Uint8Array,
  sealed: Uint8Array,
  binding: Uint8Array,
): E.Either<string, Uint8Array> => {
  if (sealed.length < gcmNonceLength) return E.left(tooShort)
  return E.tryCatch(
    (): Uint8Array =>
      gcm(key, sealed.subarray(0, gcmNonceLength), binding).decrypt(
        sealed.subarray(gcmNonceLength),
      ),
    () => authenticationFailed,
  )
}
