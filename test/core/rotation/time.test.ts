import {
  type Decision,
  type EffectKind,
  type Observation,
  conservative,
  decide,
  known,
} from '@keyroll/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stories } from './observation-arbitrary.js'
import {
  A,
  B,
  type Change,
  Plaintext,
  at,
  finished,
  live,
  migration,
  migrations,
  now,
  resource,
  resources,
  rolled,
  rotating,
  running,
  seeing,
  told,
  wishing,
  with_,
} from './observation-builder.js'
import { policies } from './policies.js'

const policy = fc.constantFrom(...policies.map(([, each]) => each))

const later = (observation: Observation, seconds: number): Observation => ({
  ...observation,
  now: observation.now + seconds,
})

const lasting: readonly EffectKind[] = [
  'WriteRecord',
  'KeepCopy',
  'WriteConfiguration',
  'StampTemplate',
  'WithdrawConfiguration',
]

const lasts = ({ effect }: Decision): boolean => effect !== null && lasting.includes(effect.kind)

/** A request to re-encrypt comes due in between. */
const comesDue = (first: Observation, second: Observation): boolean => {
  const wish = first.wish._tag === 'Known' ? first.wish.value : null
  const time = wish?.reencryptAt ?? null
  return time !== null && time > first.now && time <= second.now
}

const seconds = fc.constantFrom(1, 10, 400, 1_000, 100_000)

const migrating = [
  rotating(A, B, 'Migrating'),
  live(at(2), B, A, Plaintext),
  rolled(at(2)),
  wishing(B),
]

const rowAt = (time: number, ...changes: readonly Change[]): string =>
  decide(conservative)(told(conservative, seeing(...changes, with_({ now: time })))).row

describe('time', () => {
  it('alone writes nothing that lasts, but the drop after the grace and what was asked for a time', () => {
    fc.assert(
      fc.property(stories, policy, seconds, ({ observation }, each, passed) => {
        const first = told(each, observation)
        const second = later(first, passed)
        const [before, after] = [decide(each)(first), decide(each)(second)]
        if (before.row === after.row || !lasts(after)) return
        if (after.row === 'reencrypt' && comesDue(first, second)) return
        expect([before.row, before.gate?.reason, after.row]).toEqual([
          'retireGate',
          'CompactionGrace',
          'drop',
        ])
      }),
      { numRuns: 2_000 },
    )
  })

  it('lets migrations begin once the same servers have been seen for 10 seconds, not before', () => {
    const since = with_({ unchangedSince: known(now) })
    expect(rowAt(now + 9.9, ...migrating, since)).toBe('settling')
    expect(rowAt(now + 10, ...migrating, since)).toBe('migrate')
  })

  it('lets the old key leave once the grace since the completion is over, not before', () => {
    const retiring = [
      finished(B, A),
      live(at(2), B, A, Plaintext),
      rolled(at(2)),
      wishing(B),
      migrations(migration()),
    ]
    const completion = running + 100
    expect(rowAt(completion + conservative.grace - 1, ...retiring)).toBe('retireGate')
    expect(rowAt(completion + conservative.grace, ...retiring)).toBe('drop')
  })

  it('lets a failed migration be tried again after the back-off, not before', () => {
    const failed = migrations(migration({ outcome: 'Failed', endedTime: now }))
    expect(rowAt(now + conservative.retryAfter - 1, ...migrating, failed)).toBe('await')
    expect(rowAt(now + conservative.retryAfter, ...migrating, failed)).toBe('migrate')
  })

  it('lets a hanging migration be tried again at its deadline, not before', () => {
    const hangs = migrations(migration({ outcome: 'Running', createdTime: now }))
    expect(rowAt(now + conservative.migrationDeadline - 1, ...migrating, hangs)).toBe('await')
    expect(rowAt(now + conservative.migrationDeadline, ...migrating, hangs)).toBe('migrate')
  })

  it('lets a resource be skipped once it has been absent for as long as it takes to settle', () => {
    const gone = [
      migrations(migration()),
      resources(
        resource('secrets'),
        resource('widgets', { served: known('NotServed'), absentSince: now }),
      ),
    ]
    expect(rowAt(now + 9.9, ...migrating, ...gone)).toBe('await')
    expect(rowAt(now + 10, ...migrating, ...gone)).toBe('finish')
  })
})
