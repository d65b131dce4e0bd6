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
import { keysBefore } from './kept.js'
import { type Span, spanOf, spliced } from './spliced.js'

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

/** By how many columns `keys` is indented below its provider. */
const indentOf = (text: string): number => {
  const [, provider = '', dash = '', keys = ''] =
    /\n( *)(- +)?(?:aescbc|aesgcm|secretbox):[^\n]*\n( +)keys:/.exec(text) ?? []
  return keys.length - provider.length - dash.length
}

/** How the user writes lists and brackets. */
const styleOf = (text: string): ToStringOptions => ({
  lineWidth: 0,
  indent: Math.min(8, Math.max(2, /\n( +)keys:/.exec(text) === null ? 2 : indentOf(text))),
  indentSeq: !/^( *)[^\s#-][^\n]*:[ \t]*\n(?:[ \t]*(?:#[^\n]*)?\n)*\1- /m.test(text),
  flowCollectionPadding: /[[{] /.test(text),
})

const sequence = (node: unknown, name: string): YAMLSeq | null => {
  const value = isMap(node) ? node.get(name, true) : undefined
  return isSeq(value) ? value : null
}

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((each, at) => each === b[at])

interface Edits {
  /** The `providers` of entries that change. */
  readonly changed: readonly YAMLSeq[]
  /** Entries behind those of the file. */
  readonly added: readonly YAMLMap[]
  /** Entries of the file that are left out. */
  readonly removed: number
}

/** For each entry of the file its place among those asked for, which come in the same order; -1: left out. */
const matched = (
  raw: readonly RawEntry[],
  entries: readonly ConfigurationEntry[],
): readonly number[] => {
  let next = 0
  return raw.map(({ resources }) => {
    const entry = entries[next]
    if (entry === undefined || !same(resources, entry.resources)) return -1
    next += 1
    return next - 1
  })
}

/** Changes the entries whose keys differ, and adds the new ones behind them. */
const editEntries = (
  list: YAMLSeq,
  raw: readonly RawEntry[],
  entries: readonly ConfigurationEntry[],
  materialOf: MaterialOf,
): Edited<Edits> => {
  const places = matched(raw, entries)
  const changed: YAMLSeq[] = []
  const added: YAMLMap[] = []
  for (const [at, found] of raw.entries()) {
    const entry = entries[places[at] ?? -1]
    const ids = keysOfEntry(found).map(({ key }) => key.id)
    if (
      entry === undefined ||
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
    changed.push(providers)
  }
  for (const entry of entries.slice(places.filter((place) => place >= 0).length)) {
    const node = entryNode(entry, materialOf)
    if (E.isLeft(node)) return node
    added.push(node.right)
  }
  const kept = list.items.filter((_, at) => (places[at] ?? -1) >= 0)
  const removed = list.items.length - kept.length
  list.items.splice(0, list.items.length, ...kept, ...added)
  return E.right({ changed, added, removed })
}

/** Where the lists stand that may be edited, by the text alone: an alias has no place of its own. */
const spansOf = (list: YAMLSeq): ReadonlyMap<YAMLSeq, Span> =>
  new Map(
    [list, ...list.items.map((item) => sequence(item, 'providers'))].flatMap((node) => {
      if (node === null) return []
      const span = spanOf(node, node === list ? null : keysBefore(node))
      return span === null ? [] : [[node, span] as const]
    }),
  )

const splicedText = (
  text: string,
  options: ToStringOptions,
  list: YAMLSeq,
  spans: ReadonlyMap<YAMLSeq, Span>,
  { changed, added, removed }: Edits,
): string | null => {
  const span = spans.get(list)
  const lists = changed.flatMap((node) => {
    const its = spans.get(node)
    return its === undefined ? [] : [{ node, span: its }]
  })
  return removed > 0 || span === undefined || lists.length < changed.length
    ? null
    : spliced(text, options, lists, { list, span, added })
}

/**
 * Texts with the entries as asked, without a line of the ordinal, the one that keeps most of the file first;
 * what follows the first document stays. One may say something else where the file uses aliases: read it back.
 */
export const editedTexts = (
  text: string,
  entries: readonly ConfigurationEntry[],
  materialOf: MaterialOf,
): Edited<readonly string[]> => {
  const source = readSource(utf8ToBytes(text))
  if (E.isLeft(source)) return notEdited
  const { tree, end } = source.right
  const raw = decode(tree, () => 1)
  if (E.isLeft(raw)) return notEdited
  const document = parsed(text.slice(0, end))
  if (document === null) return notEdited
  const list = sequence(document.contents, 'resources')
  if (list === null) return notEdited
  const spans = spansOf(list)
  if (!withoutAliases(document)) return notEdited
  const edited = editEntries(list, raw.right.entries, entries, materialOf)
  if (E.isLeft(edited)) return edited
  if (edited.right === null) return notEdited
  const options = styleOf(text)
  // First, since splicing takes the comments before a list for its own.
  const rewritten = document.toString(options)
  const kept = splicedText(text.slice(0, end), options, list, spans, edited.right)
  const texts = kept === null ? [rewritten] : [kept, rewritten]
  return E.right(texts.map((each) => `${each}${text.slice(end)}`))
}
