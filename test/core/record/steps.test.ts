import {
  type HistoryEntry,
  type HistoryState,
  type Key,
  Plaintext,
  type Record,
  type RecordEntry,
  emptyRecord,
  epochOf,
  hasProof,
  hasTarget,
  isCommitted,
  sealingKey,
} from '@keyroll/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  adopt,
  advance,
  begin,
  cancel,
  finish,
  trim,
} from '../../../packages/core/src/record/steps.js'

const [A, B, C, Z] = [
  sealingKey('aescbc', 'a', '1'),
  sealingKey('aescbc', 'b', '2'),
  sealingKey('aescbc', 'c', '3'),
  sealingKey('aescbc', 'z', '4'),
] as const

const entry = (
  activeKey: Key,
  targetKey: Key | null = null,
  older: readonly Key[] = [],
  resource = 'secrets',
): RecordEntry => ({ resources: [resource], activeKey, targetKey, older })

const past = (
  state: HistoryState,
  startedTime: number,
  from: Key = Z,
  to: Key = A,
): HistoryEntry => ({
  plan: [{ resources: ['secrets'], from, to }],
  state,
  startedTime,
  completionTime: state === 'Completed' ? startedTime + 5 : null,
  message: null,
})

const steady: Record = {
  version: 'r7',
  entries: [entry(A)],
  history: [past('Completed', 100)],
  skipped: [],
  finishedRevision: 40,
}

const toB = begin(steady, {
  entries: [entry(A, B, [Z])],
  state: 'ReadOnlyDeploy',
  epoch: 200,
  now: 199,
  message: 'another key is wished for',
})

const states = (record: Record): readonly HistoryState[] => record.history.map(({ state }) => state)

describe('a new epoch', () => {
  it('is one write over the version that was read', () => {
    expect(toB.version).toBe('r7')
    expect(toB.history[0]).toEqual({
      plan: [{ resources: ['secrets'], from: A, to: B }],
      state: 'ReadOnlyDeploy',
      startedTime: 200,
      completionTime: null,
      message: 'another key is wished for',
    })
    expect([epochOf(toB), hasTarget(toB), isCommitted(toB)]).toEqual([200, true, false])
  })

  it('marks the one that runs as interrupted, in the same write', () => {
    const toC = begin(toB, {
      entries: [entry(A, C, [Z])],
      state: 'ReadOnlyDeploy',
      epoch: 300,
      now: 250,
      message: 'replaced',
    })
    expect(states(toC)).toEqual(['ReadOnlyDeploy', 'Interrupted', 'Completed'])
    expect(toC.history[1]).toMatchObject({ completionTime: 250, message: 'replaced' })
    expect(toC.entries[0]?.older).toEqual([Z])
  })

  it('leaves what has completed as it is', () => {
    expect(toB.history[1]).toEqual(steady.history[0])
  })

  it('ends no epoch before it began, also when the clock is behind', () => {
    const next = begin(toB, {
      entries: [entry(A, C)],
      state: 'WritePromote',
      epoch: 201,
      now: 150,
      message: '',
    })
    expect(next.history[1]?.completionTime).toBe(200)
  })
})

describe('the commit', () => {
  it('moves the running epoch on and touches nothing else', () => {
    const committed = advance(toB, 'WritePromote')
    expect(states(committed)).toEqual(['WritePromote', 'Completed'])
    expect({ ...committed, history: [] }).toEqual({ ...toB, history: [] })
    expect(isCommitted(committed)).toBe(true)
    expect(isCommitted(advance(committed, 'Migrating'))).toBe(true)
  })

  it('of a record without history is none', () => {
    expect(advance(emptyRecord, 'WritePromote')).toBe(emptyRecord)
  })
})

