import { type Effect, Plaintext, conservative, decide, known, unknown } from '@keyroll/core'
import { describe, expect, it } from 'vitest'
import {
  A,
  B,
  type Change,
  at,
  before,
  completed,
  copy,
  entry,
  epochs,
  finished,
  hashOf,
  inReach,
  live,
  migration,
  migrations,
  noCopies,
  now,
  recorded,
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

const effectOf = (...changes: readonly Change[]): Effect | null =>
  decide(conservative)(told(conservative, seeing(...changes))).effect

const soon = { ...conservative, keepCopies: 950 }

/** A has left, and all servers are without it. */
const dropped = [finished(B, A), noCopies, live(at(3), B, Plaintext), rolled(at(3)), wishing(B)]

const older = {
  ordinal: at(2),
  hash: hashOf(at(2)),
  entries: [{ resources: ['secrets'], keys: [B, A] }],
}

describe('what a rotation leaves lying', () => {
  it('a configuration within reach is copied before it is withdrawn', () => {
    expect(effectOf(...dropped, with_({ superseded: known([older]) }))).toEqual({
      kind: 'KeepCopy',
      of: 'superseded',
      ...older,
    })
    expect(effectOf(...dropped, inReach(at(2), B, A))).toEqual({
      kind: 'WithdrawConfiguration',
      ordinal: at(2),
      hash: hashOf(at(2)),
    })
  })

  it('nothing is withdrawn while it cannot be seen what is within reach: that is told', () => {
    const decision = decide(conservative)(
      seeing(...dropped, with_({ superseded: unknown('forbidden') })),
    )
    expect([decision.row, decision.gate?.reason]).toEqual(['withdraw', 'ConfigurationUnknown'])
  })

  it('a rotation does not pass its commit while it cannot be seen what is within reach', () => {
    const decision = decide(conservative)(
      seeing(
        rotating(A, B, 'ReadOnlyDeploy'),
        live(at(1), A, B),
        rolled(at(1)),
        wishing(B),
        with_({ superseded: unknown('forbidden') }),
      ),
    )
    expect([decision.row, decision.gate?.reason]).toEqual(['withdraw', 'ConfigurationUnknown'])
  })

  it('nothing is withdrawn while migrations count on the continuity', () => {
    const migrating = [
      rotating(A, B, 'Migrating'),
      live(at(2), B, A),
      rolled(at(2)),
      wishing(B),
      inReach(at(1), A, B),
    ]
    expect(effectOf(...migrating, migrations(migration({ outcome: 'Running' })))).toBeNull()
    expect(effectOf(...migrating)?.kind).toBe('WithdrawConfiguration')
  })

  it('migrations go when nothing counts on them, older ones before a new one is created', () => {
    expect(effectOf(...dropped, migrations(migration()))).toEqual({
      kind: 'DeleteMigration',
      name: migration().name,
    })
    const old = migration({ ordinal: before(2), name: 'old' })
    expect(
      effectOf(
        rotating(A, B, 'Migrating'),
        live(at(2), B, A),
        rolled(at(2)),
        wishing(B),
        migrations(old),
      ),
    ).toEqual({ kind: 'DeleteMigration', name: 'old' })
  })

  it('migrations of somebody else stay', () => {
    expect(effectOf(...dropped, migrations(migration({ ordinal: null })))).toBeNull()
  })

  it('migrations stay while an old key may still leave by their evidence', () => {
    const retiring = [finished(B, A), live(at(2), B, A), rolled(at(2)), wishing(B)]
    const early = with_({ now: running + 500 })
    expect(effectOf(...retiring, migrations(migration()), early)).toBeNull()
  })

  it('copies go when their keys have left and the time to keep them is over, the live one never', () => {
    const kept = seeing(...dropped, copy(at(2), B, A), copy(before(3), A))
    const completion = running + 100
    const decisionAt = (time: number) => decide(soon)(told(soon, { ...kept, now: time }))
    expect(decisionAt(completion + 949).effect).toBeNull()
    expect(decisionAt(completion + 949).nextLook).toEqual({ after: 1, look: 'cached' })
    expect(decisionAt(completion + 950).effect).toMatchObject({ kind: 'DiscardCopy' })
    const { effect } = decide(soon)(told(soon, { ...seeing(...dropped), now: completion + 950 }))
    expect(effect).toBeNull()
  })

  it('copies stay while a skipped resource may need their keys', () => {
    const skipped = [
      recorded({
        entries: [entry(B)],
        history: epochs(completed(B, running, A)),
        skipped: ['widgets'],
      }),
      copy(at(2), B, A),
      resources(
        resource('secrets'),
        resource('widgets', { served: known('NotServed'), absentSince: now - 900 }),
      ),
      with_({ now: now + 9_000 }),
    ]
    expect(effectOf(...dropped, ...skipped)).toBeNull()
  })
})
