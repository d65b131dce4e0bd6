import {
  type Decision,
  type HistoryState,
  type Observation,
  type Sample,
  conservative,
  decide,
  durationBuckets,
  known,
  metricsOf,
  nothingSeen,
} from '@keyroll/core'
import { describe, expect, it } from 'vitest'
import {
  clusterOn,
  completed,
  epoch,
  migrationOf,
  now,
  promoted,
  resources,
  retired,
  rotating,
} from './cluster.js'

const turnOf = (
  observation: Observation,
  before: Observation | null = null,
  decision: Decision = decide(conservative)(observation),
): readonly Sample[] => metricsOf({ observation, decision, before })

const valuesOf = (samples: readonly Sample[], name: string) =>
  samples.filter((sample) => sample.name === name)

const holding = (samples: readonly Sample[], name: string) =>
  valuesOf(samples, name)
    .filter(({ value }) => value === 1)
    .map(({ labels }) => labels)

const only = (samples: readonly Sample[], name: string) => valuesOf(samples, name)[0]?.value

const migrations = (outcome: 'Running' | 'Failed' | 'Succeeded') =>
  known(resources.map((resource) => migrationOf(resource, outcome, { epoch, step: 2 })))

const migrating = {
  ...clusterOn(promoted, rotating('Migrating')),
  migrations: migrations('Running'),
}

describe("HyperShift's gauge of the state", () => {
  const name = 'hypershift_encryption_migration_state'
  const stateOf = (state: HistoryState) =>
    holding(turnOf({ ...migrating, record: known({ ...rotating(state) }) }), name)

  it('has six series, of which one is 1', () => {
    const series = valuesOf(turnOf(migrating), name)
    expect(series.map(({ labels }) => labels['state'])).toEqual([
      'ReadOnlyDeploy',
      'WritePromote',
      'Migrating',
      'Completed',
      'Interrupted',
      'idle',
    ])
    expect(holding(series, name)).toEqual([{ state: 'Migrating' }])
  })

  it('is idle when nothing runs: completed, interrupted, or never begun', () => {
    expect(stateOf('Completed')).toEqual([{ state: 'idle' }])
    expect(stateOf('Interrupted')).toEqual([{ state: 'idle' }])
    expect(holding(turnOf({ ...migrating, record: known(null) }), name)).toEqual([
      { state: 'idle' },
    ])
    expect(stateOf('WritePromote')).toEqual([{ state: 'WritePromote' }])
  })

  it('is 0 throughout while the record is not known', () => {
    expect(holding(turnOf(nothingSeen(now)), name)).toEqual([])
  })
})

describe("HyperShift's histogram of durations", () => {
  const name = 'hypershift_encryption_migration_duration_seconds'

  it('observes a rotation in the turn that finishes it, and in no other', () => {
    const finishing = { ...migrating, migrations: migrations('Succeeded') }
    expect(valuesOf(turnOf(finishing), name)).toEqual([
      { name, kind: 'histogram', help: expect.any(String), labels: {}, value: now - epoch },
    ])
    expect(valuesOf(turnOf(migrating), name)).toEqual([])
    expect(valuesOf(turnOf(retired), name)).toEqual([])
  })

  it('observes no record that is completed without a rotation, as on an empty etcd', () => {
    const effect = { kind: 'WriteRecord' as const, record: completed, condition: null }
    const initializing: Decision = { ...decide(conservative)(retired), row: 'emptyEtcd', effect }
    expect(valuesOf(turnOf(retired, null, initializing), name)).toEqual([])
  })

  it('has buckets from half a minute to four hours, each twice the former', () => {
    expect(durationBuckets).toEqual(Array.from({ length: 10 }, (_, at) => 30 * 2 ** at))
  })
})

describe("HyperShift's counter of failures", () => {
  const name = 'hypershift_encryption_migration_failures_total'
  const failed = { ...migrating, migrations: migrations('Failed') }

  it('rises once for each failed attempt, not with every look', () => {
    expect(only(turnOf(failed), name)).toBe(2)
    expect(only(turnOf(failed, migrating), name)).toBe(2)
    expect(only(turnOf(failed, failed), name)).toBe(0)
    expect(only(turnOf(migrating, failed), name)).toBe(0)
  })

  it('counts no migration of somebody else', () => {
    const foreign = failed.migrations.value.map((each) => ({ ...each, ordinal: null }))
    expect(only(turnOf({ ...failed, migrations: known(foreign) }), name)).toBe(0)
  })
})

describe('the metrics of keyroll', () => {
  it('name the stage and the gate that hold, and age both', () => {
    const samples = turnOf(migrating)
    expect(holding(samples, 'keyroll_stage')).toEqual([{ stage: 'Migrating' }])
    expect(holding(samples, 'keyroll_gate')).toEqual([{ reason: 'AwaitingMigrations' }])
    expect(only(samples, 'keyroll_stage_age_seconds')).toBe(now - epoch)
    expect(only(samples, 'keyroll_gate_age_seconds')).toBe(300)
    expect(only(samples, 'keyroll_overdue')).toBe(0)
  })

  it('age a stage in which nothing runs from the end of the last rotation', () => {
    expect(only(turnOf(retired), 'keyroll_stage_age_seconds')).toBe(3600)
    expect(only(turnOf(nothingSeen(now)), 'keyroll_stage_age_seconds')).toBeUndefined()
  })

  it('say that something takes too long, so that an alert can fire', () => {
    const late = { ...migrating, now: now + 3600 }
    const held = decide(conservative)({ ...migrating })
    expect(only(turnOf(late, null, held), 'keyroll_overdue')).toBe(1)
  })

  it('name the refusal', () => {
    const removed = { ...retired, wish: known(null) }
    expect(holding(turnOf(removed), 'keyroll_refusal')).toEqual([{ code: 'RemovalWithoutDecrypt' }])
    expect(holding(turnOf(retired), 'keyroll_refusal')).toEqual([])
  })

  it('hold every series of a gauge each time, so that none is left standing', () => {
    const series = (samples: readonly Sample[]) =>
      samples
        .filter(({ name }) => ['keyroll_stage', 'keyroll_gate', 'keyroll_refusal'].includes(name))
        .map(({ name, labels }) => `${name}${JSON.stringify(labels)}`)
    expect(series(turnOf(migrating))).toEqual(series(turnOf(nothingSeen(now))))
    expect(series(turnOf(migrating))).toHaveLength(7 + 22 + 9)
  })

  it('have one kind and one help text for each name', () => {
    const samples = [
      ...turnOf(migrating),
      ...turnOf({ ...migrating, migrations: migrations('Succeeded') }),
      ...turnOf({ ...clusterOn(promoted, completed) }),
    ]
    const described = new Set(samples.map(({ name, kind, help }) => `${name} ${kind} ${help}`))
    expect(described.size).toBe(new Set(samples.map(({ name }) => name)).size)
    expect(samples.filter(({ value }) => !Number.isFinite(value) || value < 0)).toEqual([])
  })
})
