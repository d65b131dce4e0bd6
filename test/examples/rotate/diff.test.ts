import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diff } from '../../../examples/rotate/diff.js'

const shown = (before: string, after: string, context = 1): readonly string[] =>
  diff(before, after, context).map(({ kind, text }) => `${kind} ${text}`.trim())

const lines = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 })
  .map((items) => ['top', ...items, 'end'].join('\n'))

describe('a difference', () => {
  it('shows what changed with a little around it, and a gap for what is left out', () => {
    expect(shown('a\nb\nc\nd\ne\nf\n', 'a\nB\nc\nd\ne\nf\ng\n')).toEqual([
      'same a',
      'removed b',
      'added B',
      'same c',
      'gap',
      'same f',
      'added g',
    ])
  })

  it('of equal texts is empty', () => {
    expect(diff('a\nb\n', 'a\nb\n', 3)).toEqual([])
  })

  it('leads from one text to the other', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const all = diff(before, after, 100)
        if (before === after) return
        const kept = (left: string) => all.filter(({ kind }) => kind !== left)
        expect(kept('added').map(({ text }) => text)).toEqual(before.split('\n'))
        expect(kept('removed').map(({ text }) => text)).toEqual(after.split('\n'))
      }),
    )
  })
})
