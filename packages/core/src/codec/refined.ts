/**
 * A codec with a second look: what each field allows, and all of them together do not.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'

/** One thing that is wrong, and where. */
export interface Contradiction {
  readonly path: readonly (string | number)[]
  readonly message: string
}

const within = (context: t.Context, path: Contradiction['path']): t.Context => {
  let inner = context
  for (const key of path) inner = t.appendContext(inner, String(key), t.unknown)
  return inner
}

/** The codec, refusing what `contradictions` complains of. */
export const refined = <A, O>(
  codec: t.Type<A, O>,
  contradictions: (a: A) => readonly Contradiction[],
): t.Type<A, O> =>
  new t.Type<A, O>(
    codec.name,
    codec.is,
    (u, context) => {
      const result = codec.validate(u, context)
      if (E.isLeft(result)) return result
      const wrong = contradictions(result.right)
      return wrong.length === 0
        ? result
        : t.failures(
            wrong.map(({ path, message }) => ({
              value: u,
              context: within(context, path),
              message,
            })),
          )
    },
    codec.encode,
  )
