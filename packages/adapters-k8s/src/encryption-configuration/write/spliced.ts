/**
 * Edited nodes put into the text they come from: every line that no edit touches stays as it is, byte for byte.
 */
import { Document, Scalar, type ToStringOptions, type YAMLMap, type YAMLSeq, visit } from 'yaml'
import { columnOf } from '../syntax/first-document.js'
import { type Before, markKept, restoreKept } from './kept.js'
import { sequenceNode } from './material-node.js'

/** A list of the file, as it was before any edit. */
export interface Span {
  readonly from: number
  readonly to: number
  readonly flow: boolean
  /** Of a list of providers; null: it is another one. */
  readonly before: Before | null
}

/** A piece of text and what stands there instead. */
interface Splice {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** Where a list stands; null: it did not come from a file. */
export const spanOf = (node: YAMLSeq, before: Before | null): Span | null => {
  const range = node.range
  if (range === null || range === undefined) return null
  const flow = node.flow === true
  return { from: range[0], to: flow ? range[1] : range[2], flow, before }
}

/** In a file that quotes its fields, new ones are quoted too. */
const quoteNew = (node: YAMLSeq): void => {
  visit(node, {
    Scalar: (_, scalar) => {
      if (scalar.range === undefined && scalar.type !== undefined) scalar.type = Scalar.QUOTE_DOUBLE
    },
  })
}

const written = (node: YAMLSeq, options: ToStringOptions): string => {
  // What stands before a list is no part of its span.
  node.commentBefore = null
  node.spaceBefore = false
  const document = new Document(null, { schema: 'failsafe' })
  document.contents = node
  return document.toString(options)
}

const indented = (text: string, column: number): string =>
  text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(column)}`)

const spliceOf =
  (text: string, options: ToStringOptions) =>
  (node: YAMLSeq, { from, to, flow, before }: Span): Splice => {
    if (flow) {
      if (/"resources"\s*:/.test(text)) quoteNew(node)
      return { from, to, text: written(node, { ...options, collectionStyle: 'flow' }).trimEnd() }
    }
    const pieces = before === null ? [] : markKept(text, node, before)
    const column = columnOf(text, from)
    // The first line starts where the list does.
    const lines = `${' '.repeat(column)}${indented(written(node, options), column)}`
    const block = restoreKept(lines, pieces).slice(column)
    return { from, to, text: text.slice(from, to).endsWith('\n') ? block : block.trimEnd() }
  }

/** An entry behind the last one of a list. */
const appendix =
  (text: string, options: ToStringOptions) =>
  (entry: YAMLMap, list: YAMLSeq, { from, flow }: Span): Splice => {
    const last = list.range?.[1] ?? from
    const splice = spliceOf(text, options)
    const alone = sequenceNode([entry])
    if (flow) {
      alone.flow = true
      const inside = splice(alone, { from: last, to: last, flow, before: null })
        .text.slice(1, -1)
        .trim()
      const end = text.lastIndexOf(']', last - 1)
      const tail = text.slice(0, end).trimEnd().length
      return { from: tail, to: tail, text: `, ${inside}` }
    }
    const column = columnOf(text, from)
    const block = `${' '.repeat(column)}${indented(written(alone, options), column)}`
    return { from: last, to: last, text: text.slice(0, last).endsWith('\n') ? block : `\n${block}` }
  }

/** What an edit makes of a text. */
export const spliced = (
  text: string,
  options: ToStringOptions,
  lists: readonly { readonly node: YAMLSeq; readonly span: Span }[],
  entries: { readonly list: YAMLSeq; readonly span: Span; readonly added: readonly YAMLMap[] },
): string => {
  const splices = [
    ...lists.map(({ node, span }) => spliceOf(text, options)(node, span)),
    ...entries.added.map((entry) => appendix(text, options)(entry, entries.list, entries.span)),
  ]
  // From the end, so that offsets before stay; of equal ones the first keeps its place.
  return splices
    .map((splice, at) => ({ ...splice, at }))
    .sort((a, b) => b.from - a.from || b.at - a.at)
    .reduce(
      (edited, { from, to, text: instead }) => edited.slice(0, from) + instead + edited.slice(to),
      text,
    )
}
