/**
 * A persistent list: `set` and `append` copy a few dozen slots and share the rest.
 *
 * It is plain data (nested arrays), so worlds that hold one stay comparable and cheap to copy.
 */

type Node<A> =
  | { readonly kind: 'leaf'; readonly values: readonly A[] }
  | { readonly kind: 'branch'; readonly children: readonly Node<A>[] }

export interface Vector<A> {
  readonly size: number
  /** Branches above each leaf. */
  readonly depth: number
  readonly root: Node<A>
}

const bits = 5
const width = 1 << bits
const mask = width - 1

const slot = (index: number, depth: number): number => (index >>> (depth * bits)) & mask

const chunk = <A>(items: readonly A[]): readonly (readonly A[])[] => {
  const chunks: (readonly A[])[] = []
  for (let at = 0; at < items.length; at += width) chunks.push(items.slice(at, at + width))
  return chunks
}

/**
 * A vector of the items, in their order.
 *
 * @example
 * import { vectorOf, vectorGet, vectorSet } from '@keyroll/adapters-fake'
 *
 * const before = vectorOf(['a', 'b', 'c'])
 * const after = vectorSet(before, 1, 'B')
 * assert.equal(vectorGet(after, 1), 'B')
 * assert.equal(vectorGet(before, 1), 'b')
 */
export const vectorOf = <A>(items: readonly A[]): Vector<A> => {
  let nodes: readonly Node<A>[] = chunk(items).map((values) => ({ kind: 'leaf', values }))
  let depth = 0
  while (nodes.length > 1) {
    nodes = chunk(nodes).map((children) => ({ kind: 'branch', children }))
    depth += 1
  }
  return { size: items.length, depth, root: nodes[0] ?? { kind: 'leaf', values: [] } }
}

const getWithin = <A>(node: Node<A>, index: number, depth: number): A | undefined => {
  let at = node
  let above = depth
  while (at.kind === 'branch') {
    const child = at.children[slot(index, above)]
    if (child === undefined) return undefined
    at = child
    above -= 1
  }
  return at.values[index & mask]
}

/** The item at an index; undefined outside. */
export const vectorGet = <A>(vector: Vector<A>, index: number): A | undefined =>
  index < 0 || index >= vector.size ? undefined : getWithin(vector.root, index, vector.depth)

const replaced = <T>(items: readonly T[], at: number, item: T): readonly T[] => {
  const copy = items.slice()
  copy[at] = item
  return copy
}

/** A path of first children down to one leaf. */
const path = <A>(item: A, depth: number): Node<A> =>
  depth === 0
    ? { kind: 'leaf', values: [item] }
    : { kind: 'branch', children: [path(item, depth - 1)] }

const setWithin = <A>(node: Node<A>, index: number, depth: number, item: A): Node<A> => {
  if (node.kind === 'leaf')
    return { kind: 'leaf', values: replaced(node.values, index & mask, item) }
  const at = slot(index, depth)
  const child = node.children[at]
  return {
    kind: 'branch',
    children: replaced(
      node.children,
      at,
      child === undefined ? path(item, depth - 1) : setWithin(child, index, depth - 1, item),
    ),
  }
}

/** The vector with one item replaced; an index outside changes nothing. */
export const vectorSet = <A>(vector: Vector<A>, index: number, item: A): Vector<A> =>
  index < 0 || index >= vector.size
    ? vector
    : {
        size: vector.size,
        depth: vector.depth,
        root: setWithin(vector.root, index, vector.depth, item),
      }

/** The vector with one item more at its end. */
export const vectorAppend = <A>(vector: Vector<A>, item: A): Vector<A> => {
  const { size, depth, root } = vector
  const full = size === width ** (depth + 1)
  const grown: Node<A> = full ? { kind: 'branch', children: [root] } : root
  const above = full ? depth + 1 : depth
  return { size: size + 1, depth: above, root: setWithin(grown, size, above, item) }
}

const walk = <A>(node: Node<A>, into: A[]): void => {
  if (node.kind === 'leaf') into.push(...node.values)
  else for (const child of node.children) walk(child, into)
}

/** All items as an array: the one function here that takes time with their number. */
export const vectorItems = <A>(vector: Vector<A>): readonly A[] => {
  const items: A[] = []
  walk(vector.root, items)
  return items
}
