import {
  type Decision,
  type Observation,
  type Policy,
  type RowId,
  conditionChanged,
  decide,
  nothingSeen,
  rows,
  situationOf,
  unknown,
} from '@keyroll/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stories } from './observation-arbitrary.js'
import { now, told } from './observation-builder.js'
import { policies } from './policies.js'
import { walk } from './walk.js'

const facts = [
  'record',
  'configuration',
  'copies',
  'superseded',
  'template',
  'servers',
  'continuity',
  'unchangedSince',
  'wish',
  'migrations',
  'unencryptedServers',
  'emptyEtcd',
  'etcdRevision',
  'backupTime',
  'census',
] as const

const deepFreeze = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const each of Object.values(value)) deepFreeze(each)
  }
  return value
}

const policy = fc.constantFrom(...policies.map(([, each]) => each))

/** Rows that change the writer, drop a key or conclude from what is missing: what each must see for that. */
const needs: {
  readonly [field in 'template' | 'servers' | 'copies' | 'superseded']: readonly RowId[]
} = {
  template: [
    ...(['create', 'rebuild', 'adopt', 'backupKey', 'reverse', 'promote'] as const),
    ...(['commit', 'startMigrating', 'finish', 'start', 'drop'] as const),
  ],
  servers: [
    ...(['create', 'rebuild', 'adopt', 'backupKey', 'reverse', 'promote'] as const),
    ...(['commit', 'startMigrating', 'finish', 'start', 'drop'] as const),
  ],
  copies: ['create', 'rebuild', 'adopt', 'backupKey', 'promote', 'drop'],
  superseded: ['reverse', 'promote', 'commit', 'startMigrating'],
}

const writes = ({ effect }: Decision): boolean =>
  effect !== null && effect.kind !== 'WriteCondition' && effect.kind !== 'KeepCopy'

describe('decide', () => {
  it('reaches every row on observations made at random', () => {
    const reached = new Set<RowId>()
    for (const { observation } of fc.sample(stories, 3_000))
      for (const [, each] of policies) reached.add(decide(each)(observation).row)
    expect([...reached].sort()).toEqual(rows.map(({ id }) => id).sort())
  })

  it('answers the same observation with the same decision, and leaves it as it was', () => {
    fc.assert(
      fc.property(stories, policy, ({ observation }, each) => {
        const frozen = deepFreeze(structuredClone(observation))
        expect(decide(each)(frozen)).toEqual(decide(each)(observation))
        expect(frozen).toEqual(observation)
      }),
      { numRuns: 500 },
    )
  })

  it('has an answer however little is seen', () => {
    const seen = fc.subarray([...facts])
    fc.assert(
      fc.property(stories, seen, policy, ({ observation }, some, each) => {
        const partial: Observation = {
          ...nothingSeen(now),
          ...Object.fromEntries(some.map((field) => [field, observation[field]])),
        }
        expect(rows.map(({ id }) => id)).toContain(decide(each)(partial).row)
      }),
      { numRuns: 500 },
    )
  })

  it('asks for no write that its row does not declare', () => {
    fc.assert(
      fc.property(stories, policy, ({ observation }, each) => {
        const { row, effect } = decide(each)(observation)
        const declared = rows.find(({ id }) => id === row)?.effects ?? []
        if (effect !== null) expect(['WriteCondition', ...declared]).toContain(effect.kind)
      }),
      { numRuns: 500 },
    )
  })

  it('writes the condition only when it says something new, and then once', () => {
    fc.assert(
      fc.property(stories, policy, ({ observation }, each) => {
        const { effect } = decide(each)(observation)
        if (effect?.kind === 'WriteCondition')
          expect(conditionChanged(observation.condition, effect.condition)).toBe(true)
        expect(decide(each)(told(each, observation)).effect?.kind).not.toBe('WriteCondition')
      }),
      { numRuns: 500 },
    )
  })

  it('waits for something that it names, or has nothing left to do', () => {
    fc.assert(
      fc.property(stories, policy, ({ observation }, each) => {
        const { row, gate, effect, refusal } = decide(each)(told(each, observation))
        if (gate === null && effect === null)
          expect(['otherwise', 'nothing', ...(refusal === null ? [] : ['removal'])]).toContain(row)
      }),
      { numRuns: 500 },
    )
  })

  it('looks again whenever it waits, fresh where the view is too old', () => {
    fc.assert(
      fc.property(stories, policy, ({ observation }, each) => {
        const { gate, nextLook } = decide(each)(observation)
        if (gate === null) return
        expect(nextLook).not.toBeNull()
        expect(nextLook?.look === 'fresh').toBe(gate.reason === 'StaleView')
      }),
      { numRuns: 500 },
    )
  })

  it.each(['template', 'servers', 'copies', 'superseded'] as const)(
    'takes no step for which it would have to see: %s',
    (field) => {
      fc.assert(
        fc.property(stories, policy, ({ observation }, each) => {
          const { configuration } = observation
          // Before the first write of ours nothing is superseded.
          const found = configuration._tag === 'Known' && configuration.value?.ordinal === null
          fc.pre(field !== 'superseded' || !found)
          const decision = decide(each)({ ...observation, [field]: unknown('cannot be seen') })
          if (needs[field].includes(decision.row)) expect(writes(decision)).toBe(false)
        }),
        { numRuns: 500 },
      )
    },
  )

  it('migrates, and calls complete, only what the converged servers write with the target', () => {
    fc.assert(
      fc.property(stories, policy, ({ observation }, each) => {
        const { row, effect } = decide(each)(observation)
        const migrates = effect?.kind === 'CreateMigration'
        if (!migrates && !(effect !== null && (row === 'startMigrating' || row === 'finish')))
          return
        const { entries, convergence, live, epoch } = situationOf(each, observation)
        expect(convergence._tag).toBe('Converged')
        expect(live?.ordinal?.epoch).toBe(epoch)
        for (const entry of entries) expect(entry.live?.keys[0]?.id).toBe(entry.target?.id)
      }),
      { numRuns: 2_000 },
    )
  })

  it('writes nothing but the condition on a cached look where a row needs a fresh one', () => {
    const cached = (each: Policy, observation: Observation) =>
      decide(each)({ ...observation, look: 'cached' })
    fc.assert(
      fc.property(stories, policy, ({ observation }, each) => {
        const { row, effect } = cached(each, observation)
        const needs = rows.find(({ id }) => id === row)?.fresh
        if (effect?.kind === 'WriteConfiguration' || effect?.kind === 'WriteRecord')
          expect(needs === undefined || row === 'migrate').toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('does nothing in a goal state', () => {
    const goals = walk.filter(({ row, answer }) => row === 'otherwise' && answer.gate === undefined)
    expect(goals.length).toBeGreaterThan(5)
    for (const { promise, policy: each, observation } of goals)
      expect(decide(each)(told(each, observation)).effect, promise).toBeNull()
  })
})
