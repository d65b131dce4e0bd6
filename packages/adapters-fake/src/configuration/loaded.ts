/**
 * A configuration as a server holds it once loaded: per stored resource the keys with their material.
 */
import { type Concealed, type ConfigurationEntry, type Ordinal, lookup } from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { type LoadedKey, loadedPlaintext } from '../etcd/loaded-key.js'
import type { ConfigurationCodec, LoadedConfiguration } from './codec.js'

export interface Loaded {
  readonly ordinal: Ordinal | null
  readonly hash: string
  readonly entries: readonly ConfigurationEntry[]
  /** Per stored resource, in the order of `etcd.resources`: what seals (first) and what opens. */
  readonly keys: readonly (readonly LoadedKey[])[]
}

/** Not configured: stored as plaintext, and sealed values are refused. */
const unconfigured: readonly LoadedKey[] = []

const keysByResource = (
  { entries, keys }: LoadedConfiguration,
  resources: readonly string[],
): readonly (readonly LoadedKey[])[] => {
  const find = lookup(entries)
  const byId = new Map([loadedPlaintext, ...keys].map((loaded) => [loaded.key.id, loaded]))
  return resources.map((resource) => find(resource).flatMap(({ id }) => byId.get(id) ?? []))
}

/** The text as servers would load it, for the resources that are stored. */
export const loadText = (
  codec: ConfigurationCodec,
  resources: readonly string[],
  text: Concealed<string>,
): E.Either<string, Loaded> =>
  pipe(
    codec.load(text),
    E.map((configuration) => ({
      ordinal: configuration.ordinal,
      hash: configuration.hash,
      entries: configuration.entries,
      keys: keysByResource(configuration, resources),
    })),
  )

/** The keys that serve a stored resource; null: a server without a configuration. */
export const keysFor = (loaded: Loaded | null, resource: number): readonly LoadedKey[] =>
  loaded?.keys[resource] ?? unconfigured
