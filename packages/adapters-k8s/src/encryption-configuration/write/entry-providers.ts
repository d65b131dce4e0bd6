/**
 * The `providers` of an entry with its keys in a new order: what stays keeps its node, and so its comments.
 */
import { type Key, isKms, isPlaintext } from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'
import { type YAMLMap, type YAMLSeq, isMap, isSeq } from 'yaml'
import { type RawEntry, localProviders } from '../fields/raw-configuration.js'
import { keysOfProvider } from '../keys.js'
import type { Problem } from '../problem.js'
import { type MaterialOf, type NewKey, mapNode, newKey, sequenceNode } from './material-node.js'

/** Where a key stands in the file. */
interface Place {
  /** The element of `providers`. */
  readonly element: YAMLMap
  /** The element of `keys`; null for plaintext and KMS. */
  readonly key: unknown
}

const member = (node: unknown, name: string): unknown =>
  isMap(node) ? node.get(name, true) : undefined

const items = (node: unknown): readonly unknown[] => (isSeq(node) ? node.items : [])

/** The nodes of each key of an entry, the first one where a key is repeated; null: not as expected. */
const placesOf = (raw: RawEntry, providers: unknown): ReadonlyMap<string, Place> | null => {
  const places = new Map<string, Place>()
  const elements = items(providers)
  if (elements.length !== raw.providers.length) return null
  for (const [at, provider] of raw.providers.entries()) {
    const element = elements[at]
    if (!isMap(element)) return null
    const kind = localProviders.find((each) => provider[each] !== null)
    const nodes = kind === undefined ? [null] : items(member(member(element, kind), 'keys'))
    const keys = keysOfProvider(provider)
    if (nodes.length !== keys.length) return null
    for (const [index, { key }] of keys.entries())
      if (!places.has(key.id)) places.set(key.id, { element, key: nodes[index] })
  }
  return places
}

interface Element {
  readonly kind: string
  /** The node that the file had for it; null: it is new. */
  origin: YAMLMap | null
  readonly keys: unknown[]
}

const isLocal = (key: Key): boolean => !isPlaintext(key) && !isKms(key)

const nodeOf = ({ kind, origin, keys }: Element): YAMLMap => {
  const settings = member(origin, kind)
  if (origin === null || !isMap(settings))
    return mapNode([[kind, mapNode([['keys', sequenceNode(keys)]])]])
  const list = settings.get('keys', true)
  if (isSeq(list)) list.items.splice(0, list.items.length, ...keys)
  return origin
}

/** Puts the keys of local providers into elements: neighbours of one provider stand together. */
const grouped = (
  placed: readonly {
    readonly key: Key
    readonly place: Place | null
    readonly node: NewKey | null
  }[],
): readonly YAMLMap[] => {
  const used = new Set<YAMLMap>()
  const elements: (Element | YAMLMap)[] = []
  let current: Element | null = null
  for (const { key, place, node } of placed) {
    if (!isLocal(key)) {
      current = null
      const element = place?.element ?? node?.node
      if (element !== undefined) elements.push(element)
      continue
    }
    const origin = place === null || used.has(place.element) ? null : place.element
    const joins: boolean =
      current !== null &&
      current.kind === key.provider &&
      (origin === null || current.origin === null || current.origin === place?.element)
    if (!joins || current === null) {
      current = { kind: key.provider, origin: null, keys: [] }
      elements.push(current)
    }
    if (origin !== null) {
      current.origin = origin
      used.add(origin)
    }
    current.keys.push(place?.key ?? node?.node)
  }
  return elements.map((element) => ('kind' in element ? nodeOf(element) : element))
}

/** Rewrites the list in place; null: its nodes are not as expected, so the file must be written anew. */
export const rewriteProviders = (
  raw: RawEntry,
  providers: YAMLSeq,
  keys: readonly Key[],
  materialOf: MaterialOf,
): E.Either<readonly Problem[], YAMLSeq | null> => {
  const places = placesOf(raw, providers)
  if (places === null) return E.right(null)
  const placed: { key: Key; place: Place | null; node: NewKey | null }[] = []
  for (const key of keys) {
    const place = places.get(key.id) ?? null
    if (place !== null) placed.push({ key, place, node: null })
    else {
      const made = newKey(key, materialOf)
      if (E.isLeft(made)) return made
      placed.push({ key, place: null, node: made.right })
    }
  }
  providers.items.splice(0, providers.items.length, ...grouped(placed))
  return E.right(providers)
}
