/**
 * What an EncryptionConfiguration says about keys: per entry the keys in order, the first one writes.
 *
 * The text itself, its comments and its key material stay in the adapters.
 */
import { type Key, type PlaintextKey, Plaintext, isPlaintext } from '../key/key.js'
import type { Ordinal } from './ordinal.js'

/** One element of `resources`: which resources, and the keys that read them, writer first. */
export interface ConfigurationEntry {
  /** As written in the file: `secrets`, `deployments.apps`, `*.`, `*.apps`, `*.*`. */
  readonly resources: readonly string[]
  /** In order, each key once. Never empty. */
  readonly keys: readonly Key[]
}

export interface Configuration {
  /** Null: the file carries none (nobody of ours wrote it). */
  readonly ordinal: Ordinal | null
  /** `sha256:` and the hex digest of the file's bytes, as a server reports what it loaded. */
  readonly hash: string
  readonly entries: readonly ConfigurationEntry[]
}

/** The key that seals what the entry's resources write. */
export const writerOf = (entry: ConfigurationEntry): Key => entry.keys[0] ?? Plaintext

/** Whether the entry can read what `key` sealed. */
export const reads = (entry: ConfigurationEntry, key: Key): boolean => {
  for (const each of entry.keys) if (each.id === key.id) return true
  return false
}

/** The entry names its resources only to leave them unencrypted. */
export const isExclusion = (entry: ConfigurationEntry): boolean => entry.keys.every(isPlaintext)

/** The identity provider at the end of the list, which stays where it was found. */
export const trailingPlaintext = (entry: ConfigurationEntry): PlaintextKey | null => {
  const last = entry.keys[entry.keys.length - 1]
  return last !== undefined && isPlaintext(last) ? last : null
}
