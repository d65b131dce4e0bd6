/**
 * The first line of a file that keyroll wrote: a comment with the ordinal, so that every write has a hash of its own.
 */
import { type Ordinal, formatOrdinal, parseOrdinal } from '@keyroll/core'

const prefix = '# keyroll ordinal: '

/** The line, without its break: `# keyroll ordinal: 1764590000.2`. */
export const formatOrdinalLine = (ordinal: Ordinal): string => `${prefix}${formatOrdinal(ordinal)}`

const firstLine = (text: string): string => /^\ufeff?([^\r\n]*)/.exec(text)?.[1] ?? ''

/** The ordinal in the first line of a text; null: somebody else wrote it. */
export const parseOrdinalLine = (text: string): Ordinal | null => {
  const line = firstLine(text)
  return line.startsWith(prefix) ? parseOrdinal(line.slice(prefix.length).trimEnd()) : null
}

/** The text without a first line that carries an ordinal. */
export const withoutOrdinalLine = (text: string): string =>
  parseOrdinalLine(text) === null ? text : text.replace(/^(\ufeff?)[^\r\n]*(?:\r\n|\r|\n)?/, '$1')
