import { type Material, parse, redact, render, renderNew } from '@keyroll/adapters-k8s'
import { type Key, conceal, reveal } from '@keyroll/core'
import fc from 'fast-check'
import * as O from 'fp-ts/lib/Option.js'
import { describe, expect, it } from 'vitest'
import {
  commentOf,
  nextEntries,
  pool,
  style,
  written,
  writtenEntries,
} from './configuration-arbitrary.js'
import { rightOf } from './either.js'

const materialOf = ({ id }: Key): O.Option<Material> => {
  const found = pool.find(({ key }) => key.id === id)
  if (found === undefined) return O.none
  const { bytes, endpoint } = found
  return O.some(
    endpoint === ''
      ? { _tag: 'Secret', bytes: conceal(bytes) }
      : { _tag: 'Endpoint', endpoint, timeoutMilliseconds: 3000, cachesize: null },
  )
}

const ordinal = { epoch: 1764590000, step: 1 }

const step = fc
  .tuple(writtenEntries, style)
  .chain(([entries, how]) => fc.tuple(fc.constant(entries), fc.constant(how), nextEntries(entries)))

const secretTexts = pool
  .filter(({ bytes }) => bytes.length > 0)
  .map(({ bytes }) => Buffer.from(bytes).toString('base64'))

describe('any file and any next step', () => {
  it('the rendered file says exactly what was asked', () => {
    fc.assert(
      fc.property(step, ([entries, how, next]) => {
        const base = rightOf(parse(written(entries, how)))
        const rendered = reveal(rightOf(render(base, { ordinal, entries: next }, materialOf)))
        const { configuration } = rightOf(parse(rendered))
        expect(configuration.entries).toEqual(next)
        expect(configuration.ordinal).toEqual(ordinal)
      }),
    )
  })

  it('a step that changes nothing changes the first line alone', () => {
    fc.assert(
      fc.property(writtenEntries, style, (entries, how) => {
        const text = written(entries, how)
        const base = rightOf(parse(text))
        const rendered = render(
          base,
          { ordinal, entries: base.configuration.entries },
          () => O.none,
        )
        expect(reveal(rightOf(rendered))).toBe(
          `# keyroll ordinal: 1764590000.1${how.crlf ? '\r\n' : '\n'}${text}`,
        )
      }),
    )
  })

  it('entries that do not change keep every byte', () => {
    fc.assert(
      fc.property(step, ([entries, how, next]) => {
        const text = written(entries, how)
        const rendered = reveal(
          rightOf(render(rightOf(parse(text)), { ordinal, entries: next }, materialOf)),
        )
        const lines = text.split('\n')
        const starts = lines.flatMap((line, at) => (line.includes('- resources:') ? [at] : []))
        for (const [at, entry] of entries.entries()) {
          const same = entry.keys.every(({ key }, index) => key.id === next[at]?.keys[index]?.id)
          if (!same || entry.keys.length !== next[at]?.keys.length) continue
          const own = lines.slice(starts[at], starts[at + 1] ?? lines.length)
          const ends = own.findLastIndex((line) => /(?:secret|timeout|identity|name): /.test(line))
          expect(rendered).toContain(
            own
              .slice(0, ends + 1)
              .join('\n')
              .trimEnd(),
          )
        }
      }),
    )
  })

  it('whatever is said of keys and entries that stay is kept, and so is the style of lines', () => {
    fc.assert(
      fc.property(step, ([entries, how, next]) => {
        fc.pre(how.comments)
        const base = rightOf(parse(written(entries, how)))
        const rendered = reveal(rightOf(render(base, { ordinal, entries: next }, materialOf)))
        expect(rendered).toContain('# a file of somebody')
        expect(rendered).toContain('# the end')
        for (const [at, entry] of entries.entries()) {
          expect(rendered).toContain(`# entry ${at}`)
          for (const key of entry.keys) {
            // A comment before a provider belongs to the first of its keys that stays.
            const stays = next[at]?.keys.some(({ id }) => id === key.key.id) ?? false
            if (stays) expect(rendered).toContain(commentOf(at, key))
          }
        }
        expect(rendered.includes('\r\n')).toBe(how.crlf)
      }),
    )
  })

  it('rendering is repeatable, and a second step goes on from the first', () => {
    fc.assert(
      fc.property(step, ([entries, how, next]) => {
        const base = rightOf(parse(written(entries, how)))
        const once = reveal(rightOf(render(base, { ordinal, entries: next }, materialOf)))
        const again = rightOf(
          render(rightOf(parse(once)), { ordinal, entries: next }, () => O.none),
        )
        expect(reveal(again)).toBe(once)
        const back = rightOf(
          render(
            rightOf(parse(once)),
            { ordinal: { ...ordinal, step: 2 }, entries: base.configuration.entries },
            materialOf,
          ),
        )
        expect(rightOf(parse(reveal(back))).configuration.entries).toEqual(
          base.configuration.entries,
        )
      }),
    )
  })

  it('a file from nothing says what was asked too', () => {
    fc.assert(
      fc.property(step, ([, , next]) => {
        const rendered = reveal(rightOf(renderNew({ ordinal, entries: next }, materialOf)))
        expect(rightOf(parse(rendered)).configuration.entries).toEqual(next)
      }),
    )
  })

  it('redacted it has no secret, and otherwise the same lines', () => {
    fc.assert(
      fc.property(step, ([entries, how, next]) => {
        const base = rightOf(parse(written(entries, how)))
        const rendered = reveal(rightOf(render(base, { ordinal, entries: next }, materialOf)))
        const shown = redact(rendered)
        for (const secret of secretTexts) expect(shown).not.toContain(secret.slice(0, 8))
        const bare = (text: string): string =>
          text.replace(/secret: *['"]?[^\s,}'"]+['"]?/g, 'secret: …')
        expect(bare(shown)).toBe(bare(rendered))
      }),
    )
  })
})
