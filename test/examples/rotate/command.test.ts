import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Report } from '../../../examples/rotate/report.js'

const root = join(import.meta.dirname, '../../..')

const command = (...words: readonly string[]) =>
  spawnSync(
    process.execPath,
    ['--import', 'tsx', '--conditions=@keyroll/source', 'examples/rotate/main.ts', ...words],
    { cwd: root, encoding: 'utf8' },
  )

describe('the command', () => {
  it('prints one JSON document and nothing else on stdout, and exits with 0', () => {
    const { status, stdout } = command('--json', '--objects', '30')
    expect((JSON.parse(stdout) as Report).result).toBe('Completed')
    expect(status).toBe(0)
  })

  it('exits with 1 when a request has failed', () => {
    const { status, stdout } = command('--json', '--objects', '30', '--single-stage')
    expect((JSON.parse(stdout) as Report).firstFailure).not.toBeNull()
    expect(status).toBe(1)
  })

  it('exits with 2 and one line for bad input', () => {
    const { status, stdout, stderr } = command('--servers', '0')
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toBe('demo: --servers must be a whole number from 1 to 50\n')
  })

  it('explains itself', () => {
    const { status, stdout } = command('--help')
    expect(status).toBe(0)
    for (const flag of ['--config', '--to', '--new-key', '--servers', '--objects', '--seed'])
      expect(stdout).toContain(flag)
    for (const flag of ['--single-stage', '--crash', '--out', '--json'])
      expect(stdout).toContain(flag)
  })
})
