/**
 * Values as etcd holds them: symbolic ones, and bytes.
 */
import { bytesToUtf8 } from '@noble/ciphers/utils.js'
import { type Key, isPlaintext, storedPrefix } from '@keyroll/core'
import { sealedMark } from './choose-key.js'
import type { Kek } from './kms-plugin.js'
import type { StoredPlaintext } from './stored-plaintext.js'

/** Which key encryption key is behind a value, by way of which seed (`''`: KMS v1, a key of its own). */
export interface SymbolicEnvelope extends Kek {
  readonly source: string
}

/** What sealed a value, and the object itself. */
export interface SymbolicValue {
  readonly _tag: 'Symbolic'
  /** The key that sealed it; equal ids open it. */
  readonly key: Key
  /** Under which etcd key it was sealed. */
  readonly etcdKey: string
  /** Null: no KMS plugin took part. */
  readonly envelope: SymbolicEnvelope | null
  readonly object: StoredPlaintext
}

/** The bytes that kube-apiserver would store. */
export interface WireValue {
  readonly _tag: 'Wire'
  readonly bytes: Uint8Array
}

export type Sealed = SymbolicValue | WireValue

/** What a value sealed under a key begins with; empty for plaintext. */
export const headerUnder = (key: Key): string => (isPlaintext(key) ? '' : `${storedPrefix(key)}:`)

const colon = 58

/** The first five fields, `k8s:enc:<provider>:<version>:<name>:`; null: there are not so many. */
const headerOf = (bytes: Uint8Array): string | null => {
  let end = -1
  for (let field = 0; field < 5; field += 1) {
    end = bytes.indexOf(colon, end + 1)
    if (end === -1) return null
  }
  return bytesToUtf8(bytes.subarray(0, end + 1))
}

const startsSealed = (bytes: Uint8Array): boolean => {
  for (let at = 0; at < sealedMark.length; at += 1)
    if (bytes[at] !== sealedMark.charCodeAt(at)) return false
  return true
}

const withoutLastColon = (header: string): string => header.split(':', 5).join(':')

/**
 * The prefix that a census counts under: as `storedPrefix` of core writes it, `identity` for plaintext,
 * `unknown` for sealed data that names no key.
 *
 * A name is taken up to its first colon, since nothing in the bytes tells where a name with colons ends.
 *
 * @example
 * import { utf8ToBytes } from '@noble/hashes/utils.js'
 * import { prefixOf } from '@keyroll/adapters-fake'
 *
 * const bytes = utf8ToBytes('k8s:enc:aesgcm:v1:key1:sealed')
 * assert.equal(prefixOf({ _tag: 'Wire', bytes }), 'k8s:enc:aesgcm:v1:key1')
 */
export const prefixOf = (value: Sealed): string => {
  switch (value._tag) {
    case 'Symbolic':
      return isPlaintext(value.key) ? 'identity' : withoutLastColon(headerUnder(value.key))
    case 'Wire': {
      if (!startsSealed(value.bytes)) return 'identity'
      const header = headerOf(value.bytes)
      return header === null ? 'unknown' : withoutLastColon(header)
    }
  }
}
