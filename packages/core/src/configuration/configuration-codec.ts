/**
 * Ordinals and configurations as documents. A configuration's document holds no key material, so it is no
 * EncryptionConfiguration: it says which one is meant.
 */
import * as t from 'io-ts'
import { type JsonObject, fields, orNull } from '../codec/fields.js'
import { listOf, someText, textLike } from '../codec/scalars.js'
import { keyCodec } from '../key/key-codec.js'
import type { Configuration, ConfigurationEntry } from './configuration.js'
import { type Ordinal, formatOrdinal, parseOrdinal } from './ordinal.js'

const isOrdinal = (u: unknown): u is Ordinal =>
  typeof u === 'object' &&
  u !== null &&
  'epoch' in u &&
  'step' in u &&
  typeof u.epoch === 'number' &&
  typeof u.step === 'number'

/** `epoch.step`, as annotations carry it. */
export const ordinalCodec: t.Type<Ordinal, string> = new t.Type<Ordinal, string>(
  'an ordinal such as 1764590000.2',
  isOrdinal,
  (u, c) => {
    const ordinal = typeof u === 'string' ? parseOrdinal(u) : null
    return ordinal === null ? t.failure(u, c) : t.success(ordinal)
  },
  formatOrdinal,
)

/** Resources as an EncryptionConfiguration names them. */
export const resourcesCodec = listOf('a list of resources, at least one', someText, 1)

/** One element of `resources`. */
export const configurationEntryCodec: t.Type<ConfigurationEntry, JsonObject> = fields('an entry', {
  resources: resourcesCodec,
  keys: listOf('a list of keys, at least one', keyCodec, 1),
})

/** What an EncryptionConfiguration says about keys. */
export const configurationCodec: t.Type<Configuration, JsonObject> = fields('a configuration', {
  ordinal: orNull(ordinalCodec),
  hash: textLike('sha256: and 64 hex digits', /^sha256:[0-9a-f]{64}$/),
  entries: listOf('a list of entries', configurationEntryCodec),
})
