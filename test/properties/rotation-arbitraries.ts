/** Runs to draw from: small control planes, a few wishes, and a few things that go wrong. */
import fc from 'fast-check'
import { type Run, startNames, wishNames } from './rotation-run.js'
import { troubleNames } from './rotation-troubles.js'

const few = fc.nat({ max: 3 })

/** @param sabotage how often a hand may act against the protocol */
export const runs = (sabotage: fc.Arbitrary<number>): fc.Arbitrary<Run> =>
  fc.record({
    start: fc.constantFrom(...startNames),
    policy: fc.constantFrom('conservative', 'conservative', 'hypershift'),
    seed: fc.nat(),
    wishes: fc.array(fc.constantFrom(...wishNames), { minLength: 1, maxLength: 3 }),
    budget: fc.record({ wishes: few, faults: few, views: fc.nat({ max: 2 }), sabotage }),
    every: fc.constantFrom(5, 20, 60),
    crashes: fc.boolean(),
    servers: fc.constantFrom(2, 1, 3),
    delivery: fc.constantFrom('immutable', 'immutable', 'immutable', 'fixed'),
    migrator: fc.constantFrom('storagemigration.k8s.io', 'migration.k8s.io'),
    rival: fc.constantFrom(0, 0, 2, 5),
    partial: fc.constantFrom(0, 0, 0, 3),
    troubles: fc.array(
      fc.record({ after: fc.nat({ max: 150 }), trouble: fc.constantFrom(...troubleNames) }),
      { maxLength: 3 },
    ),
  })
