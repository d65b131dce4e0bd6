import { describe, expect, it } from 'vitest'
import { report } from './demo.js'

describe('a controller and servers that die at random moments', () => {
  for (let seed = 1; seed <= 10; seed += 1)
    it(`lose no read and complete: seed ${seed}`, () => {
      const run = report('--crash', '--objects', '30', '--servers', '2', '--seed', `${seed}`)
      expect(run.result).toBe('Completed')
      expect(run.requests.failed).toBe(0)
      expect(run.exitCode).toBe(0)
      expect(run.requests.interrupted).toBeGreaterThan(0)
    })
})
