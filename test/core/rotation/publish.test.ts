import {
  type ConfigurationEntry,
  type Decision,
  type Effect,
  type Key,
  type Observation,
  type Ordinal,
  compareOrdinals,
  conservative,
  decide,
  olderThan,
  situationOf,
  unknown,
} from '@keyroll/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stories } from './observation-arbitrary.js'
import {
  A,
  B,
  C,
  Plaintext,
  afterCopies,
  at,
  copy,
  hashOf,
  live,
  noCopies,
  rolled,
  rotating,
  running,
  seeing,
  template,
  wishing,
  with_,
} from './observation-builder.js'
import { policies } from './policies.js'

const committed = [
  rotating(A, B, 'WritePromote'),
  live(at(1), A, B, Plaintext),
  rolled(at(1)),
  wishing(B),
]

const effectOf = (observation: Observation): Effect | null =>
  decide(conservative)(observation).effect

const promotion = [{ resources: ['secrets'], keys: [B, A, Plaintext] }]

describe('a configuration is published', () => {
  it('after the one that stands has been copied', () => {
    expect(effectOf(seeing(...committed, noCopies))).toEqual({
      kind: 'KeepCopy',
      of: 'live',
      ordinal: at(1),
      hash: hashOf(at(1)),
      entries: [{ resources: ['secrets'], keys: [A, B, Plaintext] }],
    })
  })

  it('then after it has been copied itself, under the ordinal that it will have', () => {
    expect(effectOf(seeing(...committed))).toEqual({
      kind: 'KeepCopy',
      of: 'next',
      ordinal: at(2),
      hash: null,
      entries: promotion,
    })
  })

  it('and then over the version that was read, under the ordinal of its copy', () => {
    expect(effectOf(seeing(...committed, copy(at(2), B, A, Plaintext)))).toEqual({
      kind: 'WriteConfiguration',
      change: 'promote',
      ordinal: at(2),
      entries: promotion,
      expectedVersion: 'c1',
    })
  })

  it('under a new ordinal, where the newest copy holds something else', () => {
    expect(effectOf(seeing(...committed, copy(at(2), B, A)))).toMatchObject({
      kind: 'KeepCopy',
      of: 'next',
      ordinal: at(3),
    })
  })

  it('not under the ordinal of a copy that something in sight has passed', () => {
    const { decision } = afterCopies(
      conservative,
      seeing(...committed, copy(at(0), B, A, Plaintext)),
    )
    expect(decision.effect).toMatchObject({ kind: 'WriteConfiguration', ordinal: at(2) })
  })

  it('from step 1 in a new epoch', () => {
    const { decision, copies } = afterCopies(
      conservative,
      seeing(rotating(A, B, 'ReadOnlyDeploy'), wishing(B)),
    )
    expect(decision.effect).toMatchObject({ change: 'add', ordinal: { epoch: running, step: 1 } })
    expect(copies).toBe(1)
  })

  it('not while it cannot be seen which copies are kept', () => {
    const decision = decide(conservative)(
      seeing(...committed, with_({ copies: unknown('forbidden') })),
    )
    expect(decision.effect?.kind).not.toBe('WriteConfiguration')
    expect(decision.gate).not.toBeNull()
  })

  it('and only then stamped, over an older ordinal', () => {
    expect(
      effectOf(seeing(rotating(A, B, 'WritePromote'), live(at(2), B, A), template(at(1)))),
    ).toEqual({
      kind: 'StampTemplate',
      ordinal: at(2),
      hash: hashOf(at(2)),
      expectedVersion: 't1',
    })
  })
})

describe('a replaced target', () => {
  it('leaves in the write that adds the new one', () => {
    const record = rotating(A, C, 'ReadOnlyDeploy')
    const replaced = seeing(record, live(at(1), A, B, Plaintext), rolled(at(1)), wishing(C))
    if (replaced.record._tag !== 'Known' || replaced.record.value === null) return
    const [newest, ...rest] = replaced.record.value.history
    const interrupted = {
      plan: [{ resources: ['secrets'], from: A, to: B }],
      state: 'Interrupted' as const,
      startedTime: running - 10,
      completionTime: running,
      message: null,
    }
    const seen = {
      ...replaced,
      record: {
        ...replaced.record,
        value: {
          ...replaced.record.value,
          history: newest === undefined ? [] : [newest, interrupted, ...rest],
        },
      },
    }
    expect(afterCopies(conservative, seen).decision.effect).toMatchObject({
      change: 'add',
      entries: [{ resources: ['secrets'], keys: [A, C, Plaintext] }],
    })
  })
})

