import {
  type StoredPlaintext,
  decodePlaintext,
  encodePlaintext,
  nonceSource,
} from '@keyroll/adapters-fake'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'

const isObject = (value: unknown): value is StoredPlaintext =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const utf8 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text))

describe('the plaintext of an object', () => {
  it('decodes to the object that was encoded', () => {
    const objects = fc
      .dictionary(fc.string(), fc.json())
      .map((fields) =>
        Object.entries(fields).map(([name, json]) => `${JSON.stringify(name)}:${json}`),
      )
      .map((fields): unknown => JSON.parse(`{${fields.join()}}`))
      .filter(isObject)
    fc.assert(
      fc.property(objects, (object) => {
        const decoded = decodePlaintext(encodePlaintext(object))
        expect(E.isRight(decoded) && JSON.stringify(decoded.right)).toBe(JSON.stringify(object))
      }),
    )
  })

  it('begins as that of built-in resources does', () => {
    expect(encodePlaintext({ a: 1 })).toEqual(utf8('k8s\0{"a":1}'))
  })

  it('decodes as custom resources are stored, too', () => {
    expect(decodePlaintext(utf8('{"a":1}\n'))).toEqual(E.right({ a: 1 }))
  })

  it.each(['', 'k8s\0', 'k8s\0[]', 'k8s\0null', 'k8s\0{"a":', '7', 'secret text'])(
    '%j is no object, and the error does not repeat it',
    (text) => {
      expect(decodePlaintext(utf8(text))).toEqual(E.left('the data is not a stored object'))
    },
  )
})

describe('a nonce source', () => {
  it('gives the asked number of bytes, the same for the same seed and purpose', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(100), (seed, purpose, length) => {
        const bytes = nonceSource(seed)(purpose, length)
        expect(bytes).toHaveLength(length)
        expect(nonceSource(seed)(purpose, length)).toEqual(bytes)
      }),
    )
  })

  it('gives other bytes for another seed or purpose', () => {
    const pairs = fc.tuple(fc.string(), fc.string())
    fc.assert(
      fc.property(pairs, pairs, ([seed, purpose], [otherSeed, otherPurpose]) => {
        fc.pre(seed !== otherSeed || purpose !== otherPurpose)
        expect(nonceSource(seed)(purpose, 32)).not.toEqual(nonceSource(otherSeed)(otherPurpose, 32))
      }),
    )
  })

  it('never repeats a block within one answer', () => {
    const bytes = nonceSource('1')('seed', 96)
    expect(bytes.subarray(0, 32)).not.toEqual(bytes.subarray(32, 64))
    expect(bytes.subarray(32, 64)).not.toEqual(bytes.subarray(64, 96))
  })
})