describe('a cancel', () => {
  const cancelled = cancel(toB, 300, 250)

  it('takes the target away and keeps the older readers', () => {
    expect(cancelled.entries).toEqual([entry(A, null, [Z])])
    expect(cancelled.version).toBe('r7')
  })

  it('gives the interrupted epoch a new number, so that what an older view writes is fenced off', () => {
    expect(states(cancelled)).toEqual(['Interrupted', 'Completed'])
    expect(cancelled.history[0]).toMatchObject({ startedTime: 300, completionTime: 300 })
  })

  it('leaves the proof of what had completed', () => {
    expect(hasProof(cancelled)).toBe(true)
  })
})

describe('an adoption', () => {
  it('of a file without ordinals writes no epoch', () => {
    const adopted = adopt(emptyRecord, [entry(A, null, [Z])], null, 100)
    expect(adopted).toEqual({ ...emptyRecord, entries: [entry(A, null, [Z])] })
    expect(hasProof(adopted)).toBe(false)
  })

  it('over a record that had fallen behind proves nothing, whatever had completed', () => {
    const adopted = adopt(toB, [entry(B)], 400, 350)
    expect(states(adopted)).toEqual(['Interrupted', 'Interrupted', 'Completed'])
    expect(adopted.history[0]).toMatchObject({
      plan: [{ resources: ['secrets'], from: B, to: B }],
      startedTime: 400,
    })
    expect(hasProof(adopted)).toBe(false)
  })
})

describe('the finish', () => {
  const running = advance(
    {
      ...toB,
      entries: [entry(A, B, [Z]), entry(Plaintext, B, [C], 'widgets')],
    },
    'Migrating',
  )
  const finishing = { now: 260, skipped: [], keepsReaders: [false, false], revision: 77 }

  it('is one write: the target is active, target and older readers are gone, the epoch is completed', () => {
    const done = finish(running, finishing)
    expect(done.entries).toEqual([entry(B), entry(B, null, [], 'widgets')])
    expect(done.history[0]).toMatchObject({
      state: 'Completed',
      completionTime: 260,
      message: null,
    })
    expect([done.version, done.finishedRevision, hasTarget(done)]).toEqual(['r7', 77, false])
  })

  it('never completes before the epoch began', () => {
    expect(finish(running, { ...finishing, now: 10 }).history[0]?.completionTime).toBe(200)
  })

  it('remembers the former keys of an entry with a skipped resource, and says what was skipped', () => {
    const done = finish(running, {
      ...finishing,
      skipped: ['widgets'],
      keepsReaders: [false, true],
    })
    expect(done.entries).toEqual([entry(B), entry(B, null, [Plaintext, C], 'widgets')])
    expect(done.skipped).toEqual(['widgets'])
    expect(done.history[0]?.message).toContain('widgets')
  })

  it('of nothing that runs is none', () => {
    expect(finish(steady, finishing)).toBe(steady)
    expect(finish(emptyRecord, finishing)).toBe(emptyRecord)
  })
})

describe('the history', () => {
  const histories = fc
    .array(fc.constantFrom<HistoryState>('Completed', 'Interrupted', 'WritePromote'), {
      maxLength: 12,
    })
    .map((list) => list.map((state, at) => past(state, 1_000 - at)))

  it('keeps at most 5 entries, the newest first, and never loses the newest completed one', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const kept = trim(history)
        expect(kept.length).toBe(Math.min(5, history.length))
        const newest = history.find(({ state }) => state === 'Completed')
        expect(kept.find(({ state }) => state === 'Completed')).toBe(newest)
        expect(kept[0]).toBe(history[0])
        expect(kept.map(({ startedTime }) => startedTime)).toEqual(
          kept.map(({ startedTime }) => startedTime).sort((a, b) => b - a),
        )
      }),
    )
  })

  it('keeps the completed entry however many epochs are replaced after it', () => {
    const replaced = [...Array(9).keys()].reduce<Record>(
      (record, at) =>
        begin(record, {
          entries: [entry(A, at % 2 === 0 ? C : B)],
          state: 'ReadOnlyDeploy',
          epoch: 300 + at,
          now: 300 + at,
          message: 'replaced',
        }),
      toB,
    )
    expect(replaced.history.length).toBe(5)
    expect(replaced.history.at(-1)).toEqual(steady.history[0])
  })
})
