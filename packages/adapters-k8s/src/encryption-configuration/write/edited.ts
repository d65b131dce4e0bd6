/**
 * A user's file with other keys in some entries: everything else stays as it is written.
 */
import type { ConfigurationEntry } from '@keyroll/core'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Document,
  type Node,
  type Scalar,
  type ToStringOptions,
  type YAMLMap,
  type YAMLSeq,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  visit,
} from 'yaml'
import { decode } from '../fields/decode.js'
import type { RawEntry } from '../fields/raw-configuration.js'
import { keysOfEntry } from '../keys.js'
import type { Problem } from '../problem.js'
import { readSource } from '../syntax/source.js'
import { rewriteProviders } from './entry-providers.js'
import { entryNode } from './fresh.js'
import type { MaterialOf } from './material-node.js'

/** Null: the file is of a form that is not edited, so it must be written anew. */
type Edited<A> = E.Either<readonly Problem[], A | null>

const notEdited: Edited<never> = E.right(null)

/** Scalars keep their text: what they mean is not decided here. */
const parsed = (text: string): Document.Parsed | null => {
  const document = parseDocument(text, {
    version: '1.1',
    schema: 'failsafe',
    resolveKnownTags: false,
    merge: false,
    uniqueKeys: false,
    logLevel: 'silent',
  })
  return document.errors.length === 0 ? document : null
}

const cloned = (node: Scalar | YAMLMap | YAMLSeq): Node | undefined => {
  const copy: unknown = node.clone()
  return isScalar(copy) || isMap(copy) || isSeq(copy) ? copy : undefined
}

/** Writes every alias out, since an edit in one place must not change another; false: it merges mappings. */
const withoutAliases = (document: Document.Parsed): boolean => {
  let merges = false
  visit(document, {
    Pair: (_, { key }) => {
      if (isScalar(key) && key.source === '<<') merges = true
    },
    Alias: (_, alias) => {
      const target = alias.resolve(document)
      return isScalar(target) || isMap(target) || isSeq(target) ? cloned(target) : undefined
    },
  })
  visit(document, {
    Node: (_, node) => {
      if ('anchor' in node) delete node.anchor
    },
  })
  return !merges
}

/** How the user writes lists and brackets. */
const styleOf = (text: string): ToStringOptions => ({
  lineWidth: 0,
  indentSeq: !/^( *)[^\s#-][^\n]*:[ \t]*\n(?:[ \t]*(?:#[^\n]*)?\n)*\1- /m.test(text),
  flowCollectionPadding: /[[{] /.test(text),
})

const sequence = (node: unknown, name: string): YAMLSeq | null => {
  const value = isMap(node) ? node.get(name, true) : undefined
  return isSeq(value) ? value : null
}

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((each, at) => each === b[at])

/** The entries of the file, changed where their keys differ, and the new ones behind them. */
const editEntries = (
  list: YAMLSeq,
  raw: readonly RawEntry[],
  entries: readonly ConfigurationEntry[],
  materialOf: MaterialOf,
): Edited<true> => {
  for (const [at, entry] of entries.entries()) {
    const found = raw[at]
    if (found === undefined) {
      const node = entryNode(entry, materialOf)
      if (E.isLeft(node)) return node
      list.add(node.right)
      continue
    }
    if (!same(found.resources, entry.resources)) return notEdited
    const ids = keysOfEntry(found).map(({ key }) => key.id)
    if (
      same(
        ids,
        entry.keys.map(({ id }) => id),
      )
    )
      continue
    const providers = sequence(list.items[at], 'providers')
    if (providers === null) return notEdited
    const rewritten = rewriteProviders(found, providers, entry.keys, materialOf)
    if (E.isLeft(rewritten)) return rewritten
    if (rewritten.right === null) return notEdited
  }
  return E.right(true)
}

/** The text with the entries as asked, without a line of the ordinal; what follows the first document stays. */
export const editedText = (
  text: string,
  entries: readonly ConfigurationEntry[],
  materialOf: MaterialOf,
): Edited<string> => {
  const source = readSource(utf8ToBytes(text))
  if (E.isLeft(source)) return notEdited
  const { tree, end } = source.right
  const raw = decode(tree, () => 1)
  if (E.isLeft(raw)) return notEdited
  const document = parsed(text.slice(0, end))
  if (document === null || !isCollection(document.contents) || !withoutAliases(document))
    return notEdited
  const list = sequence(document.contents, 'resources')
  if (list === null) return notEdited
  const edited = editEntries(list, raw.right.entries, entries, materialOf)
  if (E.isLeft(edited)) return edited
  return edited.right === null
    ? notEdited
    : E.right(`${document.toString(styleOf(text))}${text.slice(end)}`)
}
