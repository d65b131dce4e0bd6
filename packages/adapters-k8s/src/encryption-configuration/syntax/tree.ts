/**
 * A file as data, whether it was YAML or JSON: what is left of it when kube-apiserver decodes fields.
 */

export type Tree =
  | { readonly kind: 'null' | 'boolean'; readonly at: number }
  /** `integer`: the number where it is whole and fits 32 bits, else null. */
  | { readonly kind: 'number'; readonly at: number; readonly integer: number | null }
  | { readonly kind: 'text'; readonly at: number; readonly text: string }
  | { readonly kind: 'list'; readonly at: number; readonly items: readonly Tree[] }
  | { readonly kind: 'object'; readonly at: number; readonly members: readonly Member[] }

/** A field of an object. Duplicates are kept: who decodes refuses them. */
export interface Member {
  /** Null: YAML that is no text, such as a number. */
  readonly name: string | null
  readonly at: number
  readonly value: Tree
}

/** `at` counts UTF-16 code units of the text; the line it is in, from 1. */
export const lineOf = (text: string, at: number): number => {
  let line = 1
  for (let next = text.indexOf('\n'); next >= 0 && next < at; next = text.indexOf('\n', next + 1))
    line += 1
  return line
}

/** Deeper than any configuration: what is nested deeper is refused unread. */
export const deepest = 48

/** The number where it is whole and fits 32 bits. */
export const int32 = (value: number): number | null =>
  Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31 ? value : null
