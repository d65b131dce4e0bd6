/**
 * The tokens of the first document of a YAML text, and where it ends.
 */
import { type CST, Parser } from 'yaml'
import { type Lexeme, lexemes } from './lexemes.js'
import { deepest } from './tree.js'
import { brokenKeyIn, directives, lexemeFault, repeatedDirective } from './yaml-differences.js'

/** What kube-apiserver's parser refuses at an offset. */
interface Fault {
  readonly at: number
  readonly what: string
}

export interface FirstDocument {
  readonly tokens: readonly CST.Token[]
  /** Null: the text holds none. */
  readonly document: CST.Document | null
  /** Where the parser stopped. */
  readonly end: number
  /** Beyond what the parser itself finds. */
  readonly fault: Fault | null
}

/** From 0. */
export const columnOf = (text: string, at: number): number =>
  at - text.lastIndexOf('\n', at - 1) - 1

/** A directive at the start of a line ends the document before it. */
const isNextDirective = ({ isScalar, inBrackets, source, at }: Lexeme, text: string): boolean =>
  isScalar && !inBrackets && columnOf(text, at) === 0 && directives.test(source)

const structureFault = (
  tokens: readonly CST.Token[],
  document: CST.Document | null,
): Fault | null => {
  const repeated = repeatedDirective(tokens)
  if (repeated !== null) return { at: repeated, what: 'a directive is given twice' }
  const at = document === null ? null : brokenKeyIn(document)
  return at === null ? null : { at, what: 'a field name and its colon stand on different lines' }
}

const finished = (
  tokens: readonly CST.Token[],
  end: number,
  fault: Fault | null,
): FirstDocument => {
  const document = tokens.find((token) => token.type === 'document') ?? null
  return { tokens, document, end, fault: fault ?? structureFault(tokens, document) }
}

/** Some ten thousand keys: what is longer would only cost memory. */
const mostLexemes = 1_000_000

/** Reads no further than the first document; null: it is nested too deep, or longer than any configuration. */
export const firstDocument = (text: string): FirstDocument | null => {
  const parser = new Parser()
  const tokens: CST.Token[] = []
  let fault: Fault | null = null
  let count = 0
  for (const lexeme of lexemes(text)) {
    if (isNextDirective(lexeme, text))
      return finished([...tokens, ...parser.end()], lexeme.at, fault)
    for (const token of parser.next(lexeme.source)) {
      tokens.push(token)
      if (token.type === 'document') return finished(tokens, lexeme.at, fault)
    }
    count += 1
    if (parser.stack.length > 2 * deepest || count > mostLexemes) return null
    const what: string | null = fault === null ? lexemeFault(lexeme, text) : null
    if (what !== null) fault = { at: lexeme.at, what }
  }
  return finished([...tokens, ...parser.end()], text.length, fault)
}

const trivia = new Set(['space', 'comment', 'newline'])

const marker = /^(?:(?:---|\.\.\.)(?![^ \t\n])|%)/

/** What stands behind the document with no marker between; null: nothing. */
export const strayAfter = (text: string, { document, end }: FirstDocument): number | null => {
  const value = document?.value
  const behind = value?.type === 'flow-collection' ? value.end.slice(1) : []
  const stray = [...behind, ...(document?.end ?? [])].find(({ type }) => !trivia.has(type))
  if (stray !== undefined) return stray.offset
  const marked = columnOf(text, end) === 0 && marker.test(text.slice(end, end + 4))
  return end === text.length || marked ? null : end
}

/**
 * Whether the document is over before something stray: after the bracket that closes all of it, and before a
 * line that is indented less than all of it.
 */
export const isOverBefore = (text: string, { document }: FirstDocument, stray: number): boolean => {
  const value = document?.value
  // These can start nothing, and the parser looks at the next token before it ends a document.
  if (value === undefined || /[@`%&!*"]/.test(text.charAt(stray))) return false
  if (value.type === 'flow-collection')
    return value.end[0]?.source === (value.start.source === '{' ? '}' : ']')
  const isBlock = value.type === 'block-map' || value.type === 'block-seq'
  return isBlock && columnOf(text, value.offset) > columnOf(text, stray)
}
