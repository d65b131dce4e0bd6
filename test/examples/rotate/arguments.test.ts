import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { readArguments } from '../../../examples/rotate/arguments.js'

const complaint = (...words: readonly string[]): string => {
  const read = readArguments(words)
  if (E.isRight(read)) throw new Error('it was accepted')
  return read.left
}

describe('the command line', () => {
  it('without flags asks for the run of the documentation', () => {
    expect(readArguments([])).toEqual(
      E.right({
        kind: 'Run',
        arguments: {
          config: null,
          to: 'aescbc',
          newKey: null,
          servers: 3,
          objects: 300,
          seed: 1,
          singleStage: false,
          crash: false,
          out: null,
          json: false,
        },
      }),
    )
  })

  it('takes every flag, with = and without', () => {
    const words =
      '--config a.yaml --to=kms --servers 5 --objects=10 --seed 7 --single-stage --crash --out d --json'
    expect(readArguments(words.split(' '))).toEqual(
      E.right({
        kind: 'Run',
        arguments: {
          config: 'a.yaml',
          to: 'kms',
          newKey: null,
          servers: 5,
          objects: 10,
          seed: 7,
          singleStage: true,
          crash: true,
          out: 'd',
          json: true,
        },
      }),
    )
  })

  it('takes -o json for --json', () => {
    expect(readArguments(['-o', 'json'])).toEqual(readArguments(['--json']))
    expect(readArguments(['-o', 'text'])).toEqual(readArguments([]))
  })

  it('asks for help with --help and -h, whatever else is wrong', () => {
    expect(readArguments(['--help'])).toEqual(E.right({ kind: 'Help' }))
    expect(readArguments(['-h', '--servers', '0'])).toEqual(E.right({ kind: 'Help' }))
  })

  for (const flag of ['--servers', '--objects', '--seed'])
    for (const value of ['-1', 'NaN', '1e3', '0x10', '1.5', 'many', '99999999999999999999', '٣'])
      it(`names ${flag} and its range for ${value}`, () => {
        expect(complaint(flag, value)).toMatch(
          new RegExp(`^${flag} must be a whole number from \\d+ to \\d+$`),
        )
      })

  it('wants at least one server and one object, while seed 0 is one', () => {
    expect(complaint('--servers', '0')).toContain('--servers must be a whole number from 1')
    expect(complaint('--objects', '0')).toContain('--objects must be a whole number from 1')
    expect(E.isRight(readArguments(['--seed', '0']))).toBe(true)
  })

  it('lists the kinds for one that it does not know', () => {
    expect(complaint('--to', 'rot13')).toBe(
      '--to must be one of aescbc, aesgcm, secretbox, kms, plaintext',
    )
  })

  it('refuses two ways to say what the new key is', () => {
    expect(complaint('--to', 'aescbc', '--new-key', 'f')).toContain('--to and --new-key')
    expect(complaint('--json', '-o', 'text')).toContain('--json and -o')
  })

  it('names a flag that lacks its value', () => {
    expect(complaint('--config')).toContain('--config needs a value')
    expect(complaint('--out', '--json')).toContain('--out needs a value')
    expect(complaint('--config=')).toContain('--config needs a value')
  })

  it('names a flag that it does not know, and a switch that was given a value', () => {
    expect(complaint('--server', '3')).toContain('--server is not a flag of the demo')
    expect(complaint('-x')).toContain('-x is not a flag of the demo')
    expect(complaint('--crash=yes')).toContain('--crash takes no value')
  })

  it('never repeats a word that no flag owns: it may be a key', () => {
    const secret = 'bm5ubm5ubm5ubm5ubm5ubm5ubm5ubm5ubm5ubm5ubm4='
    expect(complaint(secret)).not.toContain(secret)
  })
})
