/**
 * The protobuf message that a KMS v2 value holds.
 *
 * Source: `EncryptedObject` of package `v2`, fields 1 to 5.
 */
import * as E from 'fp-ts/lib/Either.js'
import { bytesToUtf8, concatBytes, equalBytes } from '@noble/ciphers/utils.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { type Field, bytesField, readFields, varintField } from './protobuf.js'

/** The sealed source is a data key itself (before Kubernetes 1.29). */
export const dataKey = 0

/** The sealed source is a seed, from which each value's key is derived. */
export const derivationSeed = 1

export interface EncryptedObject {
  readonly encryptedData: Uint8Array
  readonly keyId: string
  readonly encryptedSource: Uint8Array
  readonly annotations: ReadonlyMap<string, Uint8Array>
  readonly sourceType: number
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : a > b ? 1 : 0

/** The message's bytes, fields in order, annotations by name. */
export const encodeEncryptedObject = (object: EncryptedObject): Uint8Array =>
  concatBytes(
    bytesField(1, object.encryptedData),
    bytesField(2, utf8ToBytes(object.keyId)),
    bytesField(3, object.encryptedSource),
    ...[...object.annotations]
      .sort(byName)
      .map(([name, value]) =>
        bytesField(4, concatBytes(bytesField(1, utf8ToBytes(name)), bytesField(2, value))),
      ),
    varintField(5, object.sourceType),
  )

const empty: Uint8Array = new Uint8Array(0)

// As with any protobuf reader, the last field of a number counts.
const bytesOf = (fields: readonly Field[], number: number): Uint8Array => {
  let found: Uint8Array = empty
  for (const field of fields)
    if (field.kind === 'bytes' && field.number === number) found = field.value
  return found
}

const varintOf = (fields: readonly Field[], number: number): number => {
  let found = 0
  for (const field of fields)
    if (field.kind === 'varint' && field.number === number) found = field.value
  return found
}

/** Bytes that are no UTF-8 are refused, as protobuf strings are. */
const textOf = (bytes: Uint8Array): E.Either<string, string> => {
  const text = bytesToUtf8(bytes)
  return equalBytes(utf8ToBytes(text), bytes)
    ? E.right(text)
    : E.left('proto: field contains invalid UTF-8')
}

const annotationsOf = (
  fields: readonly Field[],
): E.Either<string, ReadonlyMap<string, Uint8Array>> => {
  const annotations = new Map<string, Uint8Array>()
  for (const field of fields) {
    if (field.kind !== 'bytes' || field.number !== 4) continue
    const entry = readFields(field.value)
    if (E.isLeft(entry)) return entry
    const name = textOf(bytesOf(entry.right, 1))
    if (E.isLeft(name)) return name
    annotations.set(name.right, bytesOf(entry.right, 2))
  }
  return E.right(annotations)
}

/** The message within the bytes; left: there is none. Limits are checked by `withinLimits`. */
export const decodeEncryptedObject = (bytes: Uint8Array): E.Either<string, EncryptedObject> =>
  E.flatMap(readFields(bytes), (fields) => {
    const keyId = textOf(bytesOf(fields, 2))
    if (E.isLeft(keyId)) return keyId
    const annotations = annotationsOf(fields)
    if (E.isLeft(annotations)) return annotations
    return E.right({
      encryptedData: bytesOf(fields, 1),
      keyId: keyId.right,
      encryptedSource: bytesOf(fields, 3),
      annotations: annotations.right,
      sourceType: varintOf(fields, 5),
    })
  })
