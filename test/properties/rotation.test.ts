/**
 * The shipped `decide` in the fake control plane, from random starts, seeds, wishes and faults. Everything that
 * `scenarios/promises.ts` states is looked at after every single step: a run throws where one is broken.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from './rotation-arbitraries.js'
import { runToItsEnd, summaryOf, tellingOf } from './rotation-run.js'
import { missingFromGoal } from './rotation-goal.js'

it('no read fails, no key is forgotten, and the end is the wish, or the one documented hold', () => {
  fc.assert(
    fc.property(runs(fc.constant(0)), (run) => {
      const ending = runToItsEnd(run)
      if (ending.held === null) expect(missingFromGoal(ending.story), tellingOf(ending)).toEqual([])
      else expect(ending.lost, tellingOf(ending)).toEqual({ record: true, configuration: true })
    }),
  )
})

it('the same seed tells the same story to the last word', () => {
  fc.assert(
    fc.property(runs(fc.constant(0)), (run) => {
      expect(summaryOf(runToItsEnd(run))).toEqual(summaryOf(runToItsEnd(run)))
    }),
    { numRuns: 5 },
  )
})
