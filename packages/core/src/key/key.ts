/**
 * A key: the identity of what stored bytes are sealed with, never its material.
 *
 *     Key = Plaintext | (provider, name, fingerprint)
 *
 * The name is part of the identity because kube-apiserver writes it in front of every value: the same
 * secret under another name reads nothing that was written before.
 */

/** Providers that seal; `identity` is `Plaintext`. */
export type Provider = 'aescbc' | 'aesgcm' | 'secretbox' | 'kmsv1' | 'kmsv2'

/** The identity provider seen as a key: encrypting, enabling and decrypting are all rotations. */
export interface PlaintextKey {
  readonly provider: 'identity'
  readonly id: 'identity'
}

/** A key that seals. */
export interface SealingKey {
  readonly provider: Provider
  /** What stands in the stored prefix: the key's name, or the KMS provider's name within its entry. */
  readonly name: string
  /** sha256, hex, of the key's bytes; of what identifies the remote key for KMS. Empty: not pinned. */
  readonly fingerprint: string
  /** `provider:name:fingerprint`; equal ids, and nothing else, mean the same key. */
  readonly id: string
}

export type Key = PlaintextKey | SealingKey

/** The one plaintext key. */
export const Plaintext: PlaintextKey = Object.freeze({ provider: 'identity', id: 'identity' })

/**
 * A sealing key from its parts.
 *
 * @example
 * import { sealingKey } from '@keyroll/core'
 *
 * assert.equal(sealingKey('aescbc', 'key1', 'ab12').id, 'aescbc:key1:ab12')
 */
export const sealingKey = (provider: Provider, name: string, fingerprint: string): SealingKey =>
  Object.freeze({ provider, name, fingerprint, id: `${provider}:${name}:${fingerprint}` })

/** Whether two keys are one. */
export const sameKey = (a: Key, b: Key): boolean => a.id === b.id

/** The identity provider, which seals nothing. */
export const isPlaintext = (key: Key): key is PlaintextKey => key.provider === 'identity'

/** A key behind a KMS plugin, of either API version. */
export const isKms = (key: Key): boolean => key.provider === 'kmsv1' || key.provider === 'kmsv2'

/**
 * How people read a key: `aescbc:key1`, `kms:vault`, `identity`.
 *
 * @example
 * import { Plaintext, label, sealingKey } from '@keyroll/core'
 *
 * assert.equal(label(sealingKey('kmsv2', 'vault', 'ab12')), 'kms:vault')
 * assert.equal(label(Plaintext), 'identity')
 */
export const label = (key: Key): string =>
  isPlaintext(key) ? 'identity' : `${isKms(key) ? 'kms' : key.provider}:${key.name}`

/**
 * What a value sealed with the key begins with in etcd, without the last colon; `identity` for plaintext.
 *
 * Source: the transformers of kube-apiserver, confirmed on stored bytes of 1.37.
 *
 * @example
 * import { sealingKey, storedPrefix } from '@keyroll/core'
 *
 * assert.equal(storedPrefix(sealingKey('aesgcm', 'key1', 'ab12')), 'k8s:enc:aesgcm:v1:key1')
 */
export const storedPrefix = (key: Key): string => {
  switch (key.provider) {
    case 'identity':
      return 'identity'
    case 'kmsv1':
      return `k8s:enc:kms:v1:${key.name}`
    case 'kmsv2':
      return `k8s:enc:kms:v2:${key.name}`
    case 'aescbc':
    case 'aesgcm':
    case 'secretbox':
      return `k8s:enc:${key.provider}:v1:${key.name}`
  }
}
