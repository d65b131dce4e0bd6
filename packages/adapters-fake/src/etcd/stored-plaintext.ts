/**
 * What is sealed: an object as kube-apiserver serialises it, with JSON in place of protobuf.
 *
 * Built-in resources start `k8s\0`, custom resources are JSON from the first byte. Neither starts
 * `k8s:enc:`, which is how sealed values are told from plaintext.
 */
import * as E from 'fp-ts/lib/Either.js'
import { bytesToUtf8 } from '@noble/ciphers/utils.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

export type Json = string | number | boolean | null | readonly Json[] | StoredPlaintext

/** An object of the API, or a stand-in for one. */
export interface StoredPlaintext {
  readonly [field: string]: Json
}

const magic = utf8ToBytes('k8s\0')

/** The bytes of a built-in object. */
export const encodePlaintext = (object: StoredPlaintext): Uint8Array =>
  concatBytes(magic, utf8ToBytes(JSON.stringify(object)))

const isObject = (value: unknown): value is StoredPlaintext =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const startsWithMagic = (bytes: Uint8Array): boolean =>
  magic.every((byte, at) => bytes[at] === byte)

/**
 * The object within the bytes, built-in or custom; left: they are none.
 *
 * @example
 * import { decodePlaintext, encodePlaintext } from '@keyroll/adapters-fake'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * assert.deepEqual(decodePlaintext(encodePlaintext({ name: 'a' })), E.right({ name: 'a' }))
 * assert.ok(E.isLeft(decodePlaintext(new Uint8Array(8))))
 */
export const decodePlaintext = (bytes: Uint8Array): E.Either<string, StoredPlaintext> => {
  const text = startsWithMagic(bytes) ? bytes.subarray(magic.length) : bytes
  // Nothing of the bytes goes into the message: they may be a Secret.
  const parsed = E.tryCatch(
    (): unknown => JSON.parse(bytesToUtf8(text)),
    () => 'the data is not a stored object',
  )
  return E.flatMap(parsed, (value) =>
    isObject(value) ? E.right(value) : E.left('the data is not a stored object'),
  )
}
