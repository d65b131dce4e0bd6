/**
 * A file written from nothing but its keys.
 */
import type { ConfigurationEntry, Key } from '@keyroll/core'
import { isKms, isPlaintext } from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'
import { Document, type YAMLMap } from 'yaml'
import type { Problem } from '../problem.js'
import { type MaterialOf, mapNode, newKey, sequenceNode, textNode } from './material-node.js'

/** The elements of `providers` for keys in their order; neighbours of one local provider share an element. */
const elements = (
  keys: readonly Key[],
  materialOf: MaterialOf,
): E.Either<readonly Problem[], readonly YAMLMap[]> => {
  const made: { readonly kind: string | null; readonly nodes: YAMLMap[] }[] = []
  for (const key of keys) {
    const node = newKey(key, materialOf)
    if (E.isLeft(node)) return node
    const kind = isPlaintext(key) || isKms(key) ? null : key.provider
    const last = made[made.length - 1]
    if (kind !== null && last?.kind === kind) last.nodes.push(node.right.node)
    else made.push({ kind, nodes: [node.right.node] })
  }
  return E.right(
    made.flatMap(({ kind, nodes }) =>
      kind === null ? nodes : [mapNode([[kind, mapNode([['keys', sequenceNode(nodes)]])]])],
    ),
  )
}

/** One entry as a node. */
export const entryNode = (
  { resources, keys }: ConfigurationEntry,
  materialOf: MaterialOf,
): E.Either<readonly Problem[], YAMLMap> => {
  const providers = elements(keys, materialOf)
  return E.isLeft(providers)
    ? providers
    : E.right(
        mapNode([
          ['resources', sequenceNode(resources.map(textNode))],
          ['providers', sequenceNode(providers.right)],
        ]),
      )
}

/** The text of a whole file, without the line of the ordinal. */
export const freshText = (
  entries: readonly ConfigurationEntry[],
  materialOf: MaterialOf,
): E.Either<readonly Problem[], string> => {
  const nodes: YAMLMap[] = []
  for (const entry of entries) {
    const node = entryNode(entry, materialOf)
    if (E.isLeft(node)) return node
    nodes.push(node.right)
  }
  const document = new Document(null, { schema: 'failsafe' })
  document.contents = mapNode([
    ['apiVersion', textNode('apiserver.config.k8s.io/v1')],
    ['kind', textNode('EncryptionConfiguration')],
    ['resources', sequenceNode(nodes)],
  ])
  return E.right(document.toString({ lineWidth: 0 }))
}
