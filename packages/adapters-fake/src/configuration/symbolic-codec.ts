/**
 * The symbolic codec: configurations as small JSON texts that name keys and hold no material, so that the
 * fake works alone.
 */
import {
  type Concealed,
  type ConfigurationEntry,
  type Key,
  type Ordinal,
  type Provider,
  Plaintext,
  conceal,
  formatOrdinal,
  isKms,
  isPlaintext,
  parseOrdinal,
  reveal,
  sealingKey,
} from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'
import { type LoadedKey, loadedPlaintext } from '../etcd/loaded-key.js'
import type { ConfigurationCodec, LoadedConfiguration } from './codec.js'

type KeyText = readonly [Provider, string, string] | 'identity'

interface EntryText {
  readonly resources: readonly string[]
  readonly keys: readonly KeyText[]
}

interface Text {
  readonly ordinal: string | null
  readonly entries: readonly EntryText[]
}

const providers: readonly string[] = ['aescbc', 'aesgcm', 'secretbox', 'kmsv1', 'kmsv2']

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

const isKeyText = (value: unknown): value is KeyText =>
  value === 'identity' ||
  (isList(value) &&
    value.length === 3 &&
    value.every((part) => typeof part === 'string') &&
    typeof value[0] === 'string' &&
    providers.includes(value[0]))

const isEntryText = (value: unknown): value is EntryText =>
  typeof value === 'object' &&
  value !== null &&
  'resources' in value &&
  isList(value.resources) &&
  value.resources.every((each) => typeof each === 'string') &&
  'keys' in value &&
  isList(value.keys) &&
  value.keys.length > 0 &&
  value.keys.every(isKeyText)

const isText = (value: unknown): value is Text =>
  typeof value === 'object' &&
  value !== null &&
  'ordinal' in value &&
  (value.ordinal === null || typeof value.ordinal === 'string') &&
  'entries' in value &&
  isList(value.entries) &&
  value.entries.every(isEntryText)

const keyOf = (text: KeyText): Key =>
  text === 'identity' ? Plaintext : sealingKey(text[0], text[1], text[2])

/** Where the plugin of a symbolic KMS key listens: one per remote key. */
export const symbolicEndpoint = (key: Key): string =>
  `unix:///run/${isPlaintext(key) ? 'none' : key.fingerprint || key.name}.sock`

const noBytes: Concealed<Uint8Array> = conceal(new Uint8Array(0))

/** A key for the symbolic sealer, which needs no bytes. */
export const symbolicKey = (key: Key): LoadedKey => {
  if (isPlaintext(key)) return loadedPlaintext
  return isKms(key)
    ? { key, material: { _tag: 'Endpoint', endpoint: symbolicEndpoint(key) } }
    : { key, material: { _tag: 'Secret', bytes: noBytes } }
}

/**
 * A symbolic configuration text; without an ordinal, one that a user wrote.
 *
 * @example
 * import { sealingKey } from '@keyroll/core'
 * import * as E from 'fp-ts/lib/Either.js'
 * import { symbolicCodec, symbolicText } from '@keyroll/adapters-fake'
 *
 * const text = symbolicText([{ resources: ['secrets'], keys: [sealingKey('aescbc', 'key1', 'a')] }])
 * const loaded = symbolicCodec.load(text)
 * assert.ok(E.isRight(loaded))
 * assert.equal(loaded.right.entries[0]?.keys[0]?.id, 'aescbc:key1:a')
 */
export const symbolicText = (
  entries: readonly ConfigurationEntry[],
  ordinal: Ordinal | null = null,
): Concealed<string> => {
  const text: Text = {
    ordinal: ordinal === null ? null : formatOrdinal(ordinal),
    entries: entries.map(({ resources, keys }) => ({
      resources,
      keys: keys.map((key) =>
        isPlaintext(key) ? 'identity' : [key.provider, key.name, key.fingerprint],
      ),
    })),
  }
  return conceal(JSON.stringify(text))
}

const loaded = (source: string, text: Text, keyring: readonly LoadedKey[]): LoadedConfiguration => {
  const entries = text.entries.map(({ resources, keys }) => ({
    resources,
    keys: keys.map(keyOf),
  }))
  const keys = new Map(entries.flatMap((entry) => entry.keys).map((key) => [key.id, key]))
  return {
    ordinal: text.ordinal === null ? null : parseOrdinal(text.ordinal),
    // The text itself: equal hashes mean equal texts, without the cost of a digest.
    hash: `symbolic:${source}`,
    entries,
    keys: [...keys.values()].map(
      (key) => keyring.find((each) => each.key.id === key.id) ?? symbolicKey(key),
    ),
  }
}

const notSymbolic = 'the text is no symbolic configuration: make it with symbolicText'

/** Reads and writes symbolic texts; the keyring gives the material of the keys that they name. */
export const symbolicCodecWith = (keyring: readonly LoadedKey[]): ConfigurationCodec => ({
  load: (text) => {
    const source = reveal(text)
    const parsed = E.tryCatch(
      (): unknown => JSON.parse(source),
      () => notSymbolic,
    )
    if (E.isLeft(parsed)) return parsed
    return isText(parsed.right)
      ? E.right(loaded(source, parsed.right, keyring))
      : E.left(notSymbolic)
  },
  render: ({ next }) => E.right(symbolicText(next.entries, next.ordinal)),
})

/** For the symbolic sealer, which needs no material. */
export const symbolicCodec: ConfigurationCodec = symbolicCodecWith([])
