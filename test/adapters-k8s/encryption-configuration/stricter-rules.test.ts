import { parse, stricterRules } from '@keyroll/adapters-k8s'
import { describe, expect, it } from 'vitest'
import { head, livelyFile, plainFile, secrets, withProviders } from './configuration-text.js'
import { rightOf } from './either.js'
import { fileVectors, bytesOf } from './vectors.js'

const found = (text: string): readonly string[] =>
  rightOf(parse(text)).warnings.map(({ rule, path }) => `${rule} ${path}`)

const aescbc = (...keys: readonly (readonly [string, string])[]): readonly string[] => [
  '- aescbc:',
  '    keys:',
  ...keys.map(([name, secret]) => `    - {name: "${name}", secret: "${secret}"}`),
]

const entry = (resources: string, ...providers: readonly string[]): string =>
  `- resources: [${resources}]\n  providers:\n${providers.map((line) => `  ${line}\n`).join('')}`

describe('a file that is dangerous loads, and warns with its rule and field', () => {
  it.each([
    ['a second document', `${plainFile}---\n${plainFile}`, ['C1 ']],
    [
      'lines behind an indented document',
      `${plainFile.replace(/^/gm, ' ').trimEnd()}\nkind: x\n`,
      ['C1 '],
    ],
    [
      'one name with two secrets',
      withProviders(...aescbc(['a', secrets.long], ['a', secrets.other])),
      ['C3 resources[0].providers[0].aescbc.keys[1]'],
    ],
    [
      'one secret under two names',
      withProviders(...aescbc(['a', secrets.long], ['b', secrets.long])),
      ['C4 resources[0].providers[0].aescbc.keys[1]'],
    ],
    [
      'one secret with two providers',
      withProviders(
        ...aescbc(['a', secrets.long]),
        `- aesgcm: {keys: [{name: a, secret: ${secrets.long}}]}`,
      ),
      ['C4 resources[0].providers[1].aesgcm.keys[0]'],
    ],
    [
      'a resource in two entries',
      `${head}${entry('secrets', '- identity: {}')}${entry('pods, secrets.', '- identity: {}')}`,
      ['C5 resources[1].resources[1]'],
    ],
    [
      'a colon in the name of a key',
      withProviders(...aescbc(['a:b', secrets.long])),
      ['C6 resources[0].providers[0].aescbc.keys[0]'],
    ],
    [
      'a resource without a name',
      `${head}${entry("''", '- identity: {}')}`,
      ['C7 resources[0].resources[0]'],
    ],
    [
      'a subresource',
      `${head}${entry('pods/status', '- identity: {}')}`,
      ['C7 resources[0].resources[0]'],
    ],
    [
      'one socket under two names',
      withProviders(
        '- kms: {apiVersion: v2, name: a, endpoint: "unix:///s"}',
        '- kms: {apiVersion: v2, name: b, endpoint: "unix:///s"}',
      ),
      ['C8 resources[0].providers[1].kms'],
    ],
    [
      'the kind of before Kubernetes 1.13',
      `apiVersion: v1\nkind: EncryptionConfig\nresources:\n${entry('secrets', '- identity: {}')}`,
      ['C9 '],
    ],
  ])('%s', (_, text, warnings) => {
    expect(found(text)).toEqual(warnings)
  })

  it('tells what to do', () => {
    for (const { message } of rightOf(parse(`${plainFile}---\na: b\n`)).warnings)
      expect(message).toMatch(/: .{10,}/)
  })
})

describe('what is not dangerous does not warn', () => {
  it.each([
    ['an ordinary file', plainFile],
    ['a lively one', livelyFile],
    ['an end marker, comments and an empty document behind', `${plainFile}...\n# bye\n---\n`],
    [
      'a key repeated as it is',
      withProviders(...aescbc(['a', secrets.long]), ...aescbc(['a', secrets.long])),
    ],
    [
      'the same key in two entries',
      `${head}${entry('secrets', ...aescbc(['a', secrets.long]))}${entry('pods', ...aescbc(['a', secrets.long]))}`,
    ],
    [
      'wildcards and groups',
      `${head}${entry('a.b-c.example.com', '- identity: {}')}${entry("'*.apps'", '- identity: {}')}${entry("'*.*'", '- identity: {}')}`,
    ],
    [
      'one socket in two entries under two names',
      `${head}${entry('secrets', '- kms: {apiVersion: v2, name: a, endpoint: "unix:///s"}')}${entry('pods', '- kms: {apiVersion: v2, name: b, endpoint: "unix:///s"}')}`,
    ],
  ])('%s', (_, text) => {
    expect(found(text)).toEqual([])
  })
})

describe('the list of rules', () => {
  it('is numbered in order, each with a sentence', () => {
    expect(stricterRules.map(({ id }) => id)).toEqual(stricterRules.map((_, at) => `C${at + 1}`))
    for (const { says } of stricterRules) expect(says.length).toBeGreaterThan(30)
  })

  it('never changes the verdict', () => {
    const warned = fileVectors
      .filter(({ expected }) => expected.accepted)
      .flatMap((vector) => rightOf(parse(bytesOf(vector))).warnings)
    expect(warned.length).toBeGreaterThan(10)
  })
})
