/**
 * From parts back to a world: one of those that have these parts.
 */
import { type Record, type HistoryState, migrationName } from '@keyroll/core'
import {
  type Deployment,
  type Objects,
  type PodTemplate,
  type ReplicaSet,
  type Server,
  type StoredMigration,
  type World,
  type WriteInFlight,
  vectorOf,
} from '@keyroll/adapters-fake'
import { ordinalIn, ordinalOf } from './codes.js'
import type { DeploymentPart, EtcdPart, MigrationPart, RecordPart, ServersPart } from './parts.js'
import { type Start, overdueSince, settle } from './start.js'

export interface Parts {
  readonly record: RecordPart | null
  readonly wish: number
  readonly published: readonly number[]
  readonly copies: readonly number[]
  readonly deployment: DeploymentPart
  readonly servers: ServersPart
  readonly etcd: EtcdPart
  readonly migrations: readonly MigrationPart[]
}

/** Whether the record and the template are still of the version that stands. */
export interface Versions {
  readonly record: string
  readonly template: number
}

export const current: Versions = { record: '1', template: 1 }

const historyStates: readonly HistoryState[] = [
  'ReadOnlyDeploy',
  'WritePromote',
  'Migrating',
  'Completed',
  'Interrupted',
]

const stateOf = (text: string): HistoryState => {
  const found = historyStates.find((state) => state === text)
  if (found === undefined) throw new Error(`no such state of history: ${text}`)
  return found
}

export const rebuiltRecord = (
  start: Start,
  part: RecordPart | null,
  version: string,
): Record | null => {
  if (part === null) return null
  const { resources, keyOf } = start
  return {
    version,
    entries: part.entries.map(({ active, target, older }) => ({
      resources,
      activeKey: keyOf(active),
      targetKey: target < 0 ? null : keyOf(target),
      older: older.map(keyOf),
    })),
    history: part.history.map(({ state, epoch, plan }) => ({
      plan: plan.map(([from, to]) => ({ resources, from: keyOf(from), to: keyOf(to) })),
      state: stateOf(state),
      startedTime: epoch,
      completionTime: state === 'Completed' || state === 'Interrupted' ? epoch : null,
      message: null,
    })),
    skipped: part.skipped,
    finishedRevision: null,
  }
}

const templateOf = (start: Start, configuration: number): PodTemplate => {
  const { name, loaded } = start.published(configuration)
  return {
    ordinal: loaded.ordinal,
    hash: loaded.ordinal === null ? null : loaded.hash,
    configuration: name,
  }
}

const replicaSetName = (configuration: number): string => `rs-${ordinalIn(configuration)}`

const rebuiltDeployment = (
  start: Start,
  part: DeploymentPart,
  version: number,
): { readonly deployment: Deployment; readonly replicaSets: readonly ReplicaSet[] } => ({
  deployment: {
    ...start.world.api.deployment,
    version,
    generation: 2,
    observedGeneration: part.observed ? 2 : 1,
    observedReplicaSet: replicaSetName(part.observedReplicaSet),
    since: 0,
    template: templateOf(start, part.template),
  },
  replicaSets: part.replicaSets.map(({ of, replicas }) => ({
    name: replicaSetName(of),
    template: templateOf(start, of),
    replicas,
    generation: 1,
  })),
})

const phases = ['Created', 'Starting', 'Ready', 'Finished'] as const

const rebuiltServers = (start: Start, { servers }: ServersPart): readonly Server[] =>
  servers.map(({ of, phase, terminating }, at) => {
    const { loaded } = start.published(of)
    const runs = phase === 1 || phase === 2
    return {
      name: `${replicaSetName(of)}-${at}`,
      replicaSet: replicaSetName(of),
      ...templateOf(start, of),
      mounted: runs ? loaded : null,
      phase: phases[phase] ?? 'Finished',
      terminating,
      process: runs ? { loaded, startedAt: 0, failing: [], sessions: [] } : null,
      since: 0,
    }
  })

const older = 1
const startRevision = 2
const newerRevision = 3
const now = 4

const rebuiltObjects = (start: Start, part: EtcdPart, resource: number): Objects => {
  const from = start.world.etcd.resources[resource]
  if (from === undefined) throw new Error('no such resource')
  const objects = (part[resource]?.objects ?? []).map(({ under, newer }, object) => ({
    ...start.stored(resource, object, under),
    revision: newer ? newerRevision : older,
  }))
  const under: { [id: string]: number } = {}
  const prefixes: { [prefix: string]: number } = {}
  for (const each of objects) {
    under[each.under] = (under[each.under] ?? 0) + 1
    prefixes[each.prefix] = (prefixes[each.prefix] ?? 0) + 1
  }
  return { ...from, objects: vectorOf(objects), under, prefixes, history: {}, revision: now }
}

const flightsOf = (start: Start, part: EtcdPart): readonly WriteInFlight[] =>
  part.flatMap(({ objects }, resource) =>
    objects.flatMap(({ flights, newer }, object) =>
      flights.map((key) => ({
        server: 'gone',
        resource,
        object,
        over: newer ? newerRevision : older,
        value: start.stored(resource, object, key),
        deadline: settle,
      })),
    ),
  )

const rebuiltMigrations = (
  start: Start,
  parts: readonly MigrationPart[],
  etcd: EtcdPart,
): readonly StoredMigration[] =>
  parts.map((each) => {
    const resource = start.resources[each.resource] ?? ''
    const ordinal = ordinalOf(each.ordinal)
    const objects = etcd[each.resource]
    return {
      name: ordinal === null ? '' : migrationName(resource, ordinal, each.attempt),
      resource,
      ordinal,
      attempt: each.attempt,
      continuity: each.continuity,
      createdTime: each.overdue ? overdueSince : 0,
      endedTime: each.end === null ? null : 0,
      touchedTime: null,
      message: null,
      running: each.started,
      end: each.end,
      startedTime: each.started ? 0 : null,
      startRevision: each.started ? startRevision : 0,
      position:
        each.end !== null
          ? (objects?.objects.length ?? 0)
          : Math.max(0, each.started ? (objects?.position ?? 0) : 0),
      hangs: each.hangs,
    }
  })

const plenty = { wishes: 1, faults: 1, views: 1, sabotage: 1 }

export const rebuiltWorld = (start: Start, parts: Parts, versions: Versions = current): World => {
  const { world } = start
  return {
    ...world,
    now: 0,
    api: {
      ...world.api,
      version: 1000,
      record: rebuiltRecord(start, parts.record, versions.record),
      condition: null,
      configurations: parts.published.map(start.published),
      copies: parts.copies.map((copy) => {
        const { text, loaded } = start.published(copy)
        return { text, loaded }
      }),
      ...rebuiltDeployment(start, parts.deployment, versions.template),
      migrations: rebuiltMigrations(start, parts.migrations, parts.etcd),
      wish: start.wishes[parts.wish] ?? null,
    },
    servers: rebuiltServers(start, parts.servers),
    etcd: {
      revision: now,
      compacted: 0,
      resources: parts.etcd.map((_, at) => rebuiltObjects(start, parts.etcd, at)),
    },
    migrator: { ...world.migrator, server: null },
    inFlight: flightsOf(start, parts.etcd),
    views: { ...world.views, frozen: {}, unchangedSince: parts.servers.settled ? -settle : 0 },
    budget: plenty,
  }
}
