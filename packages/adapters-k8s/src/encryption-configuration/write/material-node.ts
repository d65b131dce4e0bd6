/**
 * YAML nodes for keys that a file does not hold yet.
 */
import { type Key, isPlaintext, reveal } from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import { Scalar, YAMLMap, YAMLSeq } from 'yaml'
import type { Material } from '../material.js'
import { type Problem, fileProblem } from '../problem.js'
import { base64Encode } from '../text/base64.js'

/** Where the material of a key is found. */
export type MaterialOf = (key: Key) => O.Option<Material>

/** Words that YAML does not read as text when they stand bare. */
const notText = /^(?:y|n|yes|no|on|off|true|false|null)$/i

/** Text that needs no quotes for any reader, in brackets or outside: words, paths, base64, durations. */
const bare = /^(?:[A-Za-z][\w./=+-]*(?::[\w./=+-]+)*|\d+(?:ns|us|ms|s|m|h))$/

/** A text that every reader takes as text. */
export const textNode = (text: string): Scalar => {
  const node = new Scalar(text)
  node.type = bare.test(text) && !notText.test(text) ? Scalar.PLAIN : Scalar.QUOTE_DOUBLE
  return node
}

/** A mapping from fields in the order given. */
export const mapNode = (fields: readonly (readonly [string, unknown])[]): YAMLMap => {
  const node = new YAMLMap()
  for (const [name, value] of fields) node.add({ key: textNode(name), value })
  return node
}

/** A sequence of nodes. */
export const sequenceNode = (items: readonly unknown[]): YAMLSeq => {
  const node = new YAMLSeq()
  node.items.push(...items)
  return node
}

/** Go's form of a duration, in the largest unit that leaves no fraction. */
const duration = (milliseconds: number): string => {
  if (milliseconds % 1000 === 0) return `${milliseconds / 1000}s`
  return Number.isInteger(milliseconds)
    ? `${milliseconds}ms`
    : `${Math.round(milliseconds * 1e6)}ns`
}

const numberNode = (value: number): Scalar => new Scalar(String(value))

/** The node for a key of a local provider: an element of `keys`. */
const localKeyNode = (name: string, bytes: Uint8Array): YAMLMap =>
  mapNode([
    ['name', textNode(name)],
    ['secret', textNode(base64Encode(bytes))],
  ])

/** The element of `providers` for plaintext. */
const identityNode = (): YAMLMap => {
  const empty = new YAMLMap()
  empty.flow = true
  return mapNode([['identity', empty]])
}

const missing = (key: Key): readonly Problem[] =>
  fileProblem(
    `the material of ${isPlaintext(key) ? 'plaintext' : `${key.provider} key "${key.name}"`} is not at hand: give the Secret or the kept copy that holds it`,
  )

/** What a key that the file lacks becomes: a key node of a local provider, or a whole element. */
export type NewKey =
  | { readonly _tag: 'Local'; readonly node: YAMLMap }
  | { readonly _tag: 'Element'; readonly node: YAMLMap }

/** The node for a key, from its material. */
export const newKey = (key: Key, materialOf: MaterialOf): E.Either<readonly Problem[], NewKey> => {
  if (isPlaintext(key)) return E.right({ _tag: 'Element', node: identityNode() })
  const found = materialOf(key)
  if (O.isNone(found)) return E.left(missing(key))
  const material = found.value
  if (material._tag === 'Secret')
    return E.right({ _tag: 'Local', node: localKeyNode(key.name, reveal(material.bytes)) })
  return E.right({
    _tag: 'Element',
    node: mapNode([
      [
        'kms',
        mapNode([
          ['apiVersion', textNode(key.provider === 'kmsv1' ? 'v1' : 'v2')],
          ['name', textNode(key.name)],
          ['endpoint', textNode(material.endpoint)],
          ['timeout', textNode(duration(material.timeoutMilliseconds))],
          ...(key.provider === 'kmsv1' && material.cachesize !== null
            ? [['cachesize', numberNode(material.cachesize)] as const]
            : []),
        ]),
      ],
    ]),
  })
}
