import { describe, expect, it } from 'vitest'
import { demo } from './demo.js'

const words = ['--objects', '20', '--servers', '1']
const escape = '\u001b'

describe('the output for people', () => {
  const plain = demo(words).out
  const terminal = demo(words, { columns: 100 }).out
  const uncoloured = demo(words, { columns: 100, coloured: false }).out
  const last = (text: string): string => text.split(`${escape}[2K`).at(-1) ?? ''

  it('is plain lines where no terminal is behind it', () => {
    expect(plain).not.toContain(escape)
    expect(plain).not.toContain('\r')
  })

  it('has colours and a line that changes on a terminal', () => {
    expect(terminal).toContain(`${escape}[32m`)
    expect(terminal).toContain(`\r${escape}[2K`)
  })

  it('has no colours where they are not wanted, on a terminal too', () => {
    expect(uncoloured).not.toContain(`${escape}[32m`)
    expect(uncoloured).not.toContain(`${escape}[1m`)
    expect(uncoloured).toContain(`\r${escape}[2K`)
  })

  it('ends with the same words in each of them', () => {
    const bare = (text: string): string =>
      last(text)
        .split('Completed')
        .at(-1)
        ?.replaceAll(/\p{Cc}\[\d+m/gu, '')
        .replace(/[\d.]+ s of yours/, '') ?? ''
    expect(bare(terminal)).toBe(bare(plain))
    expect(bare(uncoloured)).toBe(bare(plain))
    expect(bare(plain)).toContain('aescbc:key1 may be destroyed')
  })

  it('fits 100 columns', () => {
    for (const flags of [[], ['--single-stage'], ['--crash'], ['--to', 'kms']])
      for (const line of demo([...words, ...flags]).out.split('\n'))
        expect(line.length).toBeLessThanOrEqual(100)
  })

  it('tells each stage, what it published, what it waited for, and that no request failed', () => {
    const lines = plain.split('\n')
    const stages = lines.flatMap((line) => /^ +[\d:]+ {2}([A-Z]\w+)/.exec(line)?.[1] ?? [])
    expect(stages).toEqual(['ReadOnlyDeploy', 'WritePromote', 'Migrating', 'Retiring'])
    expect(plain).toContain('+             - name: key2')
    expect(plain).toContain('-             - name: key1')
    expect(plain).toMatch(/waited 15:00 while etcd's history may still hold values/)
    expect(plain.match(/requests meanwhile, 0 failed/g)).toHaveLength(4)
  })
})
