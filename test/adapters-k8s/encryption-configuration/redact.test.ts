import { redact } from '@keyroll/adapters-k8s'
import { describe, expect, it } from 'vitest'
import { livelyFile, plainFile, secrets, withProviders } from './configuration-text.js'

const secret = secrets.long

describe('redact replaces every secret and leaves the layout', () => {
  it('of an ordinary file', () => {
    expect(redact(plainFile)).toBe(plainFile.replace(secret, 'REDACTED'))
  })

  it('of a lively file, in quotes and brackets', () => {
    expect(redact(livelyFile)).toBe(
      livelyFile
        .replace(secret, 'REDACTED')
        .replace(secrets.middle, 'REDACTED')
        .replace(`"${secrets.other}"`, 'REDACTED'),
    )
  })

  it('of JSON, which stays JSON', () => {
    const json = JSON.stringify({ keys: [{ name: 'a', secret }] }, null, 2)
    expect(redact(json)).toBe(json.replace(secret, 'REDACTED'))
  })

  it('of a file with CR LF', () => {
    const crlf = plainFile.replaceAll('\n', '\r\n')
    expect(redact(crlf)).toBe(crlf.replace(secret, 'REDACTED'))
  })

  it.each([
    ['a literal block', `secret: |\n  ${secret}\nname: a\n`, 'secret: REDACTED\nname: a\n'],
    [
      'a folded block',
      `a:\n  secret: >-\n    ${secret.slice(0, 9)}\n    ${secret.slice(9)}\n  name: a\n`,
      'a:\n  secret: REDACTED\n  name: a\n',
    ],
    ['a quoted field', `"secret": ${secret}\n`, '"secret": REDACTED\n'],
    ['an escaped field', `"\\x73ecret": ${secret}\n`, '"\\x73ecret": REDACTED\n'],
    ['an explicit field', `? secret\n: ${secret}\n`, '? secret\n: REDACTED\n'],
    ['a tag', `secret: !!binary ${secret}\n`, 'secret: !!binary REDACTED\n'],
    ['an anchor', `secret: &s ${secret}\nname: *s\n`, 'secret: &s REDACTED\nname: *s\n'],
    ['an alias', `x: &s ${secret}\nsecret: *s\n`, 'x: &s REDACTED\nsecret: *s\n'],
    ['a merged mapping', `<<: {secret: ${secret}}\n`, '<<: {secret: REDACTED}\n'],
    [
      'the field twice',
      `secret: ${secret}\nsecret: ${secrets.short}\n`,
      'secret: REDACTED\nsecret: REDACTED\n',
    ],
    ['a list', `secret: [${secret}, short]\n`, 'secret: [REDACTED, REDACTED]\n'],
    ['text that is no base64', 'secret: hunter2 # mine\n', 'secret: REDACTED # mine\n'],
    ['a number', 'secret: 1234\n', 'secret: REDACTED\n'],
    ['other letters', `Secret: ${secret}\n`, 'Secret: REDACTED\n'],
    ['a second document', `a: b\n---\nsecret: hunter2\n`, 'a: b\n---\nsecret: REDACTED\n'],
    ['a comment', '# secret: hunter2\na: b\n', '# secret: REDACTED\na: b\n'],
    [
      'a comment with a whole key',
      `a: b # - {name: x, secret: ${secret}}\n`,
      'a: b # - {name: x, secret: REDACTED\n',
    ],
    ['a misspelt field', `secert: ${secret}\n`, 'secert: REDACTED\n'],
    ['base64 of 24 bytes anywhere', `x: ${secrets.middle}\n`, 'x: REDACTED\n'],
    ['base64 in a comment', `# old: ${secrets.short}\n`, '# old: REDACTED\n'],
    ['nothing', 'secret:\nname: a\n', 'secret:\nname: a\n'],
  ])('under %s', (_, text, shown) => {
    expect(redact(text)).toBe(shown)
  })

  it('conceals nothing that is no secret', () => {
    const text = withProviders(
      '- kms:',
      '    apiVersion: v2',
      '    name: awskmskey-1234567890',
      '    endpoint: unix:///var/run/kmsplugin/socket-2.sock',
      '- identity: {}',
    )
      .replace("'secrets'", 'customresourcedefinitions.apiextensions.k8s.io')
      .replace(/^/, '# keyroll ordinal: 1764590000.2\n')
    expect(redact(text)).toBe(text)
  })

  it('is the same when done again', () => {
    expect(redact(redact(livelyFile))).toBe(redact(livelyFile))
  })
})

describe('of a text without a certain structure nothing is shown', () => {
  it.each([
    ['a missing bracket', plainFile.replace('- identity: {}', '- identity: {')],
    ['a missing quote', plainFile.replace('key1', '"key1')],
    ['lines joined', plainFile.replace('key1\n', 'key1')],
    ['broken JSON', `{"secret": "${secret}", "x": ["}`],
    ['line breaks of another kind', plainFile.replaceAll('\n', '\r')],
  ])('%s', (_, text) => {
    expect(redact(text)).toMatch(/^# [^\n]*not shown[^\n]*\n$/)
  })
})