// What holds for every configuration that is ever asked for.

const decisions = fc
  .tuple(stories, fc.constantFrom(...policies.map(([, each]) => each)))
  .map(([{ observation }, policy]) => ({
    observation,
    situation: situationOf(policy, observation),
    decision: afterCopies(policy, observation).decision,
  }))

const written = ({ effect }: Decision) => (effect?.kind === 'WriteConfiguration' ? effect : null)

const keysIn = (entries: readonly ConfigurationEntry[]): readonly Key[] => entries[0]?.keys ?? []

const ids = (keys: readonly Key[]): readonly string[] => keys.map(({ id }) => id)

describe('whatever is observed, a configuration that is written', () => {
  it('is above everything in sight, and of the epoch of the record or a newer one', () => {
    fc.assert(
      fc.property(decisions, ({ situation, decision }) => {
        const effect = written(decision)
        if (effect === null) return
        const seen: readonly (Ordinal | null)[] = [
          situation.highest,
          ...situation.stamps.map(({ ordinal }) => ordinal),
        ]
        for (const each of seen) expect(olderThan(each, effect.ordinal)).toBe(true)
        if (situation.highestCopy !== null)
          expect(compareOrdinals(effect.ordinal, situation.highestCopy)).toBeGreaterThanOrEqual(0)
        expect(effect.ordinal.epoch).toBeGreaterThanOrEqual(situation.epoch)
      }),
      { numRuns: 1_000 },
    )
  })

  it('takes one kind of step: it adds behind the same writer, promotes a reader, or drops readers', () => {
    fc.assert(
      fc.property(decisions, ({ situation, decision }) => {
        const effect = written(decision)
        const { live: standing } = situation
        if (effect === null || standing === null || effect.change === 'create') return
        const [from, to] = [keysIn(standing.entries), keysIn(effect.entries)]
        switch (effect.change) {
          case 'add':
          case 'republish': {
            // A writer that something in sight cannot read steps behind the active key.
            expect([from[0]?.id, situation.entries[0]?.active.id]).toContain(to[0]?.id)
            const lost = ids(from).filter((id) => !ids(to).includes(id))
            const needed = situation.entries.flatMap(({ active, target, older }) => [
              active.id,
              target?.id,
              ...ids(older),
            ])
            for (const id of lost) expect(needed).not.toContain(id)
            break
          }
          case 'promote':
            expect(new Set(ids(to))).toEqual(new Set(ids(from)))
            expect(to[0]?.id).toBe(situation.entries[0]?.target?.id)
            break
          case 'drop':
            expect(to[0]?.id).toBe(from[0]?.id)
            expect(to.length).toBeLessThan(from.length)
            expect(ids(from).filter((id) => ids(to).includes(id))).toEqual(ids(to))
            break
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it('holds the active key, the target and every older reader, and no key twice', () => {
    fc.assert(
      fc.property(decisions, ({ situation, decision }) => {
        const effect = written(decision)
        if (effect === null) return
        const keys = ids(keysIn(effect.entries))
        expect(new Set(keys).size).toBe(keys.length)
        for (const { active, target, older } of situation.entries) {
          expect(keys).toContain(active.id)
          if (target !== null) expect(keys).toContain(target.id)
          if (effect.change !== 'drop') for (const { id } of older) expect(keys).toContain(id)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it('is written over the version that was read', () => {
    fc.assert(
      fc.property(decisions, ({ situation, decision }) => {
        const effect = written(decision)
        if (effect !== null) expect(effect.expectedVersion).toBe(situation.live?.version ?? null)
      }),
      { numRuns: 500 },
    )
  })

  it('has a copy that is kept, and so has the one that it overwrites', () => {
    fc.assert(
      fc.property(
        stories,
        fc.constantFrom(...policies.map(([, each]) => each)),
        ({ observation }, policy) => {
          const effect = written(decide(policy)(observation))
          if (effect === null) return
          const copies = observation.copies._tag === 'Known' ? observation.copies.value : []
          expect(copies.map(({ ordinal }) => ordinal)).toContainEqual(effect.ordinal)
          const standing =
            observation.configuration._tag === 'Known' ? observation.configuration.value : null
          if (standing !== null) expect(copies.map(({ hash }) => hash)).toContain(standing.hash)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})
