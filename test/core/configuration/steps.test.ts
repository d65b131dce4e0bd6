import {
  type Key,
  Plaintext,
  dataReaders,
  isExclusion,
  reads,
  sealingKey,
  trailingPlaintext,
  withReaders,
  withWriter,
  without,
  writerOf,
} from '@keyroll/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const sealing = ['a', 'b', 'c', 'd'].map((name) => sealingKey('aescbc', name, `of-${name}`))
const [A, B, C] = sealing as [Key, Key, Key]

const keyLists: fc.Arbitrary<readonly Key[]> = fc.uniqueArray(
  fc.constantFrom<Key>(...sealing, Plaintext),
  { minLength: 1, maxLength: 5, selector: ({ id }) => id },
)

const ids = (keys: readonly Key[]): readonly string[] => keys.map(({ id }) => id)

describe('adding readers', () => {
  it('never changes the writer, never loses a key, and puts none twice', () => {
    fc.assert(
      fc.property(keyLists, fc.array(fc.constantFrom<Key>(...sealing, Plaintext)), (keys, more) => {
        const next = ids(withReaders(keys, more))
        expect(next[0]).toBe(keys[0]?.id)
        expect(new Set(next)).toEqual(new Set([...ids(keys), ...ids(more)]))
        expect(new Set(next).size).toBe(next.length)
      }),
    )
  })

  it('changes nothing where all are there', () => {
    fc.assert(
      fc.property(keyLists, (keys) => {
        expect(withReaders(keys, keys)).toEqual(keys)
      }),
    )
  })

  it('puts sealing keys right behind the writer and plaintext last', () => {
    expect(withReaders([A, C, Plaintext], [B])).toEqual([A, B, C, Plaintext])
    expect(withReaders([A], [Plaintext, B])).toEqual([A, B, Plaintext])
    expect(withReaders([Plaintext], [A])).toEqual([Plaintext, A])
  })
})

describe('promoting', () => {
  it('puts a reader first and keeps the order of the others', () => {
    expect(withWriter([A, B, C, Plaintext], C)).toEqual([C, A, B, Plaintext])
  })

  it('loses no key', () => {
    fc.assert(
      fc.property(keyLists, fc.nat(), (keys, at) => {
        const writer = keys[at % keys.length] ?? A
        const next = withWriter(keys, writer)
        expect(next[0]).toBe(writer)
        expect(new Set(ids(next))).toEqual(new Set(ids(keys)))
        expect(next.length).toBe(keys.length)
      }),
    )
  })
})

describe('dropping', () => {
  it('takes away what is named and keeps the order of the others', () => {
    expect(without([A, B, C, Plaintext], [B, Plaintext])).toEqual([A, C])
    expect(without([A, B], [C])).toEqual([A, B])
  })
})

describe('an entry', () => {
  const entry = (...keys: readonly Key[]) => ({ resources: ['secrets'], keys })

  it('writes with its first key and reads with all of them', () => {
    expect(writerOf(entry(A, B))).toBe(A)
    expect([reads(entry(A, B), B), reads(entry(A, B), C)]).toEqual([true, false])
  })

  it('has data readers: all but the writer and the plaintext at its end', () => {
    expect(dataReaders(entry(A, B, Plaintext))).toEqual([B])
    expect(dataReaders(entry(A, Plaintext, B))).toEqual([Plaintext, B])
    expect(dataReaders(entry(Plaintext, A))).toEqual([A])
    expect(dataReaders(entry(Plaintext))).toEqual([])
  })

  it('ends with plaintext or does not', () => {
    expect(trailingPlaintext(entry(A, Plaintext))).toBe(Plaintext)
    expect(trailingPlaintext(entry(Plaintext, A))).toBeNull()
  })

  it('is an exclusion when it holds plaintext alone', () => {
    expect(isExclusion(entry(Plaintext))).toBe(true)
    expect(isExclusion(entry(Plaintext, A))).toBe(false)
  })
})
