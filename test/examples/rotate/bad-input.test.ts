import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { configuration, demo, file, temporaryFolder } from './demo.js'

const folder = temporaryFolder()
const secret = 'bm5ubm5ubm5ubm5ubm5ubm5ubm5ubm5ubm5ubm5ubm4='

const entry = (key: string): string =>
  `- resources: [secrets]\n  providers:\n  - aescbc:\n      keys:\n      - ${key}\n`

const config = (name: string, resources: string): string =>
  file(folder, name, configuration(resources))

const encrypted = config('encrypted.yaml', entry(`{name: key1, secret: ${secret}}`))
const identityFirst = config(
  'identity-first.yaml',
  entry(`{name: key1, secret: ${secret}}`).replace('providers:', 'providers:\n  - identity: {}'),
)

interface Case {
  readonly title: string
  readonly words: readonly string[]
  /** What the message must name: the flag or field, and the remedy. */
  readonly names: readonly string[]
}

const cases: readonly Case[] = [
  {
    title: 'a configuration that is not there',
    words: ['--config', join(folder, 'none.yaml')],
    names: ['--config', 'no such file', 'name an EncryptionConfiguration file'],
  },
  {
    title: 'a folder as configuration',
    words: ['--config', folder],
    names: ['--config', 'it is a folder'],
  },
  {
    title: 'an empty configuration',
    words: ['--config', file(folder, 'empty.yaml', '')],
    names: ['--config'],
  },
  {
    title: 'an unknown provider',
    words: [
      '--config',
      config('provider.yaml', '- resources: [secrets]\n  providers:\n  - rot13: {}\n'),
    ],
    names: ['--config', 'resources[0].providers[0].rot13'],
  },
  {
    title: 'a key of the wrong length',
    words: ['--config', config('length.yaml', entry('{name: key1, secret: c2hvcnQ=}'))],
    names: ['resources[0].providers[0].aescbc.keys[0].secret'],
  },
  {
    title: 'entries that have identity alone',
    words: [
      '--config',
      config('identity.yaml', '- resources: [secrets]\n  providers:\n  - identity: {}\n'),
    ],
    names: ['--config', 'resources', 'nothing to rotate', 'add a provider with a key'],
  },
  {
    title: 'a wish for plaintext where plaintext is written',
    words: ['--config', identityFirst, '--to', 'plaintext'],
    names: ['--to plaintext', 'already', 'choose another kind'],
  },
  {
    title: 'a new key that the configuration holds already',
    words: ['--config', encrypted, '--new-key', file(folder, 'same.key', `${secret}\n`)],
    names: ['--new-key', 'already', 'another key'],
  },
  {
    title: 'a new key of the wrong length',
    words: ['--new-key', file(folder, 'short.key', Buffer.alloc(31, 7).toString('base64'))],
    names: ['--new-key', '31 bytes', '32'],
  },
  {
    title: 'a new key that is not base64',
    words: ['--new-key', file(folder, 'text.key', `${secret.slice(0, -3)}!!`)],
    names: ['--new-key', 'not base64', '32 random bytes'],
  },
  {
    title: 'an empty file for the new key',
    words: ['--new-key', file(folder, 'empty.key', '\n')],
    names: ['--new-key', 'empty', '32 random bytes'],
  },
  {
    title: 'the key itself in place of its file',
    words: ['--new-key', secret],
    names: ['--new-key', 'no such file', 'name a file'],
  },
  {
    title: 'a file in place of the output folder',
    words: ['--out', file(folder, 'file', '')],
    names: ['--out', 'not a folder', 'name a folder'],
  },
  {
    title: 'an output folder within a file',
    words: ['--out', join(file(folder, 'another', ''), 'out')],
    names: ['--out', 'not a folder', 'name a folder'],
  },
  { title: 'no server', words: ['--servers', '0'], names: ['--servers', 'from 1'] },
  { title: 'a negative seed', words: ['--seed', '-1'], names: ['--seed', 'from 0'] },
  { title: 'very many objects', words: ['--objects', '1000000000000'], names: ['--objects', 'to'] },
  { title: 'a flag that is none', words: ['--fast'], names: ['--fast', '--help'] },
]

describe('bad input', () => {
  for (const { title, words, names } of cases)
    it(`gets one message that names what is wrong and the remedy: ${title}`, () => {
      const out = join(folder, 'never')
      const withOut = words.includes('--out') ? words : [...words, '--out', out]
      const { exitCode, out: printed, err } = demo([...withOut, '--json'])
      expect(exitCode).toBe(2)
      expect(printed).toBe('')
      expect(err).toMatch(/^demo: .*\n$/s)
      expect(err.match(/^demo: /gm)).toHaveLength(1)
      for (const name of names) expect(err).toContain(name)
      expect(err).not.toMatch(/\n\s+at /)
      expect(err).not.toContain(secret.slice(0, 40))
      expect(existsSync(out)).toBe(false)
    })

  it('lists every problem of a configuration, each with its field', () => {
    const path = config(
      'two.yaml',
      `${entry('{name: "", secret: c2hvcnQ=}')}- resources: ["*"]\n  providers:\n  - identity: {}\n`,
    )
    const { exitCode, err } = demo(['--config', path])
    expect(exitCode).toBe(2)
    for (const field of ['keys[0].name', 'keys[0].secret', 'resources[1].resources[0]'])
      expect(err).toContain(field)
  })

  it('is found before anything runs: files of an earlier run are not overwritten', () => {
    const out = join(folder, 'earlier')
    mkdirSync(out)
    file(out, '2-WritePromote.yaml', 'mine')
    const { exitCode, err, drawn } = demo(['--config', encrypted, '--out', out])
    expect(exitCode).toBe(2)
    expect(err).toContain('--out')
    expect(err).toContain('2-WritePromote.yaml exists and is not overwritten; name another folder')
    expect(drawn).toEqual([])
  })
})
