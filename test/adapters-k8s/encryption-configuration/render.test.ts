import { type Material, kmsKey, localKey, parse, render, renderNew } from '@keyroll/adapters-k8s'
import { type ConfigurationEntry, type Key, Plaintext, conceal, reveal } from '@keyroll/core'
import * as O from 'fp-ts/lib/Option.js'
import { describe, expect, it } from 'vitest'
import { livelyFile, plainFile, secrets, withProviders } from './configuration-text.js'
import { leftOf, rightOf } from './either.js'

const ordinal = { epoch: 1764590000, step: 2 }
const firstLine = '# keyroll ordinal: 1764590000.2\n'

const bytes = new Uint8Array(32).fill(7)
const newSecret = 'BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc='
const key2 = localKey('aescbc', 'key2', bytes)
const box = localKey('secretbox', 'box', bytes)
const vault2 = kmsKey('v2', 'vault-2', 'unix:///var/run/vault-2.sock')

const materialOf = (key: Key): O.Option<Material> => {
  if (key.id === vault2.id)
    return O.some({
      _tag: 'Endpoint',
      endpoint: 'unix:///var/run/vault-2.sock',
      timeoutMilliseconds: 1500,
      cachesize: null,
    })
  return key.id === key2.id || key.id === box.id
    ? O.some({ _tag: 'Secret', bytes: conceal(bytes) })
    : O.none
}

type Change = (keys: readonly Key[]) => readonly Key[]

/** The text after a change of the keys of one entry. */
const changed = (text: string, at: number, change: Change): string => {
  const base = rightOf(parse(text))
  const entries = base.configuration.entries.map((entry, index) =>
    index === at ? { ...entry, keys: change(entry.keys) } : entry,
  )
  const rendered = reveal(rightOf(render(base, { ordinal, entries }, materialOf)))
  const { configuration } = rightOf(parse(rendered))
  expect(configuration.entries).toEqual(entries)
  expect(configuration.ordinal).toEqual(ordinal)
  return rendered
}

const second: Change = ([first = Plaintext, ...rest]) => [first, key2, ...rest]
const promoted: Change = (keys) => [key2, ...keys]

/** Lines that one text has and the other has not, in order. */
const added = (before: string, after: string): readonly string[] => {
  const old = before.split('\n')
  return after.split('\n').filter((line) => !old.includes(line))
}

describe('a key next to one of its provider goes into the same element', () => {
  const before = plainFile

  it('behind the writer', () => {
    expect(changed(before, 0, second)).toBe(
      firstLine +
        withProviders(
          '- aescbc:',
          '    keys:',
          '    - name: key1',
          `      secret: ${secrets.long}`,
          '    - name: key2',
          `      secret: ${newSecret}`,
          '- identity: {}',
        ),
    )
  })

  it('as the writer', () => {
    expect(changed(before, 0, promoted)).toBe(
      firstLine +
        withProviders(
          '- aescbc:',
          '    keys:',
          '    - name: key2',
          `      secret: ${newSecret}`,
          '    - name: key1',
          `      secret: ${secrets.long}`,
          '- identity: {}',
        ),
    )
  })

  it('in an element of its own where another provider stands between', () => {
    expect(changed(before, 0, (keys) => [...keys, key2])).toBe(
      firstLine +
        withProviders(
          '- aescbc:',
          '    keys:',
          '    - name: key1',
          `      secret: ${secrets.long}`,
          '- identity: {}',
          '- aescbc:',
          '    keys:',
          '    - name: key2',
          `      secret: ${newSecret}`,
        ),
    )
  })
})

