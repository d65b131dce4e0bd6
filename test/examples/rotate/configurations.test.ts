import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '@keyroll/adapters-k8s'
import { isExclusion, isPlaintext } from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { kinds } from '../../../examples/rotate/arguments.js'
import { configuration, demo, file, report, temporaryFolder } from './demo.js'

interface Vector {
  readonly id: string
  readonly kind: string
  readonly input: { readonly text?: string; readonly base64?: string }
  readonly expected: { readonly accepted?: boolean }
}

const folder = temporaryFolder()

const vectors = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../vectors/encryption-configuration.json'), 'utf8'),
) as readonly Vector[]

const accepted = vectors
  .filter(({ kind, expected }) => kind === 'configurationFile' && expected.accepted === true)
  .map(({ id, input: { text, base64 } }) => ({
    id,
    bytes: text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text),
  }))

const hasKeys = (bytes: Uint8Array): boolean => {
  const parsed = parse(bytes)
  if (E.isLeft(parsed)) throw new Error(JSON.stringify(parsed.left))
  return !parsed.right.configuration.entries.every(isExclusion)
}

const small = ['--objects', '15', '--servers', '1'] as const

const isUnder = (prefixes: Readonly<{ [prefix: string]: number }>, to: string): boolean =>
  Object.keys(prefixes).every((prefix) =>
    to === 'identity'
      ? prefix === 'identity'
      : to.split(',').some((label) => prefix.endsWith(`:${label.slice(label.indexOf(':') + 1)}`)),
  )

describe('a configuration that kube-apiserver accepts', () => {
  accepted
    .filter(({ bytes }) => hasKeys(bytes))
    .forEach(({ id, bytes }, at) => {
      // One kind for each file, each kind for many files.
      const to = kinds[at % kinds.length] ?? 'aescbc'
      it(`is rotated to ${to} without a failed request: ${id}`, () => {
        const path = file(folder, `${id}.yaml`, bytes)
        const { exitCode, out, err } = demo(['--config', path, '--to', to, '--json', ...small])
        if (exitCode === 2) {
          expect(to).toBe('plaintext')
          expect(err).toContain('every rotated entry writes plaintext already')
          return
        }
        const run = JSON.parse(out) as ReturnType<typeof report>
        expect(err).toContain('Completed')
        expect([exitCode, run.result, run.requests.failed]).toEqual([0, 'Completed', 0])
        expect(run.census.length).toBeGreaterThan(0)
        for (const { after } of run.census) expect(isUnder(after, run.to)).toBe(true)
        expect(run.oldKey.safeToDestroy).toBe(true)
      })
    })

  it('is bad input where it has identity alone, since nothing would be rotated', () => {
    const without = accepted.filter(({ bytes }) => !hasKeys(bytes))
    expect(without.length).toBeGreaterThan(5)
    for (const { id, bytes } of without)
      expect(demo(['--config', file(folder, `${id}.yaml`, bytes)]).err).toContain(
        'nothing to rotate',
      )
  })
})

const secret = (letter: string): string => Buffer.alloc(32, letter).toString('base64')

const aescbc = (name: string, letter: string): string =>
  `  - aescbc: {keys: [{name: "${name}", secret: ${secret(letter)}}]}\n`

const kms = (name: string): string =>
  `  - kms: {apiVersion: v2, name: ${name}, endpoint: "unix:///run/${name}.sock"}\n`

const identity = '  - identity: {}\n'

const entry = (resources: string, ...providers: readonly string[]): string =>
  `- resources: [${resources}]\n  providers:\n${providers.join('')}`

const shapes: Readonly<{ [title: string]: readonly string[] }> = {
  'identity in front of several keys': [
    entry('secrets', identity, aescbc('a', 'a'), aescbc('b', 'b'), kms('c')),
  ],
  'identity between keys': [entry('secrets', aescbc('a', 'a'), identity, aescbc('b', 'b'))],
  'entries of different writers, exclusions and wildcards': [
    entry('events', identity),
    entry('secrets', aescbc('a', 'a'), identity),
    entry('"*."', kms('b')),
    entry('"*.apps"', identity, aescbc('c', 'c')),
    entry('"*.*"', aescbc('d', 'd'), kms('e')),
  ],
  'one resource in two entries': [
    entry('secrets', aescbc('a', 'a')),
    entry('secrets', aescbc('b', 'b'), identity),
  ],
  'one resource, first without a key, by another spelling': [
    entry('secrets', identity),
    entry('secrets.', aescbc('a', 'a')),
  ],
  'one name with three secrets': [
    entry('secrets', aescbc('k', 'a'), aescbc('k', 'b'), aescbc('k', 'c')),
  ],
  'one secret under two names': [entry('secrets', aescbc('a', 'a'), aescbc('b', 'a'))],
  'names that begin alike': [
    entry('secrets', aescbc('key', 'a'), aescbc('key:1', 'b'), aescbc('key1:1', 'c')),
  ],
  'KMS names that the new one would take': [
    entry('secrets', kms('kms1')),
    entry('configmaps', kms('kms2-2')),
    entry('pods', kms('kms2')),
  ],
  'resources and keys with names of object properties': [
    entry('secrets, constructor, __proto__', aescbc('__proto__', 'a'), aescbc('toString', 'b')),
  ],
}

describe('a configuration of an odd shape', () => {
  Object.entries(shapes).forEach(([title, entries], at) => {
    const to = at % 2 === 0 ? 'kms' : 'secretbox'
    it(`is rotated to ${to} without a failed request: ${title}`, () => {
      const path = file(folder, 'odd.yaml', configuration(entries.join('')))
      const run = report('--config', path, '--to', to, ...small)
      expect([run.exitCode, run.result, run.requests.failed]).toEqual([0, 'Completed', 0])
      expect(run.oldKey.safeToDestroy).toBe(true)
    })
  })

  it('leaves exclusions alone, and counts no objects of theirs', () => {
    const path = file(
      folder,
      'exclusion.yaml',
      configuration(entry('events', identity) + entry('secrets', aescbc('a', 'a'))),
    )
    const run = report('--config', path, ...small)
    expect(run.census.map(({ resource }) => resource)).toEqual(['secrets'])
    for (const { encryptionConfiguration } of run.stages) {
      const parsed = parse(encryptionConfiguration.replaceAll('REDACTED', secret('x')))
      const keys = E.isRight(parsed) ? parsed.right.configuration.entries[0]?.keys : []
      expect(keys?.map(isPlaintext)).toEqual([true])
    }
  })

  it('warns of what stricter rules find, and rotates all the same', () => {
    const path = file(
      folder,
      'stricter.yaml',
      configuration(entry('secrets', aescbc('k', 'a'), aescbc('k', 'b'))),
    )
    const { exitCode, err } = demo(['--config', path, ...small])
    expect(exitCode).toBe(0)
    expect(err).toMatch(/^warning: C\d+: resources\[0\]/m)
  })
})
