import { createHash } from 'node:crypto'
import { fingerprintOf, kmsKey, parse } from '@keyroll/adapters-k8s'
import { Plaintext, reveal, sealingKey } from '@keyroll/core'
import * as O from 'fp-ts/lib/Option.js'
import { describe, expect, it } from 'vitest'
import { head, livelyFile, plainFile, secrets, withProviders } from './configuration-text.js'
import { leftOf, rightOf } from './either.js'

const sha256 = (data: string | Uint8Array): string =>
  createHash('sha256').update(data).digest('hex')

const bytes = (base64: string): Uint8Array => Uint8Array.from(Buffer.from(base64, 'base64'))

const key = (provider: 'aescbc' | 'aesgcm' | 'secretbox', name: string, secret: string) =>
  sealingKey(provider, name, sha256(bytes(secret)))

const keysOf = (text: string) => rightOf(parse(text)).configuration.entries.map(({ keys }) => keys)

const aescbc = (name: string, secret: string): readonly string[] => [
  '- aescbc:',
  `    keys: [{name: ${name}, secret: ${secret}}]`,
]

describe('what a file says of its keys', () => {
  it('keeps entries, resources and keys in the order of the file', () => {
    const vault = kmsKey('v2', 'vault', 'unix:///var/run/vault.sock')
    expect(rightOf(parse(livelyFile)).configuration.entries).toEqual([
      { resources: ['events'], keys: [Plaintext] },
      {
        resources: ['secrets', 'configmaps'],
        keys: [
          key('aescbc', 'key1', secrets.long),
          key('aescbc', 'key0', secrets.middle),
          vault,
          Plaintext,
        ],
      },
      { resources: ['*.apps'], keys: [key('secretbox', 'box', secrets.other)] },
    ])
  })

  it('fingerprints a local key by its bytes and a KMS key by its API version and endpoint', () => {
    expect(fingerprintOf(bytes(secrets.long))).toBe(sha256(bytes(secrets.long)))
    expect(kmsKey('v2', 'vault', 'unix:///a')).toEqual(
      sealingKey('kmsv2', 'vault', sha256('v2/unix:///a')),
    )
  })

  it('counts a key once that stands in an entry twice', () => {
    const text = withProviders(
      ...aescbc('a', secrets.long),
      ...aescbc('b', secrets.long),
      ...aescbc('a', secrets.long),
    )
    expect(keysOf(text)).toEqual([
      [key('aescbc', 'a', secrets.long), key('aescbc', 'b', secrets.long)],
    ])
  })

  it('takes the same name with another secret, or of another provider, for another key', () => {
    const text = withProviders(
      ...aescbc('a', secrets.long),
      ...aescbc('a', secrets.other),
      `- aesgcm: {keys: [{name: a, secret: ${secrets.long}}]}`,
    )
    expect(keysOf(text)[0]?.length).toBe(3)
  })

  it('hashes the bytes of the file, so that a changed comment is another configuration', () => {
    const hash = (text: string): string => rightOf(parse(text)).configuration.hash
    expect(hash(plainFile)).toBe(`sha256:${sha256(plainFile)}`)
    expect(hash(`# c\n${plainFile}`)).toBe(`sha256:${sha256(`# c\n${plainFile}`)}`)
    expect(rightOf(parse(new TextEncoder().encode(plainFile))).configuration.hash).toBe(
      hash(plainFile),
    )
  })

  it('reads the ordinal of the first line, and of no other', () => {
    const ordinal = (text: string) => rightOf(parse(text)).configuration.ordinal
    expect(ordinal(`# keyroll ordinal: 1764590000.2\n${plainFile}`)).toEqual({
      epoch: 1764590000,
      step: 2,
    })
    expect(ordinal(`\ufeff# keyroll ordinal: 7.1\r\n${plainFile}`)).toEqual({ epoch: 7, step: 1 })
    expect(ordinal(plainFile)).toBeNull()
    expect(ordinal(`# mine\n# keyroll ordinal: 7.1\n${plainFile}`)).toBeNull()
    expect(ordinal(`# keyroll ordinal: soon\n${plainFile}`)).toBeNull()
  })

  it('holds the material of its own keys and of no others', () => {
    const document = rightOf(parse(livelyFile))
    const local = document.material(key('aescbc', 'key0', secrets.middle))
    expect(
      O.isSome(local) && local.value._tag === 'Secret' ? reveal(local.value.bytes) : null,
    ).toEqual(bytes(secrets.middle))
    expect(document.material(kmsKey('v2', 'vault', 'unix:///var/run/vault.sock'))).toEqual(
      O.some({
        _tag: 'Endpoint',
        endpoint: 'unix:///var/run/vault.sock',
        timeoutMilliseconds: 5000,
        cachesize: null,
      }),
    )
    expect(document.material(Plaintext)).toEqual(O.none)
    expect(document.material(key('aescbc', 'key1', secrets.other))).toEqual(O.none)
  })

  it('waits 3 seconds for a KMS plugin unless told', () => {
    const text = withProviders('- kms: {apiVersion: v2, name: k, endpoint: "unix:///a"}')
    const material = rightOf(parse(text)).material(kmsKey('v2', 'k', 'unix:///a'))
    expect(O.isSome(material) && material.value).toMatchObject({ timeoutMilliseconds: 3000 })
  })
})

describe('forms of one and the same file', () => {
  const wanted = keysOf(plainFile)
  const json = JSON.stringify({
    kind: 'EncryptionConfiguration',
    apiVersion: 'apiserver.config.k8s.io/v1',
    resources: [
      {
        resources: ['secrets'],
        providers: [
          { aescbc: { keys: [{ secret: secrets.long, name: 'key1' }] } },
          { identity: {} },
        ],
      },
    ],
  })
  const anchored = `${head}- resources: [secrets]
  providers:
  - aescbc: &settings
      keys: [{name: &n key1, secret: ${secrets.long}}]
  - {aesgcm: *settings}
- resources: [*n]
  providers: [{aescbc: *settings}]
`
  it.each([
    ['CR LF', plainFile.replaceAll('\n', '\r\n')],
    ['CR', plainFile.replaceAll('\n', '\r')],
    ['a byte order mark', `\ufeff${plainFile}`],
    ['JSON', json],
    ['indented JSON', JSON.stringify(JSON.parse(json), null, 2)],
    ['JSON behind a comment', `# made by a tool\n${json}`],
    ['a document marker and a directive', `%YAML 1.1\n---\n${plainFile}...\n`],
    ['other documents behind', `${plainFile}---\nkind: Other\n---\n]`],
    ['everything indented', plainFile.replace(/^(?=.)/gm, '   ')],
    [
      'another entry before a line that is indented less',
      `${plainFile.replace(/^(?=.)/gm, ' ')}x: y\n`,
    ],
    ['a folded secret', plainFile.replace(secrets.long, `>-\n         ${secrets.long}`)],
    [
      'a secret over two lines',
      plainFile.replace(
        secrets.long,
        `|\n         ${secrets.long.slice(0, 20)}\n         ${secrets.long.slice(20)}`,
      ),
    ],
    [
      'tags',
      plainFile.replace('key1', '!!str key1').replace(secrets.long, `!secret ${secrets.long}`),
    ],
    ['a merge key', plainFile.replace('name: key1\n', `<<: {name: key1}\n`)],
    ['UTF-16', Uint8Array.from(Buffer.from(`\ufeff${plainFile}`, 'utf16le'))],
  ])('are read alike: %s', (_, input) => {
    expect(rightOf(parse(input)).configuration.entries.map(({ keys }) => keys)).toEqual(wanted)
  })

  it('follows aliases', () => {
    expect(rightOf(parse(anchored)).configuration.entries).toEqual([
      {
        resources: ['secrets'],
        keys: [key('aescbc', 'key1', secrets.long), key('aesgcm', 'key1', secrets.long)],
      },
      { resources: ['key1'], keys: [key('aescbc', 'key1', secrets.long)] },
    ])
  })

  it('takes the names of before Kubernetes 1.13', () => {
    const legacy = plainFile
      .replace('apiserver.config.k8s.io/v1', 'v1')
      .replace('EncryptionConfiguration', 'EncryptionConfig')
    expect(keysOf(legacy)).toEqual(wanted)
  })
})

describe('KMS v1', () => {
  const text = withProviders('- kms: {name: old, endpoint: "unix:///a", cachesize: -1}')

  it('is refused with its field and the remedy, as long as its gate is off', () => {
    expect(leftOf(parse(text))).toEqual([
      {
        path: 'resources[0].providers[0].kms.apiVersion',
        message: expect.stringContaining('apiVersion: v2') as string,
      },
    ])
  })

  it('is read where the caller says that its gate is on', () => {
    const { configuration, material } = rightOf(parse(text, { kmsV1: true }))
    const old = kmsKey('v1', 'old', 'unix:///a')
    expect(configuration.entries[0]?.keys).toEqual([old])
    const endpoint = material(old)
    expect(O.isSome(endpoint) && endpoint.value).toMatchObject({ cachesize: -1 })
  })
})

describe('refusals', () => {
  const refusal = (text: string) => leftOf(parse(text))

  it.each([
    [
      'a misspelt field',
      plainFile.replace('secret:', 'secert:'),
      'resources[0].providers[0].aescbc.keys[0].secert',
      '"secret"',
    ],
    [
      'a field in other letters',
      plainFile.replace('aescbc', 'AESCBC'),
      'resources[0].providers[0].AESCBC',
      '"aescbc"',
    ],
    ['an unknown field', `${plainFile}metadata: {}\n`, 'metadata', 'apiVersion, kind, resources'],
    [
      'a field twice',
      plainFile.replace('      secret', '      name: b\n        secret'),
      'resources[0].providers[0].aescbc.keys[0].name',
      'second time',
    ],
    [
      'a boolean as a name',
      plainFile.replace('key1', 'yes'),
      'resources[0].providers[0].aescbc.keys[0].name',
      'quotes',
    ],
    [
      'a number as a name',
      plainFile.replace('key1', '017'),
      'resources[0].providers[0].aescbc.keys[0].name',
      'number',
    ],
    ['an object for a list', `${head.trimEnd()} {}\n`, '', 'list'],
    [
      'another kind',
      plainFile.replace('EncryptionConfiguration', 'ConfigMap'),
      '',
      'EncryptionConfiguration',
    ],
    ['no kind', plainFile.replace(/kind.*\n/, ''), '', 'no kind'],
    ['nothing', '', '', 'empty'],
    ['a comment only', '# later\n', '', 'no content'],
    ['a tab', plainFile.replace('  - aescbc', '\t- aescbc'), '', 'tab'],
    [
      'a hidden entry',
      `${head}- resources: ['*.*']\n  providers: [{identity: {}}]\n- resources: [pods]\n  providers: [{identity: {}}]\n`,
      'resources[1].resources[0]',
      '*.*',
    ],
    [
      'a bad duration',
      withProviders('- kms: {apiVersion: v2, name: k, endpoint: "unix:///a", timeout: 1d}'),
      'resources[0].providers[0].kms.timeout',
      '3s',
    ],
    ['an unknown anchor', `${head.trimEnd()} *nope\n`, '', 'anchor'],
    ['YAML 1.2', `%YAML 1.2\n---\n${plainFile}`, '', '1.1'],
  ])('%s: names the field and the remedy', (_, text, path, hint) => {
    const problems = refusal(text)
    expect(problems.map((problem) => problem.message).join('\n')).toContain(hint)
    if (path !== '') expect(problems.map((problem) => problem.path)).toContain(path)
  })

  it('tell the line', () => {
    expect(refusal(plainFile.replace('secret:', 'secert:'))[0]?.message).toMatch(/^line 9: /)
    expect(refusal(plainFile.replace('  - identity', ' - identity'))[0]?.message).toContain(
      'line 10',
    )
  })

  it('report every broken rule at once', () => {
    const text = `${head}- resources: [Secrets, '*']
  providers:
  - identity: {}
    aescbc: {keys: []}
- providers: []
`
    expect(refusal(text).map(({ path }) => path)).toEqual([
      'resources[0].resources',
      'resources[0].resources[0]',
      'resources[0].resources[1]',
      'resources[0].providers[0]',
      'resources[0].providers[0].aescbc.keys',
      'resources[1].resources',
      'resources[1].providers',
    ])
  })
})
