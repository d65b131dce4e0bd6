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
import * as O from 'fp-ts/lib/Option.js'
import type { EncryptionDocument } from '../encryption-document.js'
import { formatOrdinalLine, withoutOrdinalLine } from '../ordinal-line.js'
import { type ParseOptions, parse } from '../parse.js'
import { type Problem, fileProblem } from '../problem.js'
import { editedTexts } from './edited.js'
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
  const kmsV1 = next.entries.some(({ keys }) => keys.some(({ provider }) => provider === 'kmsv1'))
  const read = parse(text, { kmsV1, ...options })
  return (
    E.isRight(read) &&
    sameOrdinal(read.right.configuration.ordinal, next.ordinal) &&
    sameEntries(read.right.configuration.entries, next.entries)
  )
}

const unwritable = fileProblem(
  'the keys asked for make no file that kube-apiserver would load: check names, lengths and resources',
)

/** The comments that a file starts with. */
const headOf = (text: string): string =>
  /^(?:[ ]*#[^\r\n]*(?:\r\n|\n))*/.exec(text)?.[0].replaceAll('\r\n', '\n') ?? ''

const lineBreaks = (text: string, like: string): string =>
  like.includes('\r\n') ? text.replace(/\r?\n/g, '\r\n') : text

/**
 * Renders the next file from the one that stands. Comments, order and style of what stays are kept; a file of a
 * form that cannot be edited (merge keys, say) is written anew with the same meaning.
 *
 * Left: material that is missing, or entries that no file can say. What is returned has been read back and says
 * exactly what was asked.
 *
 * @param materialOf - For keys that the file does not hold yet.
 */
export const render = (
  base: EncryptionDocument,
  next: NextConfiguration,
  materialOf: MaterialOf,
  options: ParseOptions = {},
): E.Either<readonly Problem[], Concealed<string>> => {
  const text = reveal(base.text)
  const body = withoutOrdinalLine(text).replace(/^\ufeff/, '')
  const anyMaterial: MaterialOf = (key) => O.alt(() => base.material(key))(materialOf(key))
  const edited = editedTexts(body, next.entries, anyMaterial)
  if (E.isLeft(edited)) return edited
  const whole = (edited.right ?? [])
    .map((each) => lineBreaks(`${formatOrdinalLine(next.ordinal)}\n${each}`, text))
    .find((each) => says(each, next, options))
  return whole === undefined
    ? written(next, anyMaterial, options, headOf(body))
    : E.right(conceal(whole))
}

const written = (
  next: NextConfiguration,
  materialOf: MaterialOf,
  options: ParseOptions,
  head: string,
): E.Either<readonly Problem[], Concealed<string>> => {
  const fresh = freshText(next.entries, materialOf)
  if (E.isLeft(fresh)) return fresh
  const whole = `${formatOrdinalLine(next.ordinal)}\n${head}${fresh.right}`
  return says(whole, next, options) ? E.right(conceal(whole)) : E.left(unwritable)
}

/** Renders a file from its keys alone. */
export const renderNew = (
  next: NextConfiguration,
  materialOf: MaterialOf,
  options: ParseOptions = {},
): E.Either<readonly Problem[], Concealed<string>> => written(next, materialOf, options, '')
