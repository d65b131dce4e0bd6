/**
 * What the spec asks for now. Only a wish: it starts, replaces, cancels, reverses or queues, and never
 * decides what is written.
 */
import { type Key, isKms, isPlaintext } from '../key/key.js'

export interface Wish {
  /** The key that all of `resources` should be stored under; `Plaintext` asks to decrypt. */
  readonly key: Key
  /** As an EncryptionConfiguration names them. Entries without any of them are to become plaintext. */
  readonly resources: readonly string[]
  /** Unix seconds: rewrite everything under the same key, once, at or after this time. Null: not asked. */
  readonly reencryptAt: number | null
  /** A key that older data may be under; looked at only while no record exists. */
  readonly backupKey: Key | null
}

/** Whether a stored key is the one that was wished. A KMS key has another name in each entry. */
export const isWished = (wished: Key, key: Key): boolean =>
  wished.id === key.id ||
  (isKms(wished) &&
    wished.provider === key.provider &&
    !isPlaintext(wished) &&
    !isPlaintext(key) &&
    wished.fingerprint === key.fingerprint)
