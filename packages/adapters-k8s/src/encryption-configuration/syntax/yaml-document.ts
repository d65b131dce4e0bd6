/**
 * The first document of a YAML text: kube-apiserver reads no other.
 */
import * as E from 'fp-ts/lib/Either.js'
import { Composer, type ErrorCode, type ParsedNode, Schema } from 'yaml'
import { type Problem, fileProblem } from '../problem.js'
import { condensed } from '../text/condensed.js'
import { firstDocument, isOverBefore, strayAfter } from './first-document.js'
import { deepest, lineOf } from './tree.js'

export interface YamlDocument {
  readonly root: ParsedNode | null
  /** As long as the text that was given, with \n for every line break that YAML 1.2 does not know. */
  readonly text: string
  /** The offset in the text for one of the nodes' own. */
  readonly original: (at: number) => number
  /** Where the document ends: what follows is not read. */
  readonly end: number
}

const options = {
  // Scalars stay text here: what they mean is decided in yaml-scalar.ts.
  schema: new Schema({ schema: 'failsafe', resolveKnownTags: false }),
  uniqueKeys: false,
  prettyErrors: false,
  version: '1.1',
  logLevel: 'silent',
} as const

const unexpected = 'this is not expected here'

/** The parser's own words by code; its messages quote the text and are not repeated. */
const words: Partial<Record<ErrorCode, string>> = {
  BAD_INDENT: 'the indentation does not fit the lines above it',
  TAB_AS_INDENT: 'a tab stands where only spaces may indent',
  MISSING_CHAR: 'a quote, bracket, comma or colon is missing',
  MULTILINE_IMPLICIT_KEY: 'a field name goes over several lines; is a colon missing?',
  BLOCK_AS_IMPLICIT_KEY:
    'a second "name: value" stands on one line; quote the value or break the line',
  BAD_DQ_ESCAPE: 'an escape in double quotes is not known',
  BAD_SCALAR_START: 'a value starts with a reserved character; quote it',
}

const normalised = (text: string): string => text.replace(/\r(?!\n)|[\u0085\u2028\u2029]/g, '\n')

/** Composes the first document. */
export const yamlDocument = (given: string): E.Either<readonly Problem[], YamlDocument> => {
  const whole = normalised(given)
  const { text, original } = condensed(whole)
  const broken = (at: number, what: string): E.Either<readonly Problem[], never> =>
    E.left(fileProblem(`the YAML breaks off at line ${lineOf(whole, original(at))}: ${what}`))
  const first = firstDocument(text)
  if (first === null)
    return E.left(
      fileProblem(
        `the file is nested more than ${deepest} levels deep, or has more than a hundred thousand fields: no configuration has`,
      ),
    )
  const misplaced = first.tokens.find(({ type }) => type === 'error' || type === 'doc-end')
  if (misplaced !== undefined) return broken(misplaced.offset, unexpected)
  const [composed] = [...new Composer(options).compose(first.tokens)]
  const stray = strayAfter(text, first)
  const over = stray !== null && isOverBefore(text, first, stray)
  const error = composed?.errors.find(({ pos: [at] }) => !over || at < stray)
  if (error !== undefined) return broken(error.pos[0], words[error.code] ?? unexpected)
  if (stray !== null && !over) return broken(stray, unexpected)
  const end = stray ?? first.end
  if (first.fault !== null && first.fault.at < end) return broken(first.fault.at, first.fault.what)
  return E.right({ root: composed?.contents ?? null, text: whole, original, end: original(end) })
}
