/**
 * Nodes that an edit moves but does not change: their own text stands for them, comments and spaces and all.
 */
import { Scalar, type YAMLMap, type YAMLSeq, isMap, isSeq } from 'yaml'
import { columnOf } from '../syntax/first-document.js'

const marked = /keyroll-kept-(\d+)/g

/** The lists of keys within a list of providers, as the file has them: taken before any edit. */
export type Before = ReadonlyMap<YAMLMap, readonly unknown[]>

const keysOf = (element: unknown): YAMLSeq | null => {
  const settings = isMap(element) ? element.items[0]?.value : undefined
  const keys = isMap(settings) ? settings.get('keys', true) : undefined
  return isSeq(keys) ? keys : null
}

export const keysBefore = (providers: YAMLSeq): Before =>
  new Map(
    providers.items.flatMap((element) =>
      isMap(element) ? [[element, [...(keysOf(element)?.items ?? [])]] as const] : [],
    ),
  )

const isUnchanged = (element: YAMLMap, before: Before): boolean => {
  const now = keysOf(element)?.items ?? []
  const then = before.get(element)
  return (
    then !== undefined && then.length === now.length && then.every((key, at) => key === now[at])
  )
}

/**
 * Puts marks in place of what is unchanged, to be replaced in the text that the list becomes.
 *
 * @returns The pieces of the file that the marks stand for.
 */
export const markKept = (
  text: string,
  providers: YAMLSeq,
  before: Before,
): readonly { readonly column: number; readonly text: string }[] => {
  const pieces: { column: number; text: string }[] = []
  const mark = (node: unknown): unknown => {
    const range = isMap(node) ? node.range : undefined
    if (!isMap(node) || range === undefined || range === null) return node
    const scalar = new Scalar(`keyroll-kept-${pieces.length}`)
    scalar.commentBefore = node.commentBefore ?? null
    scalar.spaceBefore = node.spaceBefore ?? false
    pieces.push({
      column: columnOf(text, range[0]),
      text: text.slice(range[0], range[2]).trimEnd(),
    })
    return scalar
  }
  const elements = providers.items.map((element) => {
    if (isMap(element) && isUnchanged(element, before)) return mark(element)
    const keys = keysOf(element)
    // In brackets the text of a key is no piece of its own.
    if (keys !== null && keys.flow !== true)
      keys.items.splice(0, keys.items.length, ...keys.items.map(mark))
    return element
  })
  providers.items.splice(0, providers.items.length, ...elements)
  return pieces
}

const shifted = (text: string, by: number): string =>
  by >= 0
    ? text.replace(/\n(?=[^\r\n])/g, `\n${' '.repeat(by)}`)
    : text.replace(new RegExp(`\\n {0,${-by}}`, 'g'), '\n')

/** The text with the pieces for their marks. */
export const restoreKept = (
  text: string,
  pieces: readonly { readonly column: number; readonly text: string }[],
): string =>
  text.replace(marked, (mark, index, at: number) => {
    const piece = pieces[Number(index)]
    return piece === undefined ? mark : shifted(piece.text, columnOf(text, at) - piece.column)
  })
