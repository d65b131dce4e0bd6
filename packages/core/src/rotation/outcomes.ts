/**
 * What each row of the decision table comes to.
 */
import { label } from '../key/key.js'
import { migrationName } from '../migration/migration.js'
import type { Record } from '../record/record.js'
import { conditionOf } from '../report/condition.js'
import { rewritingOf } from '../report/progress.js'
import type { TouchResource } from './effect.js'
import { type GateReason, gate } from './gate.js'
import { retireGateReason } from './guards.js'
import {
  type Outcome,
  does,
  dropped,
  holds,
  nothing,
  promoted,
  publish,
  rebuilt,
  withAskedReaders,
  withoutCancelled,
} from './publish.js'
import * as R from './record-writes.js'
import type { Situation } from './situation.js'
import { neverFits } from './slots.js'
import { staleMigrations } from './tidy.js'

type Then = (s: Situation) => Outcome

/** Writes the record, with the condition that it then deserves. */
const records =
  (next: (s: Situation) => Record): Then =>
  (s) => {
    const record = next(s)
    return does({
      kind: 'WriteRecord',
      record,
      condition: conditionOf({
        record,
        wish: s.wish === null ? 'unknown' : R.satisfies(s, record) ? 'satisfied' : 'queued',
        awaitsServers: false,
        rewriting: { ...rewritingOf(s.observation.resources, []), failed: [], persistent: false },
      }),
    })
  }

const publishes =
  (change: Parameters<typeof publish>[1], next: (s: Situation) => Parameters<typeof publish>[2]): Then =>
  (s) =>
    publish(s, change, next(s))

export const newerSchema: Then = ({ observation }) =>
  holds(gate('NewerSchema', [observation.newerSchema ?? '']))

export const unknown: Then = ({ observation: { record, configuration } }) => {
  if (record._tag === 'Unknown') return holds(gate('RecordUnknown', [record.reason]))
  return holds(
    gate('ConfigurationUnknown', configuration._tag === 'Unknown' ? [configuration.reason] : []),
  )
}

export const staleView: Then = () =>
  holds(gate('StaleView', ['the cached view lacks something or is ahead of the record']))

export const bothLost: Then = ({ observation: { copies } }) =>
  holds(
    gate(
      'RecordAndConfigurationLost',
      copies._tag === 'Known'
        ? copies.value.map(
            ({ hash, entries }) =>
              `kept copy ${hash}: ${entries.flatMap(({ keys }) => keys.map(label)).join(', ')}`,
          )
        : [copies.reason],
    ),
  )

export const lostEpoch = records(R.afterLoss)
export const create = publishes('create', rebuilt)

export const wishUnknownEmpty: Then = ({ observation: { wish } }) =>
  holds(gate('WishUnknown', wish._tag === 'Unknown' ? [wish.reason] : []))

export const backupKey: Then = (s) => {
  const backup = s.wish?.backupKey ?? null
  return backup === null ? nothing : records((each) => R.fromBackupKey(each, backup))(s)
}

export const rebuild = records(R.rebuiltFromLive)
export const adopt = records(R.adopted)
export const emptyEtcd = records(R.initialized)

export const noProof: Then = (s) => holds(serversGate(s))

export const dataRestored: Then = ({ record, observation: { etcdRevision } }) =>
  holds(
    gate('DataRestored', [
      `etcd is at revision ${etcdRevision._tag === 'Known' ? etcdRevision.value : '?'}, below ${record.finishedRevision ?? '?'} of the last finish`,
      ...record.history.flatMap(({ plan }) =>
        plan.map(({ from, to }) => `data of then may be under ${label(from)} or ${label(to)}`),
      ),
    ]),
  )

export const writerAhead = records(R.committedAsLive)

export const foreign: Then = ({ entries, record }) => {
  const writers = entries.flatMap(({ live, active, target }) => {
    const writer = live?.keys[0]
    return writer === undefined || writer.id === active.id || writer.id === target?.id
      ? []
      : [writer]
  })
  const known = writers.every((writer) =>
    record.history.some(({ plan }) =>
      plan.some(({ from, to }) => from.id === writer.id || to.id === writer.id),
    ),
  )
  return holds(gate(known ? 'StateConfigMismatch' : 'ForeignKey', writers.map(label)))
}

