/**
 * The same runs with somebody who acts against the protocol: old configurations and ReplicaSets come back, etcd
 * is restored, kubelets mount what was. The damage is theirs; what keyroll does must not add to it.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from './rotation-arbitraries.js'
import { runToItsEnd, tellingOf } from './rotation-run.js'
import { falselyTrue } from './rotation-goal.js'

it('adds no harm to what a hand does, never calls complete what is not, and comes to rest or says why not', () => {
  fc.assert(
    fc.property(runs(fc.constantFrom(1, 2)), (run) => {
      const ending = runToItsEnd(run)
      expect(falselyTrue(ending.story), tellingOf(ending)).toEqual([])
    }),
  )
})
