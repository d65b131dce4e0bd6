/**
 * A codec of a JSON object with named fields, in one pass.
 *
 * `type`, `partial` and `exact` of io-ts would each answer with the object that came in, with whatever it
 * holds besides, and with `undefined` where a field is missing. Here what is decoded holds the fields that are
 * named and nothing else, a missing one is null, and nothing that is encoded holds null or `undefined`.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'

export interface JsonObject {
  readonly [field: string]: unknown
}

/** A value that is an object and no list. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What an object may not inherit, only own. */
export const ownField = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** A field that may be missing: null then. */
export const orNull = <A, O>(codec: t.Type<A, O>): t.Type<A | null, O | undefined> =>
  new t.Type<A | null, O | undefined>(
    codec.name,
    (u): u is A | null => u === null || codec.is(u),
    (u, c) => (u === undefined || u === null ? t.success(null) : codec.validate(u, c)),
    (a) => (a === null ? undefined : codec.encode(a)),
  )

type Fields<P extends t.Props> = { readonly [K in keyof P]: t.TypeOf<P[K]> }

/**
 * An object with these fields. Others are `ignored` (a stored document: whoever writes it back keeps them)
 * or `refused` (input of a person: it may be a typing error).
 */
export const fields = <P extends t.Props>(
  name: string,
  props: P,
  others: 'ignored' | 'refused' = 'ignored',
): t.Type<Fields<P>, JsonObject> => {
  const named: readonly (readonly [string, t.Mixed])[] = Object.entries(props)
  const names = named.map(([field]) => field)

  const validate: t.Validate<unknown, Fields<P>> = (u, context) => {
    if (!isJsonObject(u)) return t.failure(u, context)
    const errors: t.ValidationError[] = []
    const values: (readonly [string, unknown])[] = []
    for (const [field, codec] of named) {
      const value = ownField(u, field)
      const result: E.Either<t.Errors, unknown> = codec.validate(
        value,
        t.appendContext(context, field, codec, value),
      )
      if (E.isLeft(result)) for (const error of result.left) errors.push(error)
      else values.push([field, result.right])
    }
    if (others === 'refused')
      for (const field of Object.keys(u))
        if (!names.includes(field))
          errors.push({
            value: u[field],
            context: t.appendContext(context, field, t.unknown),
            message: `there is no such field, only ${names.join(', ')}`,
          })
    return errors.length > 0
      ? t.failures(errors)
      : t.success(Object.fromEntries(values) as Fields<P>)
  }

  return new t.Type<Fields<P>, JsonObject>(
    name,
    (u): u is Fields<P> =>
      isJsonObject(u) && named.every(([field, codec]) => codec.is(ownField(u, field))),
    validate,
    (a) =>
      Object.fromEntries(
        named.flatMap(([field, codec]) => {
          const value: unknown = codec.encode(ownField(a, field))
          return value === undefined ? [] : [[field, value] as const]
        }),
      ),
  )
}
