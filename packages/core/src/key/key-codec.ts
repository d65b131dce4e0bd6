/**
 * A key as a document: `{ "provider": "aescbc", "name": "key1", "fingerprint": "<hex>" }`, or
 * `{ "provider": "identity" }`. Its id is not stored: it follows from the rest.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { type JsonObject, fields, isJsonObject, ownField } from '../codec/fields.js'
import { oneOf, text, textLike } from '../codec/scalars.js'
import {
  type Key,
  Plaintext,
  type Provider,
  type SealingKey,
  isPlaintext,
  sealingKey,
} from './key.js'

/** Providers that seal, by name. */
export const providerCodec: t.Type<Provider> = oneOf([
  'aescbc',
  'aesgcm',
  'secretbox',
  'kmsv1',
  'kmsv2',
])

const sealing = fields('a key', {
  provider: oneOf<Key['provider']>(['identity', 'aescbc', 'aesgcm', 'secretbox', 'kmsv1', 'kmsv2']),
  name: text,
  // Hex only: with it the id has one reading, and no key that was pasted here by mistake is stored.
  fingerprint: textLike('a sha256 in lower-case hex, or an empty text', /^[0-9a-f]{0,64}$/),
})

const isPlaintextDocument = (u: unknown): boolean =>
  isJsonObject(u) && ownField(u, 'provider') === Plaintext.provider

const isSealingKey = (u: unknown): u is SealingKey =>
  sealing.is(u) &&
  u.provider !== 'identity' &&
  isJsonObject(u) &&
  ownField(u, 'id') === `${u.provider}:${u.name}:${u.fingerprint}`

/** Any key. */
export const keyCodec: t.Type<Key, JsonObject> = new t.Type<Key, JsonObject>(
  'a key',
  (u): u is Key =>
    (isPlaintextDocument(u) && isJsonObject(u) && u['id'] === Plaintext.id) || isSealingKey(u),
  (u, c) => {
    if (isPlaintextDocument(u)) return t.success(Plaintext)
    const result = sealing.validate(u, c)
    if (E.isLeft(result)) return result
    const { provider, name, fingerprint } = result.right
    return t.success(provider === 'identity' ? Plaintext : sealingKey(provider, name, fingerprint))
  },
  (key) => (isPlaintext(key) ? { provider: key.provider } : sealing.encode(key)),
)