export const cancel = records(R.cancelled)
export const replace = records(R.replaced)
export const reverse = records(R.reversed)
export const addReaders = publishes('add', withAskedReaders)
export const dropCancelled = publishes('drop', withoutCancelled)
export const promote = publishes('promote', promoted)
export const republish = publishes('republish', withAskedReaders)

export const stamp: Then = ({ live, observation: { template } }) =>
  live === null || live.ordinal === null || template._tag === 'Unknown' || template.value === null
    ? nothing
    : does({
        kind: 'StampTemplate',
        ordinal: live.ordinal,
        hash: live.hash,
        expectedVersion: template.value.version,
      })

const serversGate = ({ convergence, observation: { continuity }, epoch }: Situation) => {
  const since = epoch === 0 ? null : epoch
  switch (convergence._tag) {
    case 'Paused':
      return gate('Paused', ['no server is wanted'], since)
    case 'Unseen':
      return gate('LoadedUnknown', convergence.about, since)
    case 'Waiting':
      return gate('ServersNotConverged', convergence.about, since)
    case 'Converged':
      return gate('LoadedUnknown', continuity._tag === 'Unknown' ? [continuity.reason] : [], since)
  }
}

export const servers: Then = (s) => holds(serversGate(s))

export const withdraw: Then = (s) => {
  const { superseded, copies } = s.observation
  if (copies._tag === 'Unknown') return holds(gate('ConfigurationUnknown', [copies.reason]))
  const reachable = superseded._tag === 'Known' ? superseded.value[0] : undefined
  if (reachable !== undefined) {
    const { ordinal, hash, entries } = reachable
    return copies.value.some((copy) => copy.hash === hash)
      ? does({ kind: 'WithdrawConfiguration', ordinal, hash })
      : does({ kind: 'KeepCopy', of: 'superseded', ordinal, hash, entries })
  }
  const stale = s.hasTarget ? null : staleMigrations(s)
  if (stale !== null) return does({ kind: 'DeleteMigration', name: stale.name })
  const retired = copies.value.find(({ hash }) => hash !== s.live?.hash)
  return retired === undefined
    ? nothing
    : does({ kind: 'DiscardCopy', ordinal: retired.ordinal, hash: retired.hash })
}

export const approval: Then = (s) =>
  holds(gate('AwaitingApproval', [s.committed ? 'Migrating' : 'WritePromote'], s.epoch))

export const commit = records(R.committed)
export const startMigrating = records(R.migrating)
export const voids = records(R.voided)

export const settling: Then = ({ observation: { unchangedSince } }) =>
  holds(
    unchangedSince._tag === 'Unknown'
      ? gate('Settling', [unchangedSince.reason])
      : gate('Settling', [], unchangedSince.value),
  )

export const migrate: Then = (s) => {
  const { observation, live, progress } = s
  const { continuity, resources, migratorBlocked } = observation
  const ordinal = live?.ordinal ?? null
  if (ordinal === null || continuity._tag === 'Unknown') return nothing
  const stale = staleMigrations(s)
  const at = progress.findIndex(({ _tag }) => _tag === 'Due')
  const due = progress[at]
  const resource = resources[at]?.resource
  const older = stale?.ordinal?.epoch !== ordinal.epoch || stale.ordinal.step !== ordinal.step
  if (stale !== null && (older || due === undefined || migratorBlocked !== null))
    return does({ kind: 'DeleteMigration', name: stale.name })
  if (due?._tag !== 'Due' || resource === undefined) return nothing
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
        ;(about['MigrationFailed'] ??= []).push(`${resource}: ${state.migration.message ?? 'failed'}`)
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

export const finish = records(R.finished)
export const start = records(R.started)
export const reencrypt = records(R.reencrypted)

export const retireGate: Then = (s) => {
  const reason = retireGateReason(s) ?? 'CompactionGrace'
  return holds(
    gate(
      reason,
      s.leaving.flatMap((keys) => keys.map(label)),
      s.record.history[0]?.completionTime ?? null,
    ),
  )
}

export const drop = publishes('drop', dropped)

export const otherwise: Then = (s) => {
  const { wish } = s.observation
  if (wish._tag === 'Unknown') return holds(gate('WishUnknown', [wish.reason]))
  return neverFits(s) ? holds(gate('SlotsFull', [], null)) : nothing
}

export { nothing }
