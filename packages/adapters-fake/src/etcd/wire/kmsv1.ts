/**
 * KMS v1 as kube-apiserver stores it: length (uint16, big-endian) and data key sealed by the plugin, then
 * AES-GCM under that data key, a new one for each write.
 *
 * Version 1 has no key_id: what is stale is not told from the value, except a body in AES-CBC, as servers
 * before 1.25 wrote.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { concatBytes } from '@noble/ciphers/utils.js'
import type { Attempt } from '../choose-key.js'
import { type KmsPlugin, unwrapAny, wrap } from '../kms-plugin.js'
import type { NonceSource } from '../nonce-source.js'
import { openCbc } from './aescbc.js'
import { gcmNonceLength, openGcm, sealGcm } from './aesgcm.js'
import { checkedAesKey } from './key-bytes.js'

/** Left: the plugin's error. */
export const sealKmsV1 = (
  plugin: KmsPlugin,
  plaintext: Uint8Array,
  binding: Uint8Array,
  nonce: NonceSource,
): E.Either<string, Uint8Array> => {
  const dataKey = nonce('data key', 32)
  return pipe(
    wrap(plugin, dataKey, nonce),
    E.map(({ ciphertext }) =>
      concatBytes(
        Uint8Array.of(ciphertext.length >> 8, ciphertext.length & 255),
        ciphertext,
        sealGcm(dataKey, plaintext, binding, nonce('nonce', gcmNonceLength)),
      ),
    ),
  )
}

const openBody = (
  key: Uint8Array,
  body: Uint8Array,
  binding: Uint8Array,
): E.Either<readonly string[], Attempt<Uint8Array>> => {
  const gcm = openGcm(key, body, binding)
  if (E.isRight(gcm)) return E.right({ value: gcm.right, stale: false })
  const cbc = openCbc(key, body)
  return E.isRight(cbc) ? E.right({ value: cbc.right, stale: true }) : E.left([gcm.left, cbc.left])
}

const truncated =
  'invalid data encountered by envelope transformer: failed to read uint16 length prefixed data'

/** Left: kube-apiserver's error texts. */
export const openKmsV1 = (
  plugin: E.Either<string, KmsPlugin>,
  sealed: Uint8Array,
  binding: Uint8Array,
): E.Either<readonly string[], Attempt<Uint8Array>> => {
  const end = 2 + (sealed[0] ?? 0) * 256 + (sealed[1] ?? 0)
  if (sealed.length < end) return E.left([truncated])
  const key = pipe(
    plugin,
    E.flatMap((answering) => unwrapAny(answering, sealed.subarray(2, end))),
    E.flatMap(checkedAesKey),
  )
  return E.isLeft(key) ? E.left([key.left]) : openBody(key.right, sealed.subarray(end), binding)
}