describe('a whole rotation of a lively file', () => {
  const readable = changed(livelyFile, 1, second)
  const writing = changed(readable, 1, ([first = Plaintext, , ...rest]) => [key2, first, ...rest])
  const done = changed(writing, 1, () => [key2, Plaintext])

  it('only adds lines to make a key readable', () => {
    expect(added(livelyFile, readable)).toEqual([
      firstLine.trim(),
      '            - name: key2',
      `              secret: ${newSecret}`,
    ])
    expect(added(readable, livelyFile)).toEqual([])
  })

  it('keeps the comments of what stays when it promotes', () => {
    expect(added(readable, writing)).toEqual([])
    expect(writing).toContain('- name: "key1"   # the first one')
    expect(writing).toContain('# from before\n            - {name: key0')
    expect(writing).toContain('timeout: 5s\n      - identity: {} # until all is rewritten\n')
  })

  it('leaves what it does not touch byte for byte, to the end', () => {
    const untouched = (text: string): readonly string[] => [
      text.slice(text.indexOf('# Encryption'), text.indexOf('      # made in spring')),
      text.slice(text.indexOf("  - resources: ['*.apps']")),
    ]
    expect(untouched(done)).toEqual(untouched(livelyFile))
    expect(done).not.toContain(secrets.long)
  })

  it('replaces the ordinal of before', () => {
    expect(done.match(/keyroll ordinal/g)).toEqual(['keyroll ordinal'])
  })
})

