import {
  type Policy,
  conservative,
  decodeWith,
  durationCodec,
  hypershift,
  policyCodec,
} from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'

const policyOf = (document: unknown): unknown => {
  const result = decodeWith(policyCodec)(document)
  return E.isRight(result) ? result.right : result.left
}

describe('a policy', () => {
  it('is a preset by name, conservative without one', () => {
    expect(policyOf({})).toStrictEqual(conservative)
    expect(policyOf({ preset: 'conservative' })).toStrictEqual(conservative)
    expect(policyOf({ preset: 'hypershift' })).toStrictEqual(hypershift)
  })

  it('differs from its preset only where it says so', () => {
    expect(policyOf({ preset: 'hypershift', grace: '20m', touch: false })).toStrictEqual({
      ...hypershift,
      grace: 1200,
      touch: false,
    })
  })

  it('is written in full', () => {
    const written = policyCodec.encode(hypershift)
    expect(Object.keys(written)).toEqual(Object.keys(hypershift))
    expect(policyOf(written)).toStrictEqual(hypershift)
  })

  it('may take away the limit of slots that its preset has', () => {
    for (const slots of ['unbounded', null])
      expect(policyOf({ preset: 'hypershift', slots })).toStrictEqual({
        ...hypershift,
        slots: null,
      })
    expect(policyOf({ slots: 0 })).toEqual([
      'slots: expected a whole number of at least 1, or unbounded, found the number 0',
    ])
  })

  it('has no duration below two poll intervals', () => {
    for (const field of [
      'settle',
      'grace',
      'keepCopies',
      'retryAfter',
      'migrationDeadline',
    ] as const) {
      expect(policyOf({ poll: 30, ...longEnough(60), [field]: 59 })).toEqual([
        `${field}: expected at least two poll intervals, 60 s, found 59 s`,
      ])
      expect(policyOf({ poll: 30, ...longEnough(60), [field]: 60 })).toMatchObject({ [field]: 60 })
    }
  })

  it('has no negative, endless or instant wait', () => {
    for (const settle of [-1, Infinity, NaN, '10', 'soon', '', '1h30'])
      expect(policyOf({ settle })).toEqual([
        expect.stringMatching(
          /^settle: expected seconds as a number, or a text such as 15m, found /,
        ),
      ])
    expect(policyOf({ settle: 0 })).toEqual([
      'settle: expected at least two poll intervals, 10 s, found 0 s',
    ])
    expect(policyOf({ poll: 0 })).toEqual(['poll: expected more than 0 seconds'])
  })

  it('may do without a grace in the preset hypershift, and without copies for backups anywhere', () => {
    expect(policyOf({ preset: 'hypershift', grace: 0 })).toMatchObject({ grace: 0 })
    expect(policyOf({ keepCopies: 0 })).toMatchObject({ keepCopies: 0 })
    expect(policyOf({ grace: 0 })).toEqual([
      'grace: expected at least two poll intervals, 10 s, found 0 s',
    ])
  })

  it('believes stamps only in the preset hypershift', () => {
    expect(policyOf({ preset: 'hypershift', trustStamps: false })).toMatchObject({
      trustStamps: false,
    })
    expect(policyOf({ trustStamps: true })).toEqual([
      'trustStamps: the preset conservative believes no stamp: leave it out, or choose the preset hypershift',
    ])
  })

  it('names unknown presets, providers and stages', () => {
    expect(policyOf({ preset: 'fast', providers: ['rot13'], approve: ['Steady'] })).toEqual([
      'preset: expected one of conservative, hypershift, found the text "fast"',
      'providers[0]: expected one of aescbc, aesgcm, secretbox, kmsv1, kmsv2, found the text "rot13"',
      'approve[0]: expected one of WritePromote, Migrating, Retiring, found the text "Steady"',
    ])
  })
})

const longEnough = (seconds: number): Partial<Policy> => ({
  settle: seconds,
  grace: seconds,
  keepCopies: seconds,
  retryAfter: seconds,
  migrationDeadline: seconds,
})

describe('a duration', () => {
  it('is seconds, or a text with units', () => {
    for (const [text, seconds] of [
      [90, 90],
      [0.5, 0.5],
      ['90s', 90],
      ['15m', 900],
      ['1h30m', 5400],
      ['2h3m4.5s', 7384.5],
      ['0s', 0],
    ] as const)
      expect(durationCodec.decode(text)).toEqual(E.right(seconds))
  })
})
