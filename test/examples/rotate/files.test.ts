import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '@keyroll/adapters-k8s'
import { isPlaintext } from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { demo, report, temporaryFolder } from './demo.js'

const folder = temporaryFolder()
const small = ['--objects', '15', '--servers', '1']
const names = ['1-ReadOnlyDeploy.yaml', '2-WritePromote.yaml', '3-Retired.yaml']

const keysIn = (path: string): readonly string[] => {
  const parsed = parse(readFileSync(path))
  if (E.isLeft(parsed)) throw new Error(JSON.stringify(parsed.left))
  return parsed.right.configuration.entries.flatMap(({ keys }) =>
    keys.map((key) => (isPlaintext(key) ? 'identity' : `${key.provider}:${key.name}`)),
  )
}

const fingerprints = (path: string): readonly string[] => {
  const parsed = parse(readFileSync(path))
  return E.isLeft(parsed)
    ? []
    : parsed.right.configuration.entries.flatMap(({ keys }) =>
        keys.flatMap((key) => (isPlaintext(key) ? [] : [key.fingerprint])),
      )
}

describe('the files of --out', () => {
  const out = join(folder, 'new', 'folder')
  const { exitCode, drawn, out: printed } = demo(['--out', out, ...small])

  it('are one for each stage, in a folder that is made for them', () => {
    expect(exitCode).toBe(0)
    expect(readdirSync(out)).toEqual(names)
    for (const name of names) expect(printed).toContain(name)
  })

  it('are for their owner alone', () => {
    for (const name of names) expect(statSync(join(out, name)).mode & 0o777).toBe(0o600)
  })

  it('load again, and hold the keys of their stage', () => {
    expect(names.map((name) => keysIn(join(out, name)))).toEqual([
      ['identity', 'aescbc:key1', 'aescbc:key2', 'identity'],
      ['identity', 'aescbc:key2', 'aescbc:key1', 'identity'],
      ['identity', 'aescbc:key2', 'identity'],
    ])
  })

  it('hold the key that was drawn', () => {
    const digests = drawn.map((key) => createHash('sha256').update(key).digest('hex'))
    expect(digests).toHaveLength(1)
    expect(fingerprints(join(out, '3-Retired.yaml'))).toEqual(digests)
  })

  it('keep the comments of the file that was rotated', () => {
    for (const name of names)
      expect(readFileSync(join(out, name), 'utf8')).toContain('# The first key writes')
  })

  it('are input like any other: from each of them another rotation completes', () => {
    for (const name of names) {
      const run = report('--config', join(out, name), ...small)
      expect(run.result).toBe('Completed')
      expect(run.to).toBe('aescbc:key3')
    }
  })

  it('are not overwritten by another run', () => {
    const before = names.map((name) => readFileSync(join(out, name), 'utf8'))
    expect(demo(['--out', out, ...small]).exitCode).toBe(2)
    expect(names.map((name) => readFileSync(join(out, name), 'utf8'))).toEqual(before)
  })

  it('are those of the stages that were reached', () => {
    const naive = join(folder, 'naive')
    demo(['--single-stage', '--out', naive, ...small])
    expect(readdirSync(naive)).toEqual(['2-WritePromote.yaml'])
  })
})
