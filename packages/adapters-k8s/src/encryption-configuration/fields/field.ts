/**
 * The fields of one object of a tree, strictly.
 */
import type { Member, Tree } from '../syntax/tree.js'
import { isHarmless } from '../text/harmless.js'
import { nearest } from './nearest.js'

/** Something that does not decode, at an offset of the tree. */
interface Misfit {
  readonly path: string
  readonly at: number
  readonly found: string
  readonly expected: string
}

export type Report = (misfit: Misfit) => void

export interface Fields {
  readonly path: string
  readonly at: number
  readonly members: readonly Member[]
}

const child = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

const listed = (names: readonly string[]): string =>
  names.length === 0 ? 'no fields: {}' : `the fields ${names.join(', ')}`

/** A field name that is not known is repeated only where it cannot be a piece of a key. */
const unknownField = (
  name: string | null,
  path: string,
  at: number,
  names: readonly string[],
): Misfit => {
  const meant = name === null ? null : nearest(name, names)
  const shown = name !== null && (meant !== null || (isHarmless(name) && !path.includes('.keys[')))
  return {
    path: shown && name !== null ? child(path, name) : path,
    at,
    found: shown ? `an unknown field "${name}"` : 'an unknown field',
    expected: meant === null ? listed(names) : `"${meant}", in exactly these letters`,
  }
}

/** Of one object: who wrote more meant another file. */
const mostUnknown = 10

/** The fields of an object; null counts as none. Reports fields that are unknown or given twice. */
export const fieldsOf = (
  tree: Tree,
  path: string,
  names: readonly string[],
  report: Report,
): Fields => {
  if (tree.kind !== 'object') {
    if (tree.kind !== 'null')
      report({ path, at: tree.at, found: `a ${tree.kind}`, expected: listed(names) })
    return { path, at: tree.at, members: [] }
  }
  const seen = new Set<string>()
  let unknown = 0
  for (const { name, at } of tree.members) {
    if (name === null || !names.includes(name)) {
      unknown += 1
      if (unknown <= mostUnknown) report(unknownField(name, path, at, names))
    } else if (seen.has(name))
      report({
        path: child(path, name),
        at,
        found: 'the field a second time',
        expected: 'one of the two, or one mapping without << for it',
      })
    else seen.add(name)
  }
  return { path, at: tree.at, members: tree.members }
}

/** One field by name; an absent one is null. */
export const field = (
  { path, at, members }: Fields,
  name: string,
): { readonly tree: Tree; readonly path: string } => ({
  tree: members.findLast((member) => member.name === name)?.value ?? { kind: 'null', at },
  path: child(path, name),
})

/** A text field; absent is empty. */
export const textOf = (fields: Fields, name: string, report: Report): string => {
  const { tree, path } = field(fields, name)
  if (tree.kind === 'text') return tree.text
  if (tree.kind !== 'null')
    report({ path, at: tree.at, found: `a ${tree.kind}`, expected: 'text; put it in quotes' })
  return ''
}

/** A list field; absent is empty. */
export const listOf = <A>(
  fields: Fields,
  name: string,
  report: Report,
  decodeItem: (tree: Tree, path: string, report: Report) => A,
): readonly A[] => {
  const { tree, path } = field(fields, name)
  if (tree.kind === 'list')
    return tree.items.map((item, at) => decodeItem(item, `${path}[${at}]`, report))
  if (tree.kind !== 'null')
    report({
      path,
      at: tree.at,
      found: `a ${tree.kind}`,
      expected: 'a list; start each item with "- "',
    })
  return []
}
