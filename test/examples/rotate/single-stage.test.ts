import { describe, expect, it } from 'vitest'
import { demo, report } from './demo.js'

describe('the naive way, in a single stage', () => {
  for (const seed of [1, 2, 3, 4, 5])
    for (const to of ['aescbc', 'secretbox', 'kms'])
      it(`breaks reads, and the report shows the first that broke: to ${to}, seed ${seed}`, () => {
        const run = report('--single-stage', '--objects', '30', '--seed', `${seed}`, '--to', to)
        expect(run.exitCode).toBe(1)
        expect(run.result).toBe('Failed')
        expect(run.requests.failed).toBeGreaterThan(0)
        expect(run.firstFailure?.stage).toBe('WritePromote')
        expect(run.firstFailure?.server).toMatch(/^kube-apiserver-/)
        expect(['secrets', 'configmaps', 'widgets.example.com']).toContain(
          run.firstFailure?.resource,
        )
        expect(run.firstFailure?.message).not.toBe('')
        expect(run.oldKey.safeToDestroy).toBe(false)
        expect(run.stages.map(({ stage }) => stage)).toEqual(['WritePromote'])
      })

  it('breaks with a single server too, since a rollout runs two for a while', () => {
    const run = report('--single-stage', '--servers', '1')
    expect(run.result).toBe('Failed')
    expect(run.firstFailure).not.toBeNull()
  })

  it('names no fingerprint where a list breaks first: keys are called by their labels', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const { firstFailure } = report('--single-stage', '--seed', `${seed}`)
      if (firstFailure === null || firstFailure.name !== null) continue
      expect(firstFailure.message).toContain('aescbc:key2')
      expect(firstFailure.message).not.toMatch(/[0-9a-f]{64}/)
      return
    }
    expect.unreachable('no list broke first')
  })

  it('tells people why', () => {
    const { out, exitCode } = demo(['--single-stage', '--objects', '30'])
    expect(exitCode).toBe(1)
    expect(out).toContain('Failed')
    expect(out).toContain('first failure')
    expect(out).toContain('Without --single-stage')
  })
})
