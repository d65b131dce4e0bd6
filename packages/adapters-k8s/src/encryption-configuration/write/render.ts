/**
 * Writes the next configuration file: the user's file with its keys in the order asked, under a new ordinal.
 */
import {
  type Concealed,
  type ConfigurationEntry,
  type Ordinal,
  conceal,
  reveal,
  sameOrdinal,
} from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'
import type { EncryptionDocument } from '../encryption-document.js'
import { formatOrdinalLine, withoutOrdinalLine } from '../ordinal-line.js'
import { type ParseOptions, parse } from '../parse.js'
import { type Problem, fileProblem } from '../problem.js'
import { editedText } from './edited.js'
import { freshText } from './fresh.js'
import type { MaterialOf } from './material-node.js'

/** What a new file is to say. */
export interface NextConfiguration {
  readonly ordinal: Ordinal
  /** Those of the file, in its order, and new ones behind them. */
  readonly entries: readonly ConfigurationEntry[]
}

const sameEntries = (a: readonly ConfigurationEntry[], b: readonly ConfigurationEntry[]): boolean =>
  JSON.stringify(a.map(({ resources, keys }) => [resources, keys.map(({ id }) => id)])) ===
  JSON.stringify(b.map(({ resources, keys }) => [resources, keys.map(({ id }) => id)]))

/** Whether kube-apiserver would read from the text what was asked. */
const says = (text: string, next: NextConfiguration, options: ParseOptions): boolean => {
  const read = parse(text, options)
  return (
    E.isRight(read) &&
    sameOrdinal(read.right.configuration.ordinal, next.ordinal) &&
    sameEntries(read.right.configuration.entries, next.entries)
  )
}

const lineBreaks = (text: string, like: string): string =>
  like.includes('\r\n') ? text.replace(/\r?\n/g, '\r\n') : text

/**
 * Renders the next file from the one that stands. Comments, order and style of what stays are kept; a file of a
 * form that cannot be edited (merge keys, say) is written anew with the same meaning.
 *
 * Left: material that is missing, or entries that no file can say. What is returned has been read back and says
 * exactly what was asked.
 */
export const render = (
  base: EncryptionDocument,
  next: NextConfiguration,
  materialOf: MaterialOf,
  options: ParseOptions = {},
): E.Either<readonly Problem[], Concealed<string>> => {
  const text = reveal(base.text)
  const body = withoutOrdinalLine(text).replace(/^\ufeff/, '')
  const edited = editedText(body, next.entries, materialOf)
  if (E.isLeft(edited)) return edited
  if (edited.right !== null) {
    const whole = lineBreaks(`${formatOrdinalLine(next.ordinal)}\n${edited.right}`, text)
    if (says(whole, next, options)) return E.right(conceal(whole))
  }
  return renderNew(next, materialOf, options)
}

/** Renders a file from its keys alone. */
export const renderNew = (
  next: NextConfiguration,
  materialOf: MaterialOf,
  options: ParseOptions = {},
): E.Either<readonly Problem[], Concealed<string>> => {
  const fresh = freshText(next.entries, materialOf)
  if (E.isLeft(fresh)) return fresh
  const whole = `${formatOrdinalLine(next.ordinal)}\n${fresh.right}`
  return says(whole, next, options)
    ? E.right(conceal(whole))
    : E.left(
        fileProblem(
          'the keys asked for make no file that kube-apiserver would load: check names, lengths and resources',
        ),
      )
}
