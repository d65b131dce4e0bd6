/**
 * The lexemes of a YAML text, without the rule of YAML 1.2 that lines inside brackets and quotes are indented:
 * kube-apiserver's parser takes them at any column.
 */
import { Lexer } from 'yaml'

export interface Lexeme {
  readonly source: string
  /** Where it starts in the text. */
  readonly at: number
  /** Added by the lexer, not in the text: start of a document, end of broken brackets, start of a scalar. */
  readonly isMark: boolean
  /** A plain or a block scalar; quoted ones start with their quote. */
  readonly isScalar: boolean
  readonly inBrackets: boolean
  /** Nothing but spaces stands before it in its line, or only `-` and `?`. */
  readonly mayStartKey: boolean
}

const marks = new Set(['\u0002', '\u0018', '\u001f'])
const scalarMark = '\u001f'
const blank = /^[ \t]+$/

const isQuote = (sign: string): boolean => sign === '"' || sign === "'"

/** Whether a sign stands right before an indicator of a bracket, where it is text to kube-apiserver's parser. */
const isTextBefore = (text: string, sign: string, at: number): boolean =>
  text.charAt(at) === sign && /[,[\]{}]/.test(text.charAt(at + 1))

/** A tag with further exclamation marks is one that nobody knows, to kube-apiserver's parser; here it would be an error. */
const simpleTag = (source: string): string => {
  const handle = /^!!?/.exec(source)?.[0] ?? ''
  return source.slice(handle.length).includes('!') && !/^![\w-]+!/.test(source)
    ? `!${'x'.repeat(source.length - 1)}`
    : source
}

/** What the parser is given instead, of the same length. */
const replaced = (source: string): string => {
  // A comment says nothing: as spaces it cannot disturb the parser's rules of indentation.
  if (source.startsWith('#')) return ' '.repeat(source.length)
  return source.startsWith('!') ? simpleTag(source) : source
}

/** Lexes a text. */
export function* lexemes(text: string): Generator<Lexeme, void> {
  const lexer = new Lexer()
  let at = 0
  let brackets = 0
  let isScalar = false
  let mayStartKey = true
  let quoteNext = isQuote(text.charAt(0))
  // The lexer's least indentation of a continued line is a private field: it reads 0 where columns do not count.
  let leastIndent = 0
  Object.defineProperty(lexer, 'indentNext', {
    get: () => (brackets > 0 || quoteNext ? 0 : leastIndent),
    set: (indent: number) => {
      // A comment in a column further left does not end what it interrupts.
      if (indent > leastIndent || text.charAt(at) !== '#') leastIndent = indent
    },
  })
  let held = ''
  let dropped = 0
  for (const lexed of lexer.lex(text)) {
    if (dropped > 0) {
      dropped -= 1
      continue
    }
    if (isScalar && brackets > 0 && held === '' && isTextBefore(text, ':', at + lexed.length)) {
      held = lexed
      continue
    }
    const isDash = !isScalar && brackets > 0 && lexed === '-' && isTextBefore(text, '-', at)
    if (isDash)
      yield { source: scalarMark, at, isMark: true, isScalar: false, inBrackets: true, mayStartKey }
    isScalar ||= isDash
    const source: string = isScalar ? held + lexed : replaced(lexed)
    // Having taken the sign for an indicator, the lexer makes up an empty scalar before a comma.
    if ((isDash || held !== '') && text.charAt(at + source.length) === ',') dropped = 2
    held = ''
    const isMark = marks.has(source)
    const isBlank = blank.test(source)
    // A line that starts with a quote brings the least indentation down, which the lexer could not see.
    const indent: unknown = lexer['indentValue']
    if (quoteNext && isQuote(source.charAt(0)) && mayStartKey && typeof indent === 'number')
      leastIndent = Math.min(leastIndent, indent)
    yield { source, at, isMark, isScalar, inBrackets: brackets > 0, mayStartKey }
    if (!isMark) at += source.length
    if (!isScalar && (source === '[' || source === '{')) brackets += 1
    if (!isScalar && (source === ']' || source === '}')) brackets = Math.max(0, brackets - 1)
    if (source === '\u0018') brackets = 0
    mayStartKey =
      source.endsWith('\n') ||
      (mayStartKey && (isMark || isBlank)) ||
      (!isScalar && (source === '-' || source === '?'))
    isScalar = source === scalarMark
    quoteNext = !isScalar && isQuote(text.charAt(at))
  }
}
