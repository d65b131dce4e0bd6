import { parse, redact } from '@keyroll/adapters-k8s'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { head, plainFile, secrets } from './configuration-text.js'
import { leftOf, rightOf } from './either.js'

const mebibytes = 10 * 2 ** 20

const filled = (line: string): string => line.repeat(Math.ceil(mebibytes / line.length))

/** Aliases of aliases: a few lines that stand for more than there are atoms. */
const bomb = `${head.replace('resources:\n', '')}${Array.from(
  { length: 30 },
  (_, at) =>
    `a${at}: &a${at} [${Array<string>(9)
      .fill(at === 0 ? 'x' : `*a${at - 1}`)
      .join(', ')}]\n`,
).join('')}`

describe('a hostile file is refused at once, with a message', () => {
  it.each([
    ['an alias bomb', bomb, 'aliases'],
    ['an anchor that holds itself', `${head}- &a [*a]\n`, 'stands for something that holds it'],
    ['deep brackets', `x: ${'['.repeat(200_000)}`, 'nested'],
    ['deep braces', `x: ${'{a: '.repeat(50_000)}`, 'nested'],
    ['deep lists', '- '.repeat(200_000), 'nested'],
    [
      'deep mappings',
      Array.from({ length: 2000 }, (_, at) => `${' '.repeat(at)}a:\n`).join(''),
      'nested',
    ],
    ['deep JSON', `${'{"a":['.repeat(20_000)}${']}'.repeat(20_000)}`, 'nested'],
    ['broken deep JSON', '{"a":'.repeat(200_000), 'JSON'],
    [
      'thousands of unknown fields',
      Array.from({ length: 30_000 }, (_, at) => `k${at}: v\n`).join(''),
      'kind',
    ],
    ['NUL', filled('\0'), 'control character'],
    ['a quote that never ends', `${plainFile}x: "${'a\n'.repeat(2 ** 20)}`, 'missing'],
    ['a list without end', `${head}- resources: [${filled('x, ')}`, 'hundred thousand'],
  ])('%s', { timeout: 20_000 }, (_, text, hint) => {
    const problems = leftOf(parse(text))
    expect(problems[0]?.message).toContain(hint)
    expect(problems.length).toBeLessThan(100)
  })

  it.each([
    ['a lone lead byte', [0xff]],
    ['a cut character', [0xe2, 0x82]],
    ['an overlong character', [0xc0, 0xaf]],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80]],
    ['a character beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
    ['a control character', [0x07]],
    ['DEL', [0x7f]],
  ])('%s in a name', (_, broken) => {
    const [before = '', after = ''] = plainFile.split('key1')
    const file = Uint8Array.from([...Buffer.from(before), ...broken, ...Buffer.from(after)])
    expect(leftOf(parse(file))[0]?.message).toMatch(/^line 8 holds a/)
  })
})

describe('a large file that kube-apiserver loads is loaded in a moment', () => {
  it.each([
    ['comments before', filled('# nothing to see here\n') + plainFile],
    ['empty lines before', filled('\n') + plainFile],
    ['empty lines within', plainFile.replace('  providers', `${filled('\n')}  providers`)],
    ['comments within', plainFile.replace('  providers', `${filled('# x\r\n')}  providers`)],
    ['empty lines behind', plainFile + filled('\n')],
    ['another document behind', `${plainFile}---\n${filled('a: b\n')}`],
    ['one long comment', `# ${filled('x')}\n${plainFile}`],
    ['one long name', plainFile.replace('key1', filled('k'))],
    [
      'one long name in JSON',
      `{"kind":"EncryptionConfiguration","apiVersion":"apiserver.config.k8s.io/v1","resources":[{"resources":["${filled('r')}"],"providers":[{"identity":{}}]}]}`,
    ],
  ])('%s', { timeout: 20_000 }, (_, text) => {
    expect(rightOf(parse(text)).configuration.entries.length).toBe(1)
  })

  it('tells the right line behind what it passed over', () => {
    const text = `${'# comment\n'.repeat(100_000)}${plainFile.replace('  - identity', ' - identity')}`
    expect(leftOf(parse(text))[0]?.message).toContain('line 100010')
  })

  it('reads an ordinary file in well under a millisecond', () => {
    const run = (times: number): number => {
      const before = process.cpuUsage()
      for (let at = 0; at < times; at += 1) parse(plainFile)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000 / times
    }
    run(500)
    expect(Math.min(run(200), run(200), run(200))).toBeLessThan(1)
  })
})

describe('redact is safe on anything', () => {
  it.each([
    ['nothing', ''],
    ['an alias bomb', bomb.replaceAll('x', `{secret: ${secrets.long}}`)],
    ['deep brackets', `secret: ${'['.repeat(100_000)}${secrets.long}`],
    ['a long file', plainFile + filled('\n')],
    ['a long line of comment signs', `# ${'#'.repeat(500_000)} ${secrets.long}`],
    ['an anchor that holds itself', `a: &a [*a]\nsecret: *a\nb: ${secrets.long}`],
    ['lone surrogates', `secret: ${secrets.long}\ud800\nname: \udc00`],
  ])('%s', { timeout: 20_000 }, (_, text) => {
    expect(redact(text)).not.toContain(secrets.long)
  })

  it('and parse is, too', () => {
    for (const text of [
      '',
      '\ud800',
      '\0',
      '{',
      '[',
      '%',
      '---',
      '...',
      '\ufeff',
      '&',
      '*',
      '!',
      '|',
      '>',
      '"',
      "'",
    ])
      expect(E.isLeft(parse(text))).toBe(true)
  })
})
