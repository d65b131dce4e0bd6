/**
 * A value that is known, or unknown for a reason: `Fact<A> = Known(A) | Unknown(reason)`.
 *
 * Unknown is neither yes nor no. Nothing proceeds on it.
 */
export interface Known<A> {
  readonly _tag: 'Known'
  readonly value: A
}

export interface Unknown {
  readonly _tag: 'Unknown'
  /** What could not be read and why, for people. */
  readonly reason: string
}

export type Fact<A> = Known<A> | Unknown

/**
 * Something that was seen.
 *
 * @example
 * import { known, unknown, valueOr } from '@keyroll/core'
 *
 * assert.equal(valueOr(known(3), 0), 3)
 * assert.equal(valueOr(unknown('the list failed'), 0), 0)
 */
export const known = <A>(value: A): Known<A> => ({ _tag: 'Known', value })

/** Something that could not be seen. */
export const unknown = (reason: string): Unknown => ({ _tag: 'Unknown', reason })

/** The known value, or the one that stands for "not known" at this place: choose the one that holds. */
export const valueOr = <A, B>(fact: Fact<A>, otherwise: B): A | B =>
  fact._tag === 'Known' ? fact.value : otherwise
