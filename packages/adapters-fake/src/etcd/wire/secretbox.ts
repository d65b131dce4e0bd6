/**
 * XSalsa20-Poly1305 as kube-apiserver stores it: nonce (24 bytes), tag (16 bytes), ciphertext.
 *
 * The etcd key is not authenticated: a value opens wherever it is moved to.
 */
import * as E from 'fp-ts/lib/Either.js'
import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js'
import { concatBytes } from '@noble/ciphers/utils.js'
import { tooShort } from './aesgcm.js'

export const secretboxNonceLength = 24
const tagLength = 16

/** What kube-apiserver says of a wrong key or of damage, whatever it seems to mean. */
export const notOpened = 'output array was not large enough for encryption'

/** `key`: 32 bytes; `nonce`: 24. */
export const sealSecretbox = (
  key: Uint8Array,
  plaintext: Uint8Array,
  nonce: Uint8Array,
): Uint8Array => concatBytes(nonce, xsalsa20poly1305(key, nonce).encrypt(plaintext))

/** Left: kube-apiserver's error text. */
export const openSecretbox = (
  key: Uint8Array,
  sealed: Uint8Array,
): E.Either<string, Uint8Array> => {
  if (sealed.length < secretboxNonceLength + tagLength) return E.left(tooShort)
  return E.tryCatch(
    (): Uint8Array =>
      xsalsa20poly1305(key, sealed.subarray(0, secretboxNonceLength)).decrypt(
        sealed.subarray(secretboxNonceLength),
      ),
    () => notOpened,
  )
}
