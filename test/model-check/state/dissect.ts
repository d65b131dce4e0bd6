/**
 * From a world to its parts: canonical, so that worlds that nobody can tell apart have equal parts.
 */
import type { Configuration, Record, Wish } from '@keyroll/core'
import { type PodTemplate, type Server, type World, vectorItems } from '@keyroll/adapters-fake'
import { ordinalCode, ordinalIn } from './codes.js'
import type {
  DeploymentPart,
  EtcdPart,
  MigrationPart,
  ObjectPart,
  ObjectsPart,
  RecordPart,
  ServerPart,
  ServersPart,
} from './parts.js'
import type { Start } from './start.js'

/** What can still be seen of the history: up to the newest `Completed`. */
export const recordPart = (start: Start, record: Record | null): RecordPart | null => {
  if (record === null) return null
  const completed = record.history.findIndex(({ state }) => state === 'Completed')
  const history = completed < 0 ? record.history : record.history.slice(0, completed + 1)
  return {
    entries: record.entries.map(({ activeKey, targetKey, older }) => ({
      active: start.keyNumber(activeKey),
      target: targetKey === null ? -1 : start.keyNumber(targetKey),
      older: older.map(start.keyNumber),
    })),
    history: history.map(({ state, startedTime, plan }, at) => ({
      state,
      epoch: at === 0 ? startedTime : 0,
      plan:
        state === 'Completed'
          ? []
          : plan.map(({ from, to }) => [start.keyNumber(from), start.keyNumber(to)] as const),
    })),
    skipped: record.skipped,
  }
}

export const wishPart = (start: Start, wish: Wish | null): number => start.wishes.indexOf(wish)

/** By ordinal; the last one is live. */
export const configurationsPart = (
  start: Start,
  configurations: readonly { readonly loaded: Configuration }[],
): readonly number[] =>
  configurations
    .map(({ loaded }) => start.configurationNumber(loaded))
    .toSorted((a, b) => ordinalIn(a) - ordinalIn(b) || a - b)

const initialConfiguration = (start: Start): number => {
  const found = start.world.api.configurations[0]
  if (found === undefined) throw new Error('the search begins with a configuration')
  return start.configurationNumber(found.loaded)
}

const templateNumber = (start: Start, { ordinal, hash }: PodTemplate): number => {
  if (hash === null) return initialConfiguration(start)
  const number = start.configurationOfHash(hash)
  if (ordinalIn(number) !== ordinalCode(ordinal))
    throw new Error('a template names another ordinal than its configuration')
  return number
}

export const deploymentPart = (start: Start, { api, servers }: World): DeploymentPart => {
  const { deployment } = api
  const template = templateNumber(start, deployment.template)
  const replicaSets = api.replicaSets.map((each) => ({
    name: each.name,
    of: templateNumber(start, each.template),
    replicas: each.replicas,
    pods: servers.some(({ replicaSet }) => replicaSet === each.name),
  }))
  return {
    template,
    observed: deployment.observedGeneration === deployment.generation,
    observedReplicaSet:
      replicaSets.find(({ name }) => name === deployment.observedReplicaSet)?.of ?? -1,
    replicaSets: replicaSets
      .map(({ of, replicas }) => ({ of, replicas }))
      .toSorted((a, b) => ordinalIn(a.of) - ordinalIn(b.of) || a.of - b.of),
  }
}

const phaseOf = (server: Server): number => {
  switch (server.phase) {
    case 'Created':
      // Its volume is mounted already: it will start with that, whatever happens to the object.
      return server.mounted !== null && !server.terminating ? 1 : 0
    case 'Starting':
      return 1
    case 'Ready':
      return 2
    case 'Finished':
      return 3
  }
}

const serverPart = (start: Start, server: Server): ServerPart => {
  const of = templateNumber(start, server)
  const loaded = server.process?.loaded
  if (loaded !== undefined && loaded !== null && start.configurationNumber(loaded) !== of)
    throw new Error('a server runs another configuration than it was made for')
  const phase = phaseOf(server)
  return { of, phase, terminating: phase !== 3 && server.terminating }
}

const serverOrder = (server: ServerPart): number =>
  ordinalIn(server.of) * 1_000_000 +
  (server.of >> 6) * 10 +
  server.phase * 2 +
  Number(server.terminating)

export const serversPart = (start: Start, { servers, views, now }: World): ServersPart => ({
  servers: servers
    .map((server) => serverPart(start, server))
    .toSorted((a, b) => serverOrder(a) - serverOrder(b)),
  settled: now - views.unchangedSince >= 10,
})

const objectOrder = ({ under, newer, flights }: ObjectPart): number =>
  ((under * 2 + Number(newer)) * 64 + (flights[0] ?? -1) + 1) * 64 + (flights[1] ?? -1) + 1

const objectsPart = (start: Start, world: World, at: number): ObjectsPart => {
  const resource = world.etcd.resources[at]
  if (resource === undefined) return { position: -1, objects: [] }
  const running = world.api.migrations.find(
    ({ resource: of, startedTime, end }) =>
      of === resource.resource && startedTime !== null && end === null,
  )
  const position = running?.position ?? -1
  const objects = vectorItems(resource.objects).map(({ under, revision }, object): ObjectPart => ({
    under: keyById(start, under),
    newer: running !== undefined && object >= position && revision > running.startRevision,
    flights: world.inFlight
      .filter(
        (write) => write.resource === at && write.object === object && write.over === revision,
      )
      .map(({ value }) => keyById(start, value.under))
      .toSorted((a, b) => a - b),
  }))
  const sorted = (part: readonly ObjectPart[]): readonly ObjectPart[] =>
    part.toSorted((a, b) => objectOrder(a) - objectOrder(b))
  const done = Math.max(position, 0)
  return {
    position,
    objects: [...sorted(objects.slice(0, done)), ...sorted(objects.slice(done))],
  }
}

const keyById = (start: Start, id: string): number => start.keys.findIndex((key) => key.id === id)

export const etcdPart = (start: Start, world: World): EtcdPart =>
  start.resources.map((_, at) => objectsPart(start, world, at))

export const migrationsPart = (start: Start, { api, now }: World): readonly MigrationPart[] =>
  api.migrations.map((each) => ({
    resource: start.resources.indexOf(each.resource),
    ordinal: ordinalCode(each.ordinal),
    attempt: each.attempt,
    continuity: each.continuity ?? '',
    end: each.end,
    started: each.startedTime !== null,
    hangs: each.end === null && each.hangs,
    overdue: each.end === null && each.createdTime < now - 100,
  }))
