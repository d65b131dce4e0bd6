/**
 * What is wrong with a document: one line per problem, with the path, what was expected and what was found.
 *
 *     history[0].state: expected one of ReadOnlyDeploy, WritePromote, …, found the text "Writing"
 *
 * A value is shown only where it cannot be key material, which may stand anywhere by mistake: the shortest
 * key has 16 bytes, and a list may be one, byte by byte.
 */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'

const shortestKey = 16
const mostLines = 20

const foundText = (value: string): string => {
  if (value === '') return 'an empty text'
  return value.length < shortestKey
    ? `the text ${JSON.stringify(value)}`
    : `a text of ${value.length} characters`
}

/** The kind of a value, and the value itself where that gives nothing away. */
const found = (value: unknown, inList: boolean): string => {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value === 'string') return inList && value.length < 3 ? 'a text' : foundText(value)
  if (typeof value === 'number') return inList ? 'a number' : `the number ${value}`
  if (typeof value === 'boolean') return String(value)
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** Short, or made of words: a key that was pasted as the name of a field is neither. */
const isPrintable = (name: string): boolean =>
  name.length < shortestKey ? /^[\w.-]+$/.test(name) : /^[a-z]{3,}([A-Z][a-z]{2,})*$/.test(name)

const step = (key: string): string => {
  if (/^\d+$/.test(key)) return `[${key}]`
  return isPrintable(key) ? `.${key}` : `[a name of ${key.length} characters]`
}

const tagOf = (entry: t.ContextEntry | undefined): unknown =>
  entry !== undefined && '_tag' in entry.type ? entry.type._tag : undefined

/** Unions and intersections count their members into the path; those numbers lead nowhere. */
const leadsNowhere = (parent: t.ContextEntry | undefined): boolean => {
  const tag = tagOf(parent)
  return tag === 'UnionType' || tag === 'IntersectionType'
}

const line = ({ context, value, message }: t.ValidationError): string => {
  const path = context
    .slice(1)
    .filter((_, at) => !leadsNowhere(context[at]))
    .map(({ key }) => step(key))
    .join('')
    .replace(/^\./, '')
  const name = context[context.length - 1]?.type.name ?? 'something else'
  const inList = Array.isArray(context[context.length - 2]?.actual)
  const complaint = message ?? `expected ${name}, found ${found(value, inList)}`
  return path === '' ? complaint : `${path}: ${complaint}`
}

/** One line for each error, at most 20 of them. */
export const problemsOf = (errors: t.Errors): readonly string[] =>
  errors.length <= mostLines
    ? errors.map(line)
    : [...errors.slice(0, mostLines).map(line), `and ${errors.length - mostLines} more`]

/**
 * Decodes, and says in lines what is wrong.
 *
 * @example
 * import * as E from 'fp-ts/lib/Either.js'
 * import { decodeWith, keyCodec } from '@keyroll/core'
 *
 * assert.deepEqual(
 *   decodeWith(keyCodec)({ provider: 'aescbc', name: 7, fingerprint: 'ab12' }),
 *   E.left(['name: expected a text, found the number 7']),
 * )
 */
export const decodeWith =
  <A, O>(codec: t.Type<A, O>) =>
  (input: unknown): E.Either<readonly string[], A> => {
    const result = codec.decode(input)
    return E.isRight(result) ? result : E.left(problemsOf(result.left))
  }
