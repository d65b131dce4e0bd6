/**
 * What a key needs to seal and open: bytes, or the endpoint of a KMS plugin.
 */
import type { Concealed } from '@keyroll/core'

export type Material = SecretMaterial | EndpointMaterial

/** Of a local provider. */
export interface SecretMaterial {
  readonly _tag: 'Secret'
  readonly bytes: Concealed<Uint8Array>
}

/** Of a KMS provider. */
export interface EndpointMaterial {
  readonly _tag: 'Endpoint'
  /** As in the file: `unix:///var/run/kms.sock`. */
  readonly endpoint: string
  readonly timeoutMilliseconds: number
  /** KMS v1 only; null otherwise. */
  readonly cachesize: number | null
}
