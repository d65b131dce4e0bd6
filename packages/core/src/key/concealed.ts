/**
 * A value that no print, log, `util.inspect` or JSON shows: only `reveal` gives it.
 *
 * Key material, and every text that holds some, travels in one.
 *
 * @example
 * import { conceal, reveal } from '@keyroll/core'
 *
 * const secret = conceal('c2VjcmV0')
 * assert.equal(JSON.stringify({ secret }), '{"secret":"REDACTED"}')
 * assert.equal(reveal(secret), 'c2VjcmV0')
 */
export interface Concealed<A> {
  readonly _tag: 'Concealed'
  /** Not enumerable: a printer that walks properties never meets it. */
  readonly [Revealed]: () => A
}

const Revealed: unique symbol = Symbol('revealed')

/** Wraps a value so that nothing prints it. */
export const conceal = <A>(value: A): Concealed<A> =>
  Object.freeze(
    Object.defineProperties({ _tag: 'Concealed' } as Concealed<A>, {
      // The closure holds the value: even `showHidden` prints only a function.
      [Revealed]: { value: () => value },
      toJSON: { value: () => 'REDACTED' },
      toString: { value: () => 'REDACTED' },
    }),
  )

/** The value within. Callers that print it answer for it. */
export const reveal = <A>(concealed: Concealed<A>): A => concealed[Revealed]()
