import { inspect } from 'node:util'
import { parse, redact } from '@keyroll/adapters-k8s'
import * as E from 'fp-ts/lib/Either.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { damagedFile, leaked, pieces, soundFiles } from './mutations.js'

const short = pieces(6)
const printed = (value: unknown): string =>
  inspect(value, { depth: null, showHidden: true, getters: true }) + JSON.stringify(value)

describe('a damaged file', () => {
  it('is judged without a throw, and no piece of a key gets into a message or a print', () => {
    fc.assert(
      fc.property(damagedFile, (file) => {
        expect(leaked(printed(parse(file)), short)).toEqual([])
      }),
      { numRuns: 400 },
    )
  })

  it('is accepted or refused with a problem, never with none', () => {
    fc.assert(
      fc.property(damagedFile, (file) => {
        const parsed = parse(file)
        expect(E.isRight(parsed) || parsed.left.length > 0).toBe(true)
      }),
    )
  })

  it('gives the same verdict as text and as bytes, where it is UTF-8', () => {
    fc.assert(
      fc.property(damagedFile, (file) => {
        const text = Buffer.from(file).toString('utf8')
        fc.pre(Buffer.from(text).equals(Buffer.from(file)))
        const entries = (input: string | Uint8Array) => {
          const parsed = parse(input)
          return E.isRight(parsed) ? parsed.right.configuration : parsed.left
        }
        expect(entries(text)).toEqual(entries(file))
      }),
    )
  })

  it('is redacted of all but crumbs of a key', () => {
    const long = pieces(16)
    fc.assert(
      fc.property(damagedFile, (file) => {
        expect(leaked(redact(Buffer.from(file).toString('utf8')), long)).toEqual([])
      }),
      { numRuns: 400 },
    )
  })
})

describe('the files before the damage', () => {
  it('hold keys whose pieces would be noticed', () => {
    expect(short.size).toBeGreaterThan(50)
    expect(
      leaked(soundFiles.map((file) => Buffer.from(file).toString()).join(), short).length,
    ).toBe(short.size)
  })
})
