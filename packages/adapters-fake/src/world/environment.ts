/**
 * What a world needs from outside, all of it pure: how values are sealed, and how configurations are read
 * and written.
 */
import type { ConfigurationCodec } from '../configuration/codec.js'
import type { LoadedKey } from '../etcd/loaded-key.js'
import type { Sealer } from '../etcd/sealer.js'

export interface Environment {
  readonly sealer: Sealer
  readonly codec: ConfigurationCodec
  /** Keys that may be wished for and that no stored configuration holds yet. */
  readonly keyring: readonly LoadedKey[]
}
