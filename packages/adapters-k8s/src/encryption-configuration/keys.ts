/**
 * The keys of decoded entries, with their material.
 */
import { type Key, Plaintext, type Provider, conceal, sealingKey } from '@keyroll/core'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import {
  type RawEntry,
  type RawKms,
  type RawProvider,
  localProviders,
} from './fields/raw-configuration.js'
import type { Material } from './material.js'
import { base64Decode } from './text/base64.js'

export interface KeyWithMaterial {
  readonly key: Key
  /** Null: plaintext needs none. */
  readonly material: Material | null
}

/** sha256, hex. */
export const fingerprintOf = (bytes: Uint8Array): string => bytesToHex(sha256(bytes))

/** The key of a local provider: named and fingerprinted by its bytes. */
export const localKey = (provider: Provider, name: string, bytes: Uint8Array): Key =>
  sealingKey(provider, name, fingerprintOf(bytes))

/** The key behind a KMS plugin: all that a file tells of it is the API version and the endpoint. */
export const kmsKey = (apiVersion: 'v1' | 'v2', name: string, endpoint: string): Key =>
  sealingKey(`kms${apiVersion}`, name, fingerprintOf(utf8ToBytes(`${apiVersion}/${endpoint}`)))

const fromKms = ({
  apiVersion,
  name,
  endpoint,
  cachesize,
  timeoutNanoseconds,
}: RawKms): KeyWithMaterial => ({
  key: kmsKey(apiVersion === 'v1' ? 'v1' : 'v2', name, endpoint),
  material: {
    _tag: 'Endpoint',
    endpoint,
    timeoutMilliseconds: Number(timeoutNanoseconds) / 1e6,
    cachesize,
  },
})

/** The keys of one element of `providers`, in order. */
export const keysOfProvider = (raw: RawProvider): readonly KeyWithMaterial[] => [
  ...localProviders.flatMap((provider) =>
    (raw[provider] ?? []).map(({ name, secret }): KeyWithMaterial => {
      const bytes = base64Decode(secret) ?? new Uint8Array()
      return {
        key: localKey(provider, name, bytes),
        material: { _tag: 'Secret', bytes: conceal(bytes) },
      }
    }),
  ),
  ...(raw.kms === null ? [] : [fromKms(raw.kms)]),
  ...(raw.identity ? [{ key: Plaintext, material: null }] : []),
]

/** The keys of an entry in reading order, each once. */
export const keysOfEntry = ({ providers }: RawEntry): readonly KeyWithMaterial[] => {
  const seen = new Set<string>()
  return providers.flatMap(keysOfProvider).filter(({ key }) => {
    const first = !seen.has(key.id)
    seen.add(key.id)
    return first
  })
}
