import {
  type EvidenceView,
  type Migration,
  type Ordinal,
  type StoredResource,
  known,
  migrationName,
  newestAttempt,
  progressOf,
  unknown,
} from '@keyroll/core'
import { describe, expect, it } from 'vitest'

const now = 10_000
const ordinal: Ordinal = { epoch: 9_000, step: 2 }

const migration = (fields: Partial<Migration> = {}): Migration => ({
  name: 'any',
  resource: 'widgets.example.io',
  ordinal,
  attempt: 1,
  continuity: 'unbroken',
  outcome: 'Succeeded',
  createdTime: now - 100,
  endedTime: now - 50,
  touchedTime: null,
  message: null,
  ...fields,
})

const view = (...migrations: readonly Migration[]): EvidenceView => ({
  now,
  ordinal,
  migrations,
  continuity: known('unbroken'),
  settle: 10,
  retryAfter: 300,
  migrationDeadline: 900,
})

const widgets: StoredResource = {
  resource: 'widgets.example.io',
  served: known('Served'),
  absentSince: null,
  touchable: null,
}

const absent = (since: number | null, resource = 'widgets.example.io'): StoredResource => ({
  ...widgets,
  resource,
  served: known('NotServed'),
  absentSince: since,
})

describe('evidence', () => {
  it('is a succeeded migration of the ordinal whose continuity is unbroken', () => {
    expect(progressOf(widgets, view(migration()))).toEqual({ _tag: 'Evidence' })
  })

  it('is not a success under another ordinal', () => {
    const older = { epoch: 9_000, step: 1 }
    expect(progressOf(widgets, view(migration({ ordinal: older })))).toEqual({
      _tag: 'Due',
      attempt: 1,
    })
  })

  it('is not a success of another resource', () => {
    expect(progressOf(widgets, view(migration({ resource: 'secrets' })))._tag).toBe('Due')
  })

  it('is not a success of somebody else, without an ordinal', () => {
    expect(progressOf(widgets, view(migration({ ordinal: null })))._tag).toBe('Due')
    expect(progressOf(widgets, { ...view(migration({ ordinal: null })), ordinal: null })._tag).toBe(
      'Due',
    )
  })

  it('is broken when the continuity is another one now, or was never noted', () => {
    for (const continuity of ['other', null]) {
      const one = migration({ continuity })
      expect(progressOf(widgets, view(one))).toEqual({ _tag: 'Broken', migration: one })
    }
  })

  it('is neither there nor broken while the continuity cannot be seen', () => {
    const one = migration()
    expect(progressOf(widgets, { ...view(one), continuity: unknown('no list') })).toEqual({
      _tag: 'Underway',
      migration: one,
    })
  })

  it('is what the newest attempt says: a failure after a success takes it back', () => {
    const attempts = [migration(), migration({ attempt: 2, outcome: 'Failed' })]
    expect(progressOf(widgets, view(...attempts))._tag).toBe('Backoff')
    expect(newestAttempt(attempts, widgets.resource, ordinal)).toBe(attempts[1])
  })

  it('counts also where the resource is not served any more', () => {
    expect(progressOf(absent(now - 900), view(migration()))).toEqual({ _tag: 'Evidence' })
  })
})

describe('a resource without evidence', () => {
  it('is due when it is served and nothing has been tried', () => {
    expect(progressOf(widgets, view())).toEqual({ _tag: 'Due', attempt: 1 })
  })

  it.each(['Pending', 'Running'] as const)('is underway before the deadline: %s', (outcome) => {
    const one = migration({ outcome, createdTime: now - 899 })
    expect(progressOf(widgets, view(one))).toEqual({ _tag: 'Underway', migration: one })
  })

  it.each(['Pending', 'Running'] as const)('is due again at the deadline: %s', (outcome) => {
    const one = migration({ outcome, createdTime: now - 900, attempt: 3 })
    expect(progressOf(widgets, view(one))).toEqual({ _tag: 'Due', attempt: 4 })
  })

  it('waits after a failure, from when it ended or else from when it was created', () => {
    const ended = migration({ outcome: 'Failed', endedTime: now - 299 })
    expect(progressOf(widgets, view(ended))).toEqual({ _tag: 'Backoff', migration: ended })
    const created = migration({ outcome: 'Failed', endedTime: null, createdTime: now - 299 })
    expect(progressOf(widgets, view(created))._tag).toBe('Backoff')
  })

  it('is tried again after the wait', () => {
    const ended = migration({ outcome: 'Failed', endedTime: now - 300 })
    expect(progressOf(widgets, view(ended))).toEqual({ _tag: 'Due', attempt: 2 })
  })

  it('is not tried while it is not known to be served', () => {
    const doubt = { ...widgets, served: unknown('503') }
    expect(progressOf(doubt, view())).toEqual({ _tag: 'Unserved', reason: '503' })
    const failed = migration({ outcome: 'Failed', endedTime: now - 300 })
    expect(progressOf(doubt, view(failed))).toEqual({ _tag: 'Unserved', reason: '503' })
  })
})

describe('a resource is skipped', () => {
  it('when its absence has been proven for as long as it takes to settle', () => {
    expect(progressOf(absent(now - 10), view())).toEqual({ _tag: 'Absent' })
  })

  it('not before', () => {
    expect(progressOf(absent(now - 9), view())._tag).toBe('Unserved')
    expect(progressOf(absent(null), view())._tag).toBe('Unserved')
  })

  it('never when it is secrets', () => {
    expect(progressOf(absent(now - 9_000, 'secrets'), view())._tag).toBe('Unserved')
  })

  it('although an attempt failed: nothing is left to rewrite', () => {
    const failed = migration({ outcome: 'Failed' })
    expect(progressOf(absent(now - 10), view(failed))).toEqual({ _tag: 'Absent' })
  })
})

describe('the name of a migration', () => {
  it('differs for each resource, epoch, step and attempt', () => {
    const names = [
      migrationName('secrets', ordinal, 1),
      migrationName('secrets', ordinal, 2),
      migrationName('secrets', { epoch: 9_000, step: 3 }, 1),
      migrationName('secrets', { epoch: 9_001, step: 2 }, 1),
      migrationName('widgets.example.io', ordinal, 1),
    ]
    expect(new Set(names).size).toBe(names.length)
    expect(names[0]).toBe('encryption-migration-core-secrets-9000-2-1')
  })
})
