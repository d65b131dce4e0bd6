/**
 * What kube-apiserver's YAML parser refuses though the parser used here takes it.
 *
 * Source: go.yaml.in/yaml/v2, as kube-apiserver 1.37 links it; each rule was confirmed on its loader.
 */
import { CST } from 'yaml'
import type { Lexeme } from './lexemes.js'

interface Difference {
  readonly what: string
  readonly applies: (lexeme: Lexeme, text: string) => boolean
}

const isToken = ({ isScalar, isMark }: Lexeme): boolean => !isScalar && !isMark

/** Directives that the parser knows; others are refused. */
export const directives = /^%(?:YAML[ \t]+0?1\.0?1|TAG[ \t]+!(?:[\w-]*!)?[ \t]+\S+)[ \t]*$/

const differences: readonly Difference[] = [
  {
    what: 'a tab stands where only spaces may indent',
    applies: (lexeme) =>
      isToken(lexeme) &&
      !lexeme.inBrackets &&
      lexeme.mayStartKey &&
      /^[ \t]*\t/.test(lexeme.source),
  },
  {
    what: 'the name of an anchor or alias has other signs than letters, digits, - and _',
    applies: (lexeme, text) =>
      isToken(lexeme) &&
      /^[&*]/.test(lexeme.source) &&
      (!/^.[A-Za-z0-9_-]+$/.test(lexeme.source) ||
        /[[{]/.test(text.charAt(lexeme.at + lexeme.source.length))),
  },
  {
    what: 'only the directives %YAML 1.1 and %TAG are known',
    applies: (lexeme) =>
      isToken(lexeme) && lexeme.source.startsWith('%') && !directives.test(lexeme.source),
  },
  {
    what: 'an escape in double quotes is not known',
    applies: (lexeme) =>
      isToken(lexeme) && lexeme.source.startsWith('"') && hasUnknownEscape(lexeme.source),
  },
  {
    what: 'a tag (!) holds a #, or is not followed by a space',
    applies: (lexeme, text) =>
      isToken(lexeme) &&
      lexeme.source.startsWith('!') &&
      (lexeme.source.includes('#') ||
        !/[ \t\r\n]|^$/.test(text.charAt(lexeme.at + lexeme.source.length))),
  },
  {
    what: 'a colon inside brackets needs a field name before it, or quotes',
    applies: ({ isScalar, inBrackets, source }) => isScalar && inBrackets && source.startsWith(':'),
  },
  {
    what: 'a ? inside brackets needs quotes',
    applies: ({ isScalar, inBrackets, source }) => isScalar && inBrackets && source.includes('?'),
  },
]

/** A slash, and half of a surrogate pair, may not be escaped. */
const hasUnknownEscape = (source: string): boolean =>
  [...source.matchAll(/\\(u[dD][89a-fA-F]|U0000[dD][89a-fA-F]|[\s\S])/g)].some(
    ([, escape = '']) => escape === '/' || escape.length > 1,
  )

/** Why the lexeme is refused; null: it is not. */
export const lexemeFault = (lexeme: Lexeme, text: string): string | null =>
  differences.find(({ applies }) => applies(lexeme, text))?.what ?? null

/** A directive may be given once; %TAG once for each handle. */
export const repeatedDirective = (tokens: readonly CST.Token[]): number | null => {
  const seen = new Set<string>()
  for (const token of tokens) {
    if (token.type !== 'directive') continue
    const name = /^%(?:YAML|TAG[ \t]+\S+)/.exec(token.source)?.[0].replace(/[ \t]+/, ' ') ?? ''
    if (seen.has(name)) return token.offset
    seen.add(name)
  }
  return null
}

const hasNewline = (tokens: readonly CST.SourceToken[]): boolean =>
  tokens.some(({ type }) => type === 'newline')

/** A field name and its colon stand on one line, in brackets and outside. */
const isBrokenKey = ({ start, key, sep }: CST.CollectionItem): boolean => {
  if (key === undefined || key === null || start.some(({ type }) => type === 'explicit-key-ind'))
    return false
  const colon = sep?.findIndex(({ type }) => type === 'map-value-ind') ?? -1
  return colon >= 0 && (hasNewline(sep?.slice(0, colon) ?? []) || CST.stringify(key).includes('\n'))
}

/** Where a field name goes over several lines; null: nowhere. */
export const brokenKeyIn = (document: CST.Document): number | null => {
  let at: number | null = null
  const visit = (token: CST.Token | null | undefined): void => {
    if (token === null || token === undefined || !('items' in token)) return
    for (const item of token.items) {
      if (token.type === 'flow-collection' && isBrokenKey(item))
        at ??= item.key?.offset ?? token.offset
      if ('key' in item) visit(item.key)
      visit(item.value)
    }
  }
  visit(document.value)
  return at
}
