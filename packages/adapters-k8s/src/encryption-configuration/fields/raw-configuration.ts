/**
 * The fields of an EncryptionConfiguration as decoded, before any rule is applied.
 *
 * Internal to this folder: secrets stand in it in the clear.
 */

export interface RawKey {
  readonly name: string
  readonly secret: string
}

export interface RawKms {
  readonly apiVersion: string
  readonly name: string
  /** Null: not set. */
  readonly cachesize: number | null
  readonly endpoint: string
  readonly timeoutNanoseconds: bigint
}

export type LocalProvider = 'aescbc' | 'aesgcm' | 'secretbox'

/** In the order in which kube-apiserver looks at them. */
export const localProviders: readonly LocalProvider[] = ['aesgcm', 'aescbc', 'secretbox']

/** One element of `providers`; null: the member is not there. */
export interface RawProvider {
  readonly aescbc: readonly RawKey[] | null
  readonly aesgcm: readonly RawKey[] | null
  readonly secretbox: readonly RawKey[] | null
  readonly identity: boolean
  readonly kms: RawKms | null
}

export interface RawEntry {
  readonly resources: readonly string[]
  readonly providers: readonly RawProvider[]
}

export interface RawConfiguration {
  /** `v1`, `EncryptionConfig`: the names of before 1.13. */
  readonly legacy: boolean
  readonly entries: readonly RawEntry[]
}
