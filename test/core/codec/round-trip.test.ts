import {
  conditionCodec,
  configurationCodec,
  keyCodec,
  policyCodec,
  recordCodec,
  wishCodec,
} from '@keyroll/core'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { describe, expect, it } from 'vitest'
import {
  anyCondition,
  anyConfiguration,
  anyKey,
  anyPolicy,
  anyRecord,
  anyWish,
} from './arbitraries.js'

/** Hides the type of the values, so that one list can hold all kinds. */
const kind = <A>(name: string, codec: t.Type<A, unknown>, values: fc.Arbitrary<A>) => ({
  name,
  roundTrip: () =>
    fc.assert(
      fc.property(values, (value) => {
        const stored: unknown = JSON.parse(JSON.stringify(codec.encode(value)))
        expect(codec.decode(stored)).toStrictEqual(E.right(value))
        expect(codec.encode(value)).toStrictEqual(stored)
      }),
    ),
  recognizes: () =>
    fc.assert(
      fc.property(values, (value) => {
        expect(codec.is(value)).toBe(true)
      }),
    ),
  survives: () =>
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const result = codec.decode(value)
        if (E.isRight(result)) expect(codec.is(result.right)).toBe(true)
        codec.is(value)
      }),
    ),
})

const anyContent = anyRecord.map(({ entries, history, skipped, finishedRevision }) => ({
  entries,
  history,
  skipped,
  finishedRevision,
}))

const kinds = [
  kind('key', keyCodec, anyKey),
  kind('configuration', configurationCodec, anyConfiguration),
  kind('record', recordCodec, anyContent),
  kind('wish', wishCodec, anyWish),
  kind('policy', policyCodec, anyPolicy),
  kind('condition', conditionCodec, anyCondition),
]

describe.each(kinds)('the document of a $name', ({ roundTrip, recognizes, survives }) => {
  it('gives back what was stored, through JSON, with nothing undefined in it', roundTrip)
  it('is recognized by its guard', recognizes)
  it('is refused, not thrown at, whatever is found in its place', survives)
})
