/**
 * The search itself: its fast way is the plain way, its traces can be followed, and it finds what is wrong.
 */
import { describe, expect, it } from 'vitest'
import { base } from './bounds.js'
import { killed } from './check-mutants.js'
import { mutants } from './mutants.js'
import { check } from './report.js'
import { firstTuple } from './search/explore.js'
import { shipped } from './search/controller.js'
import { replayed } from './search/trace.js'
import { mutated } from './mutants.js'
import { spaceOf } from './state/space.js'
import { startOf } from './state/start.js'

const small = {
  ...base,
  replicas: 2,
  keys: 2,
  objects: 1,
  specChanges: 1,
  faults: 0,
  staleViews: 0,
}

describe('the model check', () => {
  it('finds every property to hold in all states of the smallest search, looked up or worked out', () => {
    const report = check({ bounds: small, verifyEvery: 1 })
    expect(report.violations).toEqual([])
    expect(new Set(Object.values(report.properties))).toEqual(new Set(['holds']))
    expect(report.witnesses['goals']).toBeGreaterThan(1)
  })

  it('finds every property to hold with a replaced, a cancelled and a reversed target', () => {
    const report = check({
      bounds: { ...small, keys: 3, objects: 2, specChanges: 2 },
      verifyEvery: 250,
    })
    expect(report.violations).toEqual([])
    for (const outcome of ['replaces the target', 'cancels the target', 'reverses the rotation'])
      expect(report.witnesses[`a wish ${outcome}`]).toBeGreaterThan(0)
  })

  it('finds every property to hold with one fault', () => {
    const report = check({ bounds: { ...small, faults: 1 }, verifyEvery: 500 })
    expect(report.violations).toEqual([])
    expect(report.witnesses['a migration failed, another succeeded']).toBeGreaterThan(0)
  })

  it('gives traces that lead to the violation when they are followed by name', () => {
    const mutant = mutants.find(({ expected }) => expected === 'S1')
    if (mutant === undefined) throw new Error('no mutant breaks S1')
    const decide = mutated(mutant)
    const { violations } = check({
      bounds: mutant.bounds,
      decide,
      lens: mutant.lens,
      until: 'S1',
    })
    const moves = violations[0]?.trace.slice(1).map(({ move }) => move) ?? []
    const space = spaceOf(startOf(mutant.bounds))
    expect(moves.length).toBeGreaterThan(0)
    expect(replayed(space, decide, firstTuple(space), moves)).not.toBeNull()
    expect(replayed(space, shipped, firstTuple(space), moves)).toBeNull()
  })

  it.each(['terminating-ignored', 'running-is-done'])('kills the mutant %s', (name) => {
    const mutant = mutants.find((each) => each.mutant === name)
    if (mutant === undefined) throw new Error('no such mutant')
    expect(killed(mutant).killedBy).toBe(mutant.expected)
  })
})
