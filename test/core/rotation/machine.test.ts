import {
  type Situation,
  type Stage,
  decide,
  decideByMachine,
  rotationMachine,
  rows,
  situationOf,
  conservative,
  stages,
} from '@keyroll/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { type Story, stories } from './observation-arbitrary.js'
import { policies } from './policies.js'
import { walk } from './walk.js'

/** The row and stage that each transition of the hub is for; null: it is not guarded. */
const tried = (rotationMachine.states['Deciding']?.always ?? []).map(({ guard, target }) => ({
  guard: typeof guard === 'object' && 'params' in guard ? guard.params : null,
  leaf: target?.[0]?.path.join('.'),
}))

const servedBy = (stage: Stage | 'by record'): readonly Stage[] =>
  stage === 'by record' ? stages.filter((each) => each !== 'Unknown') : [stage]

/** Where an actor ends that is shown a situation. */
const leafFor = (situation: Situation): string => {
  const actor = createActor(rotationMachine).start()
  actor.send({ type: 'OBSERVED', situation })
  const { value } = actor.getSnapshot()
  return typeof value === 'string' ? value : Object.values(value).join('')
}

const firstRow = (situation: Situation): string =>
  rows.find(({ when }) => when(situation))?.id ?? 'none'

describe('the state machine', () => {
  it('tries the rows in the order of the table, each in every stage that it can serve', () => {
    const wanted = rows.flatMap(({ id, stage }) =>
      servedBy(stage).map((each) => ({ guard: { row: id, stage: each }, leaf: `${each}.${id}` })),
    )
    const last = wanted.at(-1)
    expect(tried).toEqual([...wanted.slice(0, -1), { guard: null, leaf: last?.leaf }])
  })

  describe.each(policies)('under the policy %s', (_, policy) => {
    it('decides every line of the walk as the table does, cached and fresh', () => {
      for (const { observation, promise } of walk)
        for (const look of ['cached', 'fresh'] as const) {
          const seen = { ...observation, look }
          expect(decideByMachine(policy)(seen), promise).toEqual(decide(policy)(seen))
        }
    })

    it('decides as the table does, whatever is observed', () => {
      fc.assert(
        fc.property(stories, ({ observation }) => {
          expect(decideByMachine(policy)(observation)).toEqual(decide(policy)(observation))
        }),
        { numRuns: 500 },
      )
    })
  })

  it('takes the first row whose guard holds, also where no observation has such guards', () => {
    const fields: fc.Arbitrary<keyof Situation> = fc.constantFrom(
      'empty',
      'hasTarget',
      'committed',
      'lost',
      'regressed',
      'trace',
      'wishIsActive',
      'wishDiffersFromActive',
      'wishDiffersFromTarget',
      'convergence',
      'allRewritten',
      'mayLeave',
      'refusal',
      'live',
    )
    const situation = ({ observation }: Story): Situation => situationOf(conservative, observation)
    fc.assert(
      fc.property(stories, stories, fc.array(fields), (one, other, mixed) => {
        const from = situation(other)
        const synthetic: Situation = {
          ...situation(one),
          ...Object.fromEntries(mixed.map((field) => [field, from[field]])),
        }
        expect(leafFor(synthetic)).toBe(firstRow(synthetic))
      }),
      { numRuns: 500 },
    )
  })
})
