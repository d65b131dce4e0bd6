/**
 * JSON text as a tree: fields in order, duplicates and all.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Problem, fileProblem } from '../problem.js'
import { type Member, type Tree, deepest, int32, lineOf } from './tree.js'

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Where the engine says that it stopped. Its message is not repeated: it quotes the text. */
const stoppedAt = (error: unknown): number | null => {
  const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
  return position === undefined ? null : Number(position)
}

const notJson = (text: string): readonly Problem[] | null => {
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    const at = stoppedAt(error)
    const where = at === null ? '' : ` at line ${lineOf(text, at)}`
    return fileProblem(
      `the file starts with { and is read as JSON, which breaks off${where}: correct the JSON, or write YAML`,
    )
  }
}

/** Reads text that is known to be JSON; null: nested too deep. */
const reader = (text: string): { readonly value: (depth: number) => Tree | null } => {
  let at = 0
  const blank = /[ \t\n\r]*/y
  const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y

  const peek = (): string => {
    blank.lastIndex = at
    at += blank.exec(text)?.[0].length ?? 0
    return text.charAt(at)
  }
  const passes = (sign: string): boolean => {
    if (peek() !== sign) return false
    at += 1
    return true
  }
  const string = (): string => {
    const start = at
    let end = at + 1
    while (text.charAt(end) !== '"') end += text.charAt(end) === '\\' ? 2 : 1
    at = end + 1
    const value: unknown = JSON.parse(text.slice(start, at))
    return typeof value === 'string' ? value.replace(loneSurrogate, '\ufffd') : ''
  }
  const sequence = (close: string, item: () => boolean): boolean => {
    at += 1
    if (passes(close)) return true
    do if (!item()) return false
    while (passes(','))
    return passes(close)
  }
  const value = (depth: number): Tree | null => {
    const sign = peek()
    const start = at
    if (depth > deepest) return null
    if (sign === '{') {
      const members: Member[] = []
      const complete = sequence('}', () => {
        peek()
        const member = { at, name: string() }
        passes(':')
        const inner = value(depth + 1)
        if (inner !== null) members.push({ ...member, value: inner })
        return inner !== null
      })
      return complete ? { kind: 'object', at: start, members } : null
    }
    if (sign === '[') {
      const items: Tree[] = []
      const complete = sequence(']', () => {
        const inner = value(depth + 1)
        if (inner !== null) items.push(inner)
        return inner !== null
      })
      return complete ? { kind: 'list', at: start, items } : null
    }
    if (sign === '"') return { kind: 'text', at: start, text: string() }
    if (sign === 't' || sign === 'f' || sign === 'n') {
      at += sign === 'f' ? 5 : 4
      return { kind: sign === 'n' ? 'null' : 'boolean', at: start }
    }
    number.lastIndex = at
    const digits = number.exec(text)?.[0] ?? ''
    at += digits.length
    // Go takes no fraction and no exponent for an integer, not even 1.0.
    return {
      kind: 'number',
      at: start,
      integer: /^-?\d+$/.test(digits) ? int32(Number(digits)) : null,
    }
  }
  return { value }
}

/** The tree of a JSON text. */
export const jsonTree = (text: string): E.Either<readonly Problem[], Tree> => {
  const broken = notJson(text)
  if (broken !== null) return E.left(broken)
  const tree = reader(text).value(0)
  return tree === null
    ? E.left(
        fileProblem(`the file is nested more than ${deepest} levels deep: no configuration is`),
      )
    : E.right(tree)
}
