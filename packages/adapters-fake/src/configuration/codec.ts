/**
 * The text of configurations: read and written by whoever knows its format. This package never parses YAML.
 */
import type { Concealed, Configuration, ConfigurationEntry, Ordinal } from '@keyroll/core'
import type { Either } from 'fp-ts/lib/Either.js'
import type { LoadedKey } from '../etcd/loaded-key.js'

/** A configuration with the material of every key in it. */
export interface LoadedConfiguration extends Configuration {
  /** Each sealing key of the entries once. */
  readonly keys: readonly LoadedKey[]
}

/** What a new text is to say, and where its key material may be found. */
export interface RenderRequest {
  /** The text to change, comments and order kept; null: written anew. */
  readonly base: Concealed<string> | null
  /** Other texts that may hold material. */
  readonly others: readonly Concealed<string>[]
  /** Material that no text holds yet. */
  readonly keyring: readonly LoadedKey[]
  readonly next: { readonly ordinal: Ordinal; readonly entries: readonly ConfigurationEntry[] }
}

export interface ConfigurationCodec {
  /** What kube-apiserver would load, or its error. */
  readonly load: (text: Concealed<string>) => Either<string, LoadedConfiguration>
  readonly render: (request: RenderRequest) => Either<string, Concealed<string>>
}
