/**
 * Outcomes while objects are rewritten.
 */
import { migrationName } from '../../migration/migration.js'
import type { TouchResource } from '../effect.js'
import { type GateReason, gate } from '../gate.js'
import { type Then, does, nothing } from '../outcome.js'
import type { Situation } from '../situation.js'
import { staleMigrations } from '../tidy.js'

export const migrate: Then = (s) => {
  const { observation, live, progress } = s
  const { continuity, resources, migratorBlocked } = observation
  const ordinal = live?.ordinal ?? null
  if (ordinal === null) return nothing
  const stale = staleMigrations(s)
  const at = progress.findIndex(({ _tag }) => _tag === 'Due')
  const due = progress[at]
  const resource = resources[at]?.resource
  const older = stale?.ordinal?.epoch !== ordinal.epoch || stale.ordinal.step !== ordinal.step
  if (stale !== null && (older || due === undefined || migratorBlocked !== null))
    return does({ kind: 'DeleteMigration', name: stale.name })
  if (due?._tag !== 'Due' || resource === undefined || continuity._tag === 'Unknown') return nothing
  return does({
    kind: 'CreateMigration',
    name: migrationName(resource, ordinal, due.attempt),
    resource,
    ordinal,
    attempt: due.attempt,
    continuity: continuity.value,
  })
}

/** The worst first. */
const waits: readonly GateReason[] = [
  'MigratorBlocked',
  'MigrationFailed',
  'MigrationStuck',
  'DiscoveryUnknown',
  'AwaitingMigrations',
]

export const awaits: Then = (s) => {
  const { observation, progress, policy } = s
  const about: { [reason: string]: string[] } = {}
  let since: number | null = null
  if (observation.migratorBlocked !== null) about['MigratorBlocked'] = [observation.migratorBlocked]
  if (observation.migrations._tag === 'Unknown')
    about['DiscoveryUnknown'] = [observation.migrations.reason]
  observation.resources.forEach(({ resource }, at) => {
    const state = progress[at]
    if (state === undefined) return
    switch (state._tag) {
      case 'Evidence':
      case 'Absent':
        return
      case 'Backoff':
        ;(about['MigrationFailed'] ??= []).push(
          `${resource}: ${state.migration.message ?? 'failed'}`,
        )
        return
      case 'Unserved':
        ;(about['DiscoveryUnknown'] ??= []).push(`${resource}: ${state.reason}`)
        return
      case 'Underway': {
        since = Math.min(since ?? state.migration.createdTime, state.migration.createdTime)
        const reason = state.migration.attempt > 1 ? 'MigrationStuck' : 'AwaitingMigrations'
        ;(about[reason] ??= []).push(resource)
        return
      }
      case 'Broken':
      case 'Due':
        ;(about['AwaitingMigrations'] ??= []).push(resource)
        return
    }
  })
  const reason = waits.find((each) => about[each] !== undefined) ?? 'AwaitingMigrations'
  return {
    gate: gate(reason, about[reason] ?? [], since ?? s.epoch),
    effect: policy.touch && s.convergence._tag === 'Converged' ? touch(s) : null,
  }
}

/** Seconds between two touches of the same resource: a quiet migrator looks again at once. */
export const touchEvery = 0.5

/** Wakes the migration that has waited longest, through an object that the caller names. */
const touch = ({ observation, progress }: Situation): TouchResource | null => {
  let longest: TouchResource | null = null
  let oldest = observation.now - touchEvery
  for (const [at, { resource, touchable }] of observation.resources.entries()) {
    const state = progress[at]
    if (touchable === null || state?._tag !== 'Underway') continue
    const { outcome, name, touchedTime } = state.migration
    if (outcome === 'Succeeded' || (touchedTime ?? 0) > oldest) continue
    oldest = touchedTime ?? 0
    longest = { kind: 'TouchResource', resource, migration: name }
  }
  return longest
}
