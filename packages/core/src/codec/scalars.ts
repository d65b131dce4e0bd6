/**
 * Codecs of single values. Each is named as a complaint would name it: "expected a whole number, found …".
 */
import * as t from 'io-ts'

/** A codec that lets some of a type through, unchanged. */
const checked = <A>(name: string, is: (value: unknown) => value is A): t.Type<A> =>
  new t.Type(name, is, (u, c) => (is(u) ? t.success(u) : t.failure(u, c)), t.identity)

/** Any text. */
export const text = checked('a text', (u): u is string => typeof u === 'string')

/** A text that says something. */
export const someText = checked(
  'a text that is not empty',
  (u): u is string => typeof u === 'string' && u !== '',
)

/** A text of a given form; the name should show an example of it. */
export const textLike = (name: string, form: RegExp): t.Type<string> =>
  checked(name, (u): u is string => typeof u === 'string' && form.test(u))

/** A count, an epoch, a revision: an integer that is exact. */
export const wholeNumber = (least: number): t.Type<number> =>
  checked(
    least === 0 ? 'a whole number' : `a whole number of at least ${least}`,
    (u): u is number => Number.isSafeInteger(u) && (u as number) >= least,
  )

/** Unix seconds, or a length of time in seconds. */
export const seconds = checked(
  'seconds, as a number of at least 0',
  (u): u is number => typeof u === 'number' && Number.isFinite(u) && u >= 0,
)

export const yesOrNo = checked('true or false', (u): u is boolean => typeof u === 'boolean')

/** One of a closed set of texts. */
export const oneOf = <A extends string>(values: readonly A[]): t.Type<A> =>
  checked(values.length === 1 ? (values[0] ?? '') : `one of ${values.join(', ')}`, (u): u is A =>
    values.some((value) => value === u),
  )

/** A list whose every element is decoded. */
export const listOf = <A, O>(
  name: string,
  element: t.Type<A, O>,
  least = 0,
): t.Type<readonly A[], readonly O[]> => {
  const list = t.readonlyArray(element, name)
  const longEnough = (values: readonly unknown[]): boolean => values.length >= least
  return new t.Type(
    name,
    (u): u is readonly A[] => list.is(u) && longEnough(u),
    (u, c) => (Array.isArray(u) && !longEnough(u) ? t.failure(u, c) : list.validate(u, c)),
    list.encode,
  )
}
