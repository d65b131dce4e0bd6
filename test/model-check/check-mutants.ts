/**
 * `npm run check:mutants`: whether the search finds every seeded bug, by the property it is listed with.
 */
import { type Mutant, mutants, mutated } from './mutants.js'
import { check } from './report.js'

interface Killed {
  readonly mutant: string
  readonly describes: string
  readonly expected: string
  readonly killedBy: string | null
  readonly steps: number | null
}

export const killed = (mutant: Mutant): Killed => {
  const { violations } = check({
    bounds: mutant.bounds,
    decide: mutated(mutant),
    lens: mutant.lens,
    until: mutant.expected,
    maxSeconds: 60,
  })
  const found = violations.find(({ property }) => property === mutant.expected) ?? violations[0]
  return {
    mutant: mutant.mutant,
    describes: mutant.describes,
    expected: mutant.expected,
    killedBy: found?.property ?? null,
    steps: found === undefined ? null : found.trace.length - 1,
  }
}

export const allKilled = (): readonly Killed[] => mutants.map(killed)
