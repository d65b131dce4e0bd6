/**
 * As much of the protobuf wire format as one flat message needs: fields, length-delimited or varint.
 */
import * as E from 'fp-ts/lib/Either.js'
import { concatBytes } from '@noble/ciphers/utils.js'

/** A field as it stands in the bytes. */
export type Field =
  /** Only the low 32 bits, signed: enough for an enum. */
  | { readonly kind: 'varint'; readonly number: number; readonly value: number }
  | { readonly kind: 'bytes'; readonly number: number; readonly value: Uint8Array }

const varintBytes = (value: number): Uint8Array => {
  const bytes: number[] = []
  let rest = value
  while (rest > 127) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  return Uint8Array.from([...bytes, rest])
}

/** A varint field; 0, the default, is left out. */
export const varintField = (number: number, value: number): Uint8Array =>
  value === 0 ? new Uint8Array(0) : concatBytes(varintBytes(number * 8), varintBytes(value))

/** A length-delimited field, the empty one included. */
export const bytesField = (number: number, value: Uint8Array): Uint8Array =>
  concatBytes(varintBytes(number * 8 + 2), varintBytes(value.length), value)

const invalid = 'proto: cannot parse invalid wire-format data'

interface Varint {
  /** Exact up to 2^53, which is more than any length can be. */
  readonly value: number
  readonly low: number
  readonly end: number
}

const readVarint = (bytes: Uint8Array, start: number): Varint | null => {
  let value = 0
  let low = 0
  for (let index = 0; index < 10; index += 1) {
    const byte = bytes[start + index]
    if (byte === undefined || (index === 9 && byte > 1)) return null
    value += (byte & 127) * 128 ** index
    if (index < 5) low |= (byte & 127) << (7 * index)
    if (byte < 128) return { value, low, end: start + index + 1 }
  }
  return null
}

/** How far a fixed-size field reaches, by wire type; this format's other types have no use here. */
const fixedLength = (wireType: number): number | null =>
  wireType === 1 ? 8 : wireType === 5 ? 4 : null

interface Step {
  /** Null: a field of a type that is skipped. */
  readonly field: Field | null
  readonly end: number
}

const readField = (bytes: Uint8Array, start: number): Step | null => {
  const tag = readVarint(bytes, start)
  if (tag === null || tag.value < 8) return null
  const number = Math.floor(tag.value / 8)
  const wireType = tag.value % 8
  if (wireType === 0) {
    const varint = readVarint(bytes, tag.end)
    return varint === null
      ? null
      : { field: { kind: 'varint', number, value: varint.low }, end: varint.end }
  }
  if (wireType === 2) {
    const length = readVarint(bytes, tag.end)
    if (length === null) return null
    const end = length.end + length.value
    if (end > bytes.length) return null
    return { field: { kind: 'bytes', number, value: bytes.subarray(length.end, end) }, end }
  }
  const skipped = fixedLength(wireType)
  if (skipped === null || tag.end + skipped > bytes.length) return null
  return { field: null, end: tag.end + skipped }
}

/** The fields of a message in their order; left: the bytes are no message. */
export const readFields = (bytes: Uint8Array): E.Either<string, readonly Field[]> => {
  const fields: Field[] = []
  let at = 0
  while (at < bytes.length) {
    const step = readField(bytes, at)
    if (step === null) return E.left(invalid)
    if (step.field !== null) fields.push(step.field)
    at = step.end
  }
  return E.right(fields)
}
