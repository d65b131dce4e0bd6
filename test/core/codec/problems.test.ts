import {
  conservative,
  decodeWith,
  keyCodec,
  policyCodec,
  recordCodec,
  wishCodec,
} from '@keyroll/core'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { describe, expect, it } from 'vitest'

type Problems = (input: unknown) => readonly string[]

const problemsOf =
  <A>(codec: t.Type<A, unknown>): Problems =>
  (input) => {
    const result = decodeWith(codec)(input)
    return E.isLeft(result) ? result.left : []
  }

const ofKey = problemsOf(keyCodec)
const ofWish = problemsOf(wishCodec)
const ofPolicy = problemsOf(policyCodec)
const ofRecord = problemsOf(recordCodec)

const key = { provider: 'aescbc', name: 'key1', fingerprint: 'ab12' }

describe('a problem is one line that names the path, what was expected and what was found', () => {
  const cases: readonly (readonly [string, Problems, unknown, readonly string[]])[] = [
    [
      'a missing field',
      ofKey,
      { provider: 'aescbc', name: 'a' },
      ['fingerprint: expected a sha256 in lower-case hex, or an empty text, found nothing'],
    ],
    ['another type', ofKey, { ...key, name: null }, ['name: expected a text, found null']],
    ['not even an object', ofKey, [1], ['expected a key, found a list']],
    [
      'a typing error in a closed set',
      ofKey,
      { ...key, provider: 'aescbv' },
      [
        'provider: expected one of identity, aescbc, aesgcm, secretbox, kmsv1, kmsv2, found the text "aescbv"',
      ],
    ],
    [
      'deep inside',
      ofRecord,
      {
        entries: [{ resources: ['secrets'], activeKey: key, older: [{ ...key, provider: 1 }] }],
        history: [{ plan: [], state: 'Writing', startedTime: 'now' }],
        skipped: [],
      },
      [
        'entries[0].older[0].provider: expected one of identity, aescbc, aesgcm, secretbox, kmsv1, kmsv2, found the number 1',
        'history[0].state: expected one of ReadOnlyDeploy, WritePromote, Migrating, Completed, Interrupted, found the text "Writing"',
        'history[0].startedTime: expected a whole number, found the text "now"',
      ],
    ],
    [
      'an empty list where one may not be',
      ofWish,
      { key, resources: [] },
      ['resources: expected a list of resources, at least one, found an empty list'],
    ],
    [
      'a field that is none',
      ofPolicy,
      { gracePeriod: 9 },
      [`gracePeriod: there is no such field, only ${Object.keys(conservative).join(', ')}`],
    ],
  ]
  for (const [title, problems, input, lines] of cases)
    it(title, () => {
      expect(problems(input)).toEqual(lines)
    })

  it('without the numbers that unions and intersections put into the path', () => {
    const codec = t.type({
      spec: t.intersection([
        t.type({ replicas: t.number }),
        t.type({ mode: t.union([t.literal('a'), t.type({ b: t.string })]) }),
      ]),
    })
    expect(problemsOf(codec)({ spec: { replicas: 'three', mode: { b: 1 } } })).toEqual([
      'spec.replicas: expected number, found the text "three"',
      'spec.mode: expected "a", found an object',
      'spec.mode.b: expected string, found the number 1',
    ])
  })

  it('and at most twenty of them, however wrong the document is', () => {
    const lines = ofWish({ key, resources: Array.from({ length: 500 }, () => 7) })
    expect(lines).toHaveLength(21)
    expect(lines[20]).toBe('and 480 more')
  })

  it('of less than 200 characters where the document is deep', () => {
    const lines = ofRecord({
      entries: [{ resources: [{}], activeKey: {}, targetKey: {}, older: [{}] }],
      history: [{ plan: [{}], state: {}, startedTime: {}, completionTime: {}, message: {} }],
      skipped: [{}],
      finishedRevision: {},
    })
    expect(lines.length).toBeGreaterThan(10)
    expect(lines.filter((line) => line.length > 200 || line.includes('\n'))).toEqual([])
  })
})

describe('key material is in no problem', () => {
  const materials = [
    'c2VjcmV0LW1hdGVyaWFsLTAx',
    'c2VjcmV0LW1hdGVyaWFsLXRoYXQtaXMtbG9uZy0wMDA=',
    '00112233445566778899aabbccddeeff'.toUpperCase(),
    'a 16 byte secret',
  ]
  const bytes = Array.from('secret-material-01', (letter) => letter.charCodeAt(0))

  const places: readonly (readonly [string, (material: unknown) => unknown])[] = [
    ['as the document', (material) => material],
    ['as the fingerprint', (material) => ({ ...key, fingerprint: material })],
    ['as the provider', (material) => ({ ...key, provider: material })],
    ['as the name', (material) => ({ ...key, name: { secret: material } })],
    ['in a list', (material) => [material]],
    ['as the name of a field', (material) => ({ [String(material)]: 1 })],
  ]
  const documents: readonly Problems[] = [ofKey, ofWish, ofPolicy, ofRecord]

  for (const [place, put] of places)
    it(place, () => {
      for (const material of materials)
        for (const problems of documents) {
          const input = put(material)
          for (const within of [input, { key: input }, { preset: input }, { entries: [input] }])
            expect(problems(within).filter((line) => line.includes(material))).toEqual([])
        }
    })

  it('nor are its bytes, one by one', () => {
    const lines = [
      ...ofWish({ key, resources: bytes }),
      ...ofRecord({ entries: bytes, history: [], skipped: bytes }),
    ]
    expect(lines).toHaveLength(bytes.length + 21)
    expect(lines.filter((line) => bytes.some((byte) => line.includes(` ${byte}`)))).toEqual([])
  })

  it('while what cannot be material is shown', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 15 }), (text) => {
        fc.pre(text !== 'conservative' && text !== 'hypershift')
        expect(ofPolicy({ preset: text })).toEqual([
          `preset: expected one of conservative, hypershift, found the text ${JSON.stringify(text)}`,
        ])
      }),
    )
  })
})
