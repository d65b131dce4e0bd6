import { type Decision, type Migration, conservative, decide, known, unknown } from '@keyroll/core'
import { describe, expect, it } from 'vitest'
import {
  A,
  B,
  type Change,
  Plaintext,
  at,
  before,
  live,
  migration,
  migrations,
  now,
  resource,
  resources,
  rolled,
  rotating,
  seeing,
  told,
  wishing,
  with_,
} from './observation-builder.js'

const migrating = [
  rotating(A, B, 'Migrating'),
  live(at(2), B, A, Plaintext),
  rolled(at(2)),
  wishing(B),
]

const decided = (...changes: readonly Change[]): Decision =>
  decide(conservative)(told(conservative, seeing(...migrating, ...changes)))

const attempt = (fields: Partial<Migration>): Change => migrations(migration(fields))

const hanging = { outcome: 'Running' as const, createdTime: now - 1_000 }

describe('migrating', () => {
  it('creates a migration under the live ordinal, with the continuity of this moment', () => {
    expect(decided().effect).toEqual({
      kind: 'CreateMigration',
      name: 'encryption-migration-core-secrets-19000-2-1',
      resource: 'secrets',
      ordinal: at(2),
      attempt: 1,
      continuity: 'unbroken',
    })
  })

  it('does not count an attempt under an older ordinal', () => {
    const { effect } = decided(attempt({ ordinal: at(1), name: 'older' }))
    expect(effect).toEqual({ kind: 'DeleteMigration', name: 'older' })
  })

  it('looks afresh for the first migration of an epoch, and not for the others', () => {
    const cachedLook = with_({ look: 'cached' })
    const two = resources(resource('secrets'), resource('widgets'))
    expect(decided(two, cachedLook).gate?.reason).toBe('StaleView')
    expect(decided(two, migrations(migration()), cachedLook).effect?.kind).toBe('CreateMigration')
  })

  it('tries a hanging one again under a new name, then deletes the old one', () => {
    expect(decided(attempt(hanging)).effect).toMatchObject({
      name: 'encryption-migration-core-secrets-19000-2-2',
      attempt: 2,
    })
    const both = migrations(
      migration(hanging),
      migration({ attempt: 2, outcome: 'Running', createdTime: now }),
    )
    expect(decided(both).effect).toEqual({ kind: 'DeleteMigration', name: migration().name })
  })

  it('holds, and creates nothing, while the migrations cannot be listed', () => {
    const { row, gate, effect } = decided(with_({ migrations: unknown('the API is down') }))
    expect([row, gate?.reason, effect]).toEqual(['await', 'DiscoveryUnknown', null])
    expect(gate?.about).toContain('the API is down')
  })

  it('holds while the continuity to be noted cannot be seen', () => {
    const { row, gate, effect } = decided(with_({ continuity: unknown('no list') }))
    expect([row, gate, effect]).toMatchObject(['servers', { about: ['no list'] }, null])
  })

  it('clears away older ones also while the continuity cannot be seen', () => {
    const { effect } = decided(
      migrations(
        migration({ outcome: 'Running', createdTime: now }),
        migration({ ordinal: before(2), name: 'older' }),
      ),
      with_({ continuity: unknown('no list') }),
    )
    expect(effect).toEqual({ kind: 'DeleteMigration', name: 'older' })
  })

  it.each<readonly [string, Change, string]>([
    ['a blocked migrator', with_({ migratorBlocked: 'busy' }), 'MigratorBlocked'],
    ['a failure', attempt({ outcome: 'Failed', message: 'quota' }), 'MigrationFailed'],
    ['a second attempt', attempt({ outcome: 'Running', attempt: 2 }), 'MigrationStuck'],
    ['nothing special', attempt({ outcome: 'Running' }), 'AwaitingMigrations'],
  ])('names what it waits for: %s', (_, change, reason) => {
    const { gate } = decided(attempt({ outcome: 'Running' }), change)
    expect(gate?.reason).toBe(reason)
  })

  it('names the worst of several waits', () => {
    const { gate } = decided(
      resources(resource('secrets'), resource('widgets')),
      migrations(
        migration({ outcome: 'Running' }),
        migration({ resource: 'widgets', outcome: 'Failed', message: 'quota' }),
      ),
    )
    expect(gate).toMatchObject({ reason: 'MigrationFailed', about: ['widgets: quota'] })
  })
})

describe('a quiet migrator', () => {
  const touchable = resources(
    resource('secrets', { touchable: 'one' }),
    resource('widgets', { touchable: 'other' }),
  )
  const waiting = (first: number | null, second: number | null): Change =>
    migrations(
      migration({ outcome: 'Running', touchedTime: first }),
      migration({ resource: 'widgets', outcome: 'Running', touchedTime: second }),
    )

  it('is woken through an object that the caller names, the longest waiting first', () => {
    const { gate, effect, nextLook } = decided(touchable, waiting(now - 1, now - 2))
    expect(effect).toMatchObject({ kind: 'TouchResource', resource: 'widgets' })
    expect([gate?.reason, nextLook?.after]).toEqual(['AwaitingMigrations', 0.5])
  })

  it('is not woken twice within half a second', () => {
    expect(decided(touchable, waiting(now - 0.4, now - 0.4)).effect).toBeNull()
  })

  it('is not woken where no object is named, by policy, or through servers that lag', () => {
    expect(decided(waiting(null, null)).effect).toBeNull()
    const still = { ...conservative, touch: false }
    const seen = told(still, seeing(...migrating, touchable, waiting(null, null)))
    expect(decide(still)(seen).effect).toBeNull()
    const lagging = with_({ servers: known({ wanted: 1, list: [], rollout: null }) })
    expect(decided(touchable, waiting(null, null), lagging).effect).toBeNull()
  })
})
