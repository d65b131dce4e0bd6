/**
 * Fields of a stored document that this version does not know: they are kept when it is written back.
 */
import { type JsonObject, isJsonObject, ownField } from '../codec/fields.js'

/** What makes two elements of a list the same one: its epoch, its resources, or the key that it is. */
const identityOf = (element: unknown): string => {
  if (!isJsonObject(element)) return JSON.stringify(element) ?? ''
  for (const names of [['startedTime'], ['resources'], ['provider', 'name', 'fingerprint']]) {
    const values = names.map((name) => ownField(element, name))
    if (values[0] !== undefined) return JSON.stringify(values)
  }
  return ''
}

/** For each element of `next` the place of the same one in `former`: by identity, the rest by position. */
const matchesIn = (next: readonly unknown[], former: readonly unknown[]): readonly number[] => {
  const free = new Set(former.keys())
  const identities = former.map(identityOf)
  const take = (at: number): number => {
    free.delete(at)
    return at
  }
  const found = next.map((element) => {
    const identity = identityOf(element)
    return take([...free].find((at) => identities[at] === identity) ?? -1)
  })
  return found.map((at, place) => (at < 0 && free.has(place) ? take(place) : at))
}

/**
 * `next` with every field of `stored` that `known` lacks.
 *
 * @param next the document to write
 * @param stored the document as it stands
 * @param known the stored document as this version would have written it
 */
export const keepUnknownFields = (next: unknown, stored: unknown, known: unknown): unknown => {
  if (isJsonObject(next) && isJsonObject(stored) && isJsonObject(known))
    return keepInObject(next, stored, known)
  if (Array.isArray(next) && Array.isArray(stored) && Array.isArray(known)) {
    const elements: readonly unknown[] = next
    const at = matchesIn(elements, known)
    return elements.map((element, place) =>
      at[place] === undefined || at[place] < 0
        ? element
        : keepUnknownFields(element, stored[at[place]], known[at[place]]),
    )
  }
  return next
}

const keepInObject = (next: JsonObject, stored: JsonObject, known: JsonObject): JsonObject =>
  // Not by assignment: a field named `__proto__` would be none.
  Object.fromEntries([
    ...Object.entries(next).map(
      ([field, value]) =>
        [field, keepUnknownFields(value, ownField(stored, field), ownField(known, field))] as const,
    ),
    ...Object.entries(stored).filter(
      ([field, value]) =>
        value !== null && !Object.hasOwn(known, field) && !Object.hasOwn(next, field),
    ),
  ])
