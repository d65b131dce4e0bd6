/**
 * Lists and keys as people read them.
 */
import type { ConfigurationEntry } from '../configuration/configuration.js'
import { type Key, label } from '../key/key.js'

/** The first five of a list, and how many more there are. */
export const listed = (items: readonly string[], separator = ', '): string =>
  items.length <= 6
    ? items.join(separator)
    : [...items.slice(0, 5), `${items.length - 5} more`].join(separator)

/** `key2 writes, key1 and identity are read`, shortly: `[aescbc:key2, aescbc:key1, identity] for secrets`. */
export const entryPhrase = ({ resources, keys }: ConfigurationEntry): string =>
  `[${keys.map(label).join(', ')}] for ${listed(resources)}`

/** Labels, each once. */
export const labelsOf = (keys: readonly Key[]): string => listed([...new Set(keys.map(label))])
