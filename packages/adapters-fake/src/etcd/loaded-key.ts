/**
 * A key as a server holds it: with what it needs to seal and to open.
 */
import * as E from 'fp-ts/lib/Either.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import {
  type Concealed,
  type Key,
  type Provider,
  Plaintext,
  conceal,
  label,
  reveal,
  sealingKey,
} from '@keyroll/core'

/** `None`: the identity provider. `Secret`: the key's bytes. `Endpoint`: where the KMS plugin listens. */
export type Material =
  | { readonly _tag: 'None' }
  | { readonly _tag: 'Secret'; readonly bytes: Concealed<Uint8Array> }
  | { readonly _tag: 'Endpoint'; readonly endpoint: string }

export interface LoadedKey {
  readonly key: Key
  readonly material: Material
  /**
   * Which element of `providers` lists the key, from 0; only error texts depend on it. Absent: neighbours
   * of one provider are taken as one element.
   */
  readonly element?: number
}

/** The identity provider as a loaded key. */
export const loadedPlaintext: LoadedKey = Object.freeze({
  key: Plaintext,
  material: { _tag: 'None' as const },
})

/**
 * A static key with its bytes; its fingerprint is their sha256.
 *
 * @example
 * import { loadedSecret } from '@keyroll/adapters-fake'
 *
 * const loaded = loadedSecret('aescbc', 'key1', new Uint8Array(32))
 * assert.equal(loaded.key.id.slice(0, 20), 'aescbc:key1:66687aad')
 * assert.ok(JSON.stringify(loaded).includes('"bytes":"REDACTED"'))
 */
export const loadedSecret = (
  provider: Exclude<Provider, 'kmsv1' | 'kmsv2'>,
  name: string,
  bytes: Uint8Array,
): LoadedKey => ({
  key: sealingKey(provider, name, bytesToHex(sha256(bytes))),
  material: { _tag: 'Secret', bytes: conceal(bytes) },
})

/** A key behind the KMS plugin that listens at `endpoint`. */
export const loadedKms = (
  provider: Extract<Provider, 'kmsv1' | 'kmsv2'>,
  name: string,
  endpoint: string,
  fingerprint = '',
): LoadedKey => ({
  key: sealingKey(provider, name, fingerprint),
  material: { _tag: 'Endpoint', endpoint },
})

/** The key's bytes; left: a text without them. Whoever takes them answers for them. */
export const secretOf = ({ key, material }: LoadedKey): E.Either<string, Uint8Array> =>
  material._tag === 'Secret'
    ? E.right(reveal(material.bytes))
    : E.left(`${label(key)} was loaded without its secret`)

/** Where the key's plugin listens; left: the key was loaded without an endpoint. */
export const endpointOf = ({ key, material }: LoadedKey): E.Either<string, string> =>
  material._tag === 'Endpoint'
    ? E.right(material.endpoint)
    : E.left(`${label(key)} was loaded without its endpoint`)
