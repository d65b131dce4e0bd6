/**
 * KMS v2 as kube-apiserver stores it: a protobuf message with the key_id, the process's seed sealed by the
 * plugin, and AES-256-GCM under a key of each value's own, derived from the seed.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { concatBytes } from '@noble/ciphers/utils.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { reveal } from '@keyroll/core'
import type { Attempt } from '../choose-key.js'
import { type KmsPlugin, unwrap } from '../kms-plugin.js'
import { type KmsSession, ownSeed } from '../kms-session.js'
import type { NonceSource } from '../nonce-source.js'
import { checkedAesKey } from './key-bytes.js'
import { gcmNonceLength, openGcm, sealGcm } from './aesgcm.js'
import {
  type EncryptedObject,
  decodeEncryptedObject,
  derivationSeed,
  encodeEncryptedObject,
} from './encrypted-object.js'
import { withinLimits } from './encrypted-object-limits.js'

const infoLength = 32

/** At least so many bytes. */
const seedLength = 32

const expandCounter = Uint8Array.of(1)

/**
 * The key of one value: HKDF-SHA256, its expanding half only. One block of output is one HMAC.
 *
 * `hkdf` of most libraries extracts first and gives another key.
 */
const deriveKey = (seed: Uint8Array, info: Uint8Array): Uint8Array =>
  hmac(sha256, seed, concatBytes(info, expandCounter))

/** Info (32 bytes), then AES-GCM under the key that seed and info give. */
const sealDerived = (
  seed: Uint8Array,
  plaintext: Uint8Array,
  binding: Uint8Array,
  nonce: NonceSource,
): Uint8Array => {
  const info = nonce('info', infoLength)
  const key = deriveKey(seed, info)
  return concatBytes(info, sealGcm(key, plaintext, binding, nonce('nonce', gcmNonceLength)))
}

/** Left: kube-apiserver's error text. */
const openDerived = (
  seed: Uint8Array,
  sealed: Uint8Array,
  binding: Uint8Array,
): E.Either<string, Uint8Array> => {
  if (seed.length < seedLength)
    return E.left(`invalid seed length ${seed.length} used for key generation`)
  const key = deriveKey(seed, sealed.subarray(0, infoLength))
  return openGcm(key, sealed.subarray(infoLength), binding)
}

/** Left: the limit that the value would break. */
export const sealKmsV2 = (
  { current }: KmsSession,
  plaintext: Uint8Array,
  binding: Uint8Array,
  nonce: NonceSource,
): E.Either<string, Uint8Array> =>
  pipe(
    withinLimits({
      encryptedData: sealDerived(reveal(current.secret), plaintext, binding, nonce),
      keyId: current.keyId,
      encryptedSource: hexToBytes(current.source),
      annotations: new Map(),
      sourceType: derivationSeed,
    }),
    E.map(encodeEncryptedObject),
  )

/** The seed or data key of a value: a seed that the process drew it still has, others the plugin opens. */
const sourceOf = (
  session: KmsSession,
  plugin: E.Either<string, KmsPlugin>,
  object: EncryptedObject,
): E.Either<string, Uint8Array> => {
  const own = ownSeed(session, bytesToHex(object.encryptedSource))
  if (own !== null && own.keyId === object.keyId) return E.right(reveal(own.secret))
  const wrapped = { ciphertext: object.encryptedSource, keyId: object.keyId }
  return pipe(
    plugin,
    E.flatMap((answering) => unwrap(answering, wrapped)),
    E.mapLeft((text) => `failed to decrypt DEK, error: ${text}`),
  )
}

const openData = (
  { sourceType, encryptedData }: EncryptedObject,
  source: Uint8Array,
  binding: Uint8Array,
): E.Either<string, Uint8Array> =>
  sourceType === derivationSeed
    ? openDerived(source, encryptedData, binding)
    : E.flatMap(checkedAesKey(source), (key) => openGcm(key, encryptedData, binding))

/** Left: kube-apiserver's error text. */
export const openKmsV2 = (
  session: E.Either<string, KmsSession>,
  plugin: E.Either<string, KmsPlugin>,
  sealed: Uint8Array,
  binding: Uint8Array,
): E.Either<string, Attempt<Uint8Array>> => {
  const object = E.flatMap(decodeEncryptedObject(sealed), withinLimits)
  if (E.isLeft(object)) return object
  if (E.isLeft(session)) return session
  const { keyId, sourceType } = object.right
  const stale = keyId !== session.right.current.keyId || sourceType !== derivationSeed
  return pipe(
    sourceOf(session.right, plugin, object.right),
    E.flatMap((source) => openData(object.right, source, binding)),
    E.map((value) => ({ value, stale })),
  )
}
