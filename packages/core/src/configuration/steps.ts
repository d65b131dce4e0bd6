/**
 * The legal steps from one entry's keys to the next: add readers, promote, drop. One class per write.
 */
import { type Key, isPlaintext } from '../key/key.js'
import { type ConfigurationEntry, trailingPlaintext } from './configuration.js'

const has = (keys: readonly Key[], key: Key): boolean => keys.some(({ id }) => id === key.id)

/**
 * The same writer, with the missing keys behind it; plaintext comes last, where it shadows no prefix.
 *
 * @example
 * import { Plaintext, sealingKey, withReaders } from '@keyroll/core'
 *
 * const [a, b] = [sealingKey('aescbc', 'a', '1'), sealingKey('aescbc', 'b', '2')]
 * assert.deepEqual(withReaders([a, Plaintext], [a, b]), [a, b, Plaintext])
 */
export const withReaders = (keys: readonly Key[], readers: readonly Key[]): readonly Key[] => {
  const missing = readers.filter((key, at) => !has(keys, key) && !has(readers.slice(0, at), key))
  const sealing = missing.filter((key) => !isPlaintext(key))
  return [...keys.slice(0, 1), ...sealing, ...keys.slice(1), ...missing.filter(isPlaintext)]
}

/** The same keys with `writer` first: it must be among them. */
export const withWriter = (keys: readonly Key[], writer: Key): readonly Key[] => [
  writer,
  ...keys.filter(({ id }) => id !== writer.id),
]

/** The same keys without those named. */
export const without = (keys: readonly Key[], leaving: readonly Key[]): readonly Key[] =>
  keys.filter((key) => !has(leaving, key))

/** The readers of an entry that are neither the writer nor the plaintext at its end. */
export const dataReaders = (entry: ConfigurationEntry): readonly Key[] => {
  const readers = entry.keys.slice(1)
  return trailingPlaintext(entry) === null ? readers : readers.slice(0, -1)
}
