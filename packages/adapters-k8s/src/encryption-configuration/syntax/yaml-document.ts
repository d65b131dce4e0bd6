/**
 * The first document of a YAML text: kube-apiserver reads no other.
 */
import * as E from 'fp-ts/lib/Either.js'
import {
  type CST,
  Composer,
  type ParsedNode,
  Parser,
  Schema,
  type YAMLError,
  isCollection,
} from 'yaml'
import { type Problem, fileProblem } from '../problem.js'
import { type Lexeme, lexemes } from './lexemes.js'
import { brokenKeyIn, directives, lexemeFault, repeatedDirective } from './yaml-differences.js'
import { deepest, lineOf } from './tree.js'

export interface YamlDocument {
  readonly root: ParsedNode | null
  /** The text that offsets of nodes count in: as long as the original, with \n for every other line break. */
  readonly text: string
  /** Where the document ends: what follows is not read. */
  readonly end: number
}

/** Scalars stay text here: what they mean is decided in `yaml-scalar.ts`. */
const plainSchema = new Schema({ schema: 'failsafe', resolveKnownTags: false })

const options = {
  schema: plainSchema,
  keepSourceTokens: true,
  uniqueKeys: false,
  prettyErrors: false,
  version: '1.1',
  logLevel: 'silent',
} as const

const columnOf = (text: string, at: number): number => at - text.lastIndexOf('\n', at - 1) - 1

interface Fault {
  readonly at: number
  readonly what: string
}

interface Tokens {
  readonly tokens: readonly CST.Token[]
  readonly end: number
  readonly fault: Fault | null
}

/** A directive at the start of a line ends the document before it. */
const isNextDirective = ({ isScalar, inBrackets, source, at }: Lexeme, text: string): boolean =>
  isScalar && !inBrackets && columnOf(text, at) === 0 && directives.test(source)

/** The tokens up to the end of the first document; null: nested too deep. */
const firstDocumentTokens = (text: string): Tokens | null => {
  const parser = new Parser()
  const tokens: CST.Token[] = []
  let fault: Fault | null = null
  for (const lexeme of lexemes(text)) {
    if (isNextDirective(lexeme, text))
      return { tokens: [...tokens, ...parser.end()], end: lexeme.at, fault }
    for (const token of parser.next(lexeme.source)) {
      tokens.push(token)
      if (token.type === 'document') return { tokens, end: lexeme.at, fault }
    }
    if (parser.stack.length > 2 * deepest) return null
    const what: string | null = fault === null ? lexemeFault(lexeme, text) : null
    if (what !== null) fault = { at: lexeme.at, what }
  }
  tokens.push(...parser.end())
  return { tokens, end: text.length, fault }
}

const documentOf = (tokens: readonly CST.Token[]): CST.Document | null =>
  tokens.find((token) => token.type === 'document') ?? null

const structureFault = (
  tokens: readonly CST.Token[],
  document: CST.Document | null,
): Fault | null => {
  const repeated = repeatedDirective(tokens)
  if (repeated !== null) return { at: repeated, what: 'a directive is given twice' }
  const at = document === null ? null : brokenKeyIn(document)
  return at === null ? null : { at, what: 'a field name and its colon stand on different lines' }
}

const syntaxProblem = (text: string, at: number, what: string): readonly Problem[] =>
  fileProblem(`the YAML breaks off at line ${lineOf(text, at)}: ${what}`)

const unexpected = 'this is not expected here'

/** The parser's own words by code; its messages quote the text and are not repeated. */
const wordsOf = (error: YAMLError): string => {
  switch (error.code) {
    case 'BAD_INDENT':
      return 'the indentation does not fit the lines above it'
    case 'TAB_AS_INDENT':
      return 'a tab stands where only spaces may indent'
    case 'MISSING_CHAR':
      return 'a quote, bracket, comma or colon is missing'
    case 'MULTILINE_IMPLICIT_KEY':
      return 'a field name goes over several lines; is a colon missing?'
    case 'BLOCK_AS_IMPLICIT_KEY':
      return 'a second "name: value" stands on one line; quote the value or break the line'
    case 'BAD_DQ_ESCAPE':
      return 'an escape in double quotes is not known'
    case 'BAD_SCALAR_START':
      return 'a value starts with a reserved character; quote it'
    default:
      return unexpected
  }
}

/** Line breaks of YAML 1.1 that YAML 1.2 does not know. */
const normalised = (text: string): string => text.replace(/\r(?!\n)|[\u0085\u2028\u2029]/g, '\n')

const marker = /^(?:(?:---|\.\.\.)(?![^ \t\n])|%)/

const isClosed = ({ srcToken }: ParsedNode): boolean =>
  srcToken?.type === 'flow-collection' &&
  srcToken.end[0]?.source === (srcToken.start.source === '{' ? '}' : ']')

/**
 * Whether the document is over before what stands at an offset, though no marker says so: after a flow
 * collection, and before a line that is indented less than the whole document.
 */
const isOver = (text: string, root: ParsedNode | null, at: number): boolean => {
  // These can start nothing, and the parser looks at the next token before it ends a document.
  if (!isCollection(root) || /[@`%&!*"]/.test(text.charAt(at))) return false
  return root.flow === true ? isClosed(root) : columnOf(text, root.range[0]) > columnOf(text, at)
}

const trivia = new Set(['space', 'comment', 'newline'])

/** What stands behind the document without a marker between; null: nothing. */
const strayAfter = (text: string, document: CST.Document | null, end: number): number | null => {
  const value = document?.value
  const behind = value?.type === 'flow-collection' ? value.end.slice(1) : []
  const stray = [...behind, ...(document?.end ?? [])].find(({ type }) => !trivia.has(type))
  if (stray !== undefined) return stray.offset
  const ends =
    end === text.length || (columnOf(text, end) === 0 && marker.test(text.slice(end, end + 4)))
  return ends ? null : end
}

/** Composes the first document. */
export const yamlDocument = (original: string): E.Either<readonly Problem[], YamlDocument> => {
  const text = normalised(original)
  const read = firstDocumentTokens(text)
  if (read === null)
    return E.left(
      fileProblem(`the file is nested more than ${deepest} levels deep: no configuration is`),
    )
  const { tokens } = read
  const broken = tokens.find(({ type }) => type === 'error' || type === 'doc-end')
  if (broken !== undefined) return E.left(syntaxProblem(text, broken.offset, unexpected))
  const [composed] = [...new Composer(options).compose(tokens)]
  if (composed === undefined) return E.right({ root: null, text, end: text.length })
  const root = composed.contents
  const token = documentOf(tokens)
  const stray = strayAfter(text, token, read.end)
  const over = stray !== null && isOver(text, root, stray)
  const error = composed.errors.find(({ pos: [at] }) => !over || at < stray)
  if (error !== undefined) return E.left(syntaxProblem(text, error.pos[0], wordsOf(error)))
  if (stray !== null && !over) return E.left(syntaxProblem(text, stray, unexpected))
  const end = stray ?? read.end
  const fault = read.fault ?? structureFault(tokens, token)
  return fault !== null && fault.at < end
    ? E.left(syntaxProblem(text, fault.at, fault.what))
    : E.right({ root, text, end })
}