describe('what a user has made of the file stays', () => {
  it('line ends', () => {
    const crlf = plainFile.replaceAll('\n', '\r\n')
    expect(changed(crlf, 0, second).replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  it('the documents behind', () => {
    const behind = '---\n# kept\nkind:   Other\n'
    expect(changed(`${plainFile}${behind}`, 0, promoted).endsWith(behind)).toBe(true)
  })

  it('a directive and a document marker', () => {
    expect(changed(`%YAML 1.1\n---\n${plainFile}`, 0, second)).toContain(
      `${firstLine}%YAML 1.1\n---\napiVersion`,
    )
  })

  it('JSON, as brackets behind the first line', () => {
    const json = JSON.stringify(
      {
        apiVersion: 'apiserver.config.k8s.io/v1',
        kind: 'EncryptionConfiguration',
        resources: [
          {
            resources: ['secrets'],
            providers: [{ aescbc: { keys: [{ name: 'key1', secret: secrets.long }] } }],
          },
        ],
      },
      null,
      2,
    )
    const after = changed(json, 0, promoted)
    expect(after.startsWith(`${firstLine}{\n  "apiVersion"`)).toBe(true)
    expect(JSON.parse(after.replace(firstLine, ''))).toMatchObject({
      resources: [{ providers: [{ aescbc: { keys: [{ name: 'key2' }, { name: 'key1' }] } }] }],
    })
  })

  it('the settings of a KMS element', () => {
    const text = withProviders(
      '- kms: # the vault',
      '    timeout: 7s',
      '    apiVersion: v2',
      '    name: vault',
      '    endpoint: unix:///a',
      '- identity: {}',
    )
    expect(changed(text, 0, (keys) => [vault2, ...keys])).toBe(
      firstLine +
        withProviders(
          '- kms:',
          '    apiVersion: v2',
          '    name: vault-2',
          '    endpoint: unix:///var/run/vault-2.sock',
          '    timeout: 1500ms',
          '- kms: # the vault',
          '    timeout: 7s',
          '    apiVersion: v2',
          '    name: vault',
          '    endpoint: unix:///a',
          '- identity: {}',
        ),
    )
  })

  it('the order in which providers stand', () => {
    const after = changed(livelyFile, 1, (keys) => [...keys].reverse())
    const [plain, vault, old, first] = ['identity: {} #', 'kms:', 'key0', 'key1'].map((each) =>
      after.indexOf(each),
    )
    expect([plain, vault, old, first]).toEqual(
      [plain, vault, old, first].toSorted((a = 0, b = 0) => a - b),
    )
  })

  it('entries, when one is added behind and when one leaves', () => {
    const base = rightOf(parse(livelyFile))
    const [events, , apps] = base.configuration.entries
    if (events === undefined || apps === undefined) throw new Error('three entries')
    const leases: ConfigurationEntry = {
      resources: ['leases.coordination.k8s.io'],
      keys: [box, Plaintext],
    }
    const more = [...base.configuration.entries, leases]
    const longer = reveal(rightOf(render(base, { ordinal, entries: more }, materialOf)))
    expect(longer.replace(firstLine, '').startsWith(livelyFile.replace('# the end\n', ''))).toBe(
      true,
    )
    const fewer = [events, apps]
    const shorter = reveal(rightOf(render(base, { ordinal, entries: fewer }, materialOf)))
    expect(rightOf(parse(shorter)).configuration.entries).toEqual(fewer)
    expect(shorter).toContain('# events are many, and dull')
  })
})

describe('a file with anchors', () => {
  const anchored = `# shared
apiVersion: apiserver.config.k8s.io/v1
kind: EncryptionConfiguration
resources:
- resources: [secrets]
  providers: &both
  - aescbc: {keys: [{name: key1, secret: &s ${secrets.long}}]}
- resources: [pods]
  providers: *both
- resources: [events]
  providers: [{aesgcm: {keys: [{name: key1, secret: *s}]}}]
`
  it('changes one entry and no other', () => {
    expect(changed(anchored, 0, promoted)).toContain('# shared')
    expect(changed(anchored, 1, second)).toContain('# shared')
    expect(changed(anchored, 2, promoted)).toContain('providers: *both')
  })

  it('with merge keys is written anew behind its first comments', () => {
    const merging = anchored.replace('{keys: [{name: key1,', '{keys: [{<<: {name: key1},')
    expect(changed(merging, 0, promoted).startsWith(`${firstLine}# shared\napiVersion`)).toBe(true)
  })
})

describe('a new file', () => {
  const entries: readonly ConfigurationEntry[] = [
    { resources: ['secrets', '*.apps'], keys: [key2, box, vault2, Plaintext] },
  ]

  it('is in the form that people write', () => {
    expect(reveal(rightOf(renderNew({ ordinal, entries }, materialOf))))
      .toBe(`${firstLine}apiVersion: apiserver.config.k8s.io/v1
kind: EncryptionConfiguration
resources:
  - resources:
      - secrets
      - "*.apps"
    providers:
      - aescbc:
          keys:
            - name: key2
              secret: ${newSecret}
      - secretbox:
          keys:
            - name: box
              secret: ${newSecret}
      - kms:
          apiVersion: v2
          name: vault-2
          endpoint: unix:///var/run/vault-2.sock
          timeout: 1500ms
      - identity: {}
`)
  })

  it.each([
    'yes',
    '017',
    'a b',
    'a: b',
    "it's",
    '#1',
    '*x',
    '',
    '0x1',
    'é',
    'k\u0007',
    '~',
    '- a',
    'null',
  ])('says the name %j as text, or not at all', (name) => {
    const key = localKey('aesgcm', name, bytes)
    const next = { ordinal, entries: [{ resources: ['secrets'], keys: [key] }] }
    const rendered = renderNew(next, () => O.some({ _tag: 'Secret', bytes: conceal(bytes) }))
    if (name === '') expect(leftOf(rendered)[0]?.message).toContain('names')
    else
      expect(rightOf(parse(reveal(rightOf(rendered)))).configuration.entries).toEqual(next.entries)
  })
})

describe('what cannot be written is refused', () => {
  const base = rightOf(parse(plainFile))
  const attempt = (entries: readonly ConfigurationEntry[]) =>
    leftOf(render(base, { ordinal, entries }, materialOf))

  it('a key without material: it is named', () => {
    const unknown = localKey('aescbc', 'lost', new Uint8Array(16))
    expect(attempt([{ resources: ['secrets'], keys: [unknown] }])[0]?.message).toContain('lost')
  })

  it('an entry without keys, or without resources', () => {
    expect(attempt([{ resources: ['secrets'], keys: [] }])).toHaveLength(1)
    expect(attempt([{ resources: [], keys: [key2] }])).toHaveLength(1)
    expect(attempt([])).toHaveLength(1)
  })

  it('two KMS keys of one name', () => {
    const twin = kmsKey('v2', 'vault-2', 'unix:///other')
    const next = { ordinal, entries: [{ resources: ['secrets'], keys: [vault2, twin] }] }
    const endpoint = { _tag: 'Endpoint', timeoutMilliseconds: 3000, cachesize: null } as const
    expect(
      leftOf(
        renderNew(next, ({ id }) =>
          O.some({
            ...endpoint,
            endpoint: id === twin.id ? 'unix:///other' : 'unix:///var/run/vault-2.sock',
          }),
        ),
      ),
    ).toHaveLength(1)
  })

  it('material that is not that of the key', () => {
    const next = { ordinal, entries: [{ resources: ['secrets'], keys: [key2] }] }
    const wrong: Material = { _tag: 'Secret', bytes: conceal(new Uint8Array(32)) }
    expect(leftOf(renderNew(next, () => O.some(wrong)))).toHaveLength(1)
  })
})
