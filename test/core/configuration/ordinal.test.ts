import {
  type Ordinal,
  compareOrdinals,
  formatOrdinal,
  olderThan,
  parseOrdinal,
  sameOrdinal,
} from '@keyroll/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const ordinals: fc.Arbitrary<Ordinal> = fc.record({
  epoch: fc.nat({ max: 999_999_999_999 }),
  step: fc.nat({ max: 999_999_999 }),
})

describe('an ordinal', () => {
  it('is ordered by its epoch, then by its step', () => {
    expect(compareOrdinals({ epoch: 2, step: 1 }, { epoch: 1, step: 9 })).toBeGreaterThan(0)
    expect(compareOrdinals({ epoch: 1, step: 1 }, { epoch: 1, step: 2 })).toBeLessThan(0)
    expect(compareOrdinals({ epoch: 1, step: 2 }, { epoch: 1, step: 2 })).toBe(0)
  })

  it('is ordered totally', () => {
    fc.assert(
      fc.property(ordinals, ordinals, ordinals, (a, b, c) => {
        expect(Math.sign(compareOrdinals(a, b))).toBe(-Math.sign(compareOrdinals(b, a)) + 0)
        if (compareOrdinals(a, b) <= 0 && compareOrdinals(b, c) <= 0)
          expect(compareOrdinals(a, c)).toBeLessThanOrEqual(0)
      }),
    )
  })

  it('is the same one only when both parts are', () => {
    expect(sameOrdinal({ epoch: 1, step: 2 }, { epoch: 1, step: 2 })).toBe(true)
    expect(sameOrdinal({ epoch: 1, step: 2 }, { epoch: 1, step: 1 })).toBe(false)
    expect(sameOrdinal({ epoch: 2, step: 1 }, { epoch: 1, step: 1 })).toBe(false)
    expect(sameOrdinal(null, { epoch: 1, step: 1 })).toBe(false)
    expect(sameOrdinal(null, null)).toBe(true)
  })

  it('is newer than nothing, and nothing is older than nothing', () => {
    expect(olderThan(null, { epoch: 1, step: 1 })).toBe(true)
    expect(olderThan({ epoch: 1, step: 1 }, null)).toBe(false)
    expect(olderThan(null, null)).toBe(false)
    expect(olderThan({ epoch: 1, step: 1 }, { epoch: 1, step: 1 })).toBe(false)
  })

  it('is read back from what is written', () => {
    fc.assert(
      fc.property(ordinals, (ordinal) => {
        expect(parseOrdinal(formatOrdinal(ordinal))).toEqual(ordinal)
      }),
    )
  })

  it.each(['', '1', '1.', '.1', '1.2.3', '-1.2', '1.-2', '1,2', ' 1.2', '1.2\n', '1e3.1', 'NaN.1'])(
    'is not read from %j',
    (text) => {
      expect(parseOrdinal(text)).toBeNull()
    },
  )
})
