/**
 * Parts under other names of ordinals, and which ordinals a part holds.
 */
import { type Used, ordinalIn, uses } from './codes.js'
import type { DeploymentPart, MigrationPart, RecordPart, ServersPart } from './parts.js'
import type { Start } from './start.js'

type Names = readonly number[]

export const recordUses = (used: Used, part: RecordPart | null): void => {
  const epoch = part?.history[0]?.epoch ?? 0
  if (epoch > 7) throw new Error(`epoch ${epoch} is beyond what this search can hold`)
  if (epoch > 0) uses(used, epoch * 8)
}

export const renamedRecord = (part: RecordPart | null, names: Names): RecordPart | null =>
  part === null
    ? null
    : {
        ...part,
        history: part.history.map((entry, at) =>
          at === 0 ? { ...entry, epoch: (names[entry.epoch * 8] ?? 0) >> 3 } : entry,
        ),
      }

export const configurationsUse = (used: Used, list: readonly number[]): void => {
  for (const each of list) if (ordinalIn(each) !== 0) uses(used, ordinalIn(each))
}

export const renamedConfigurations = (
  start: Start,
  list: readonly number[],
  names: Names,
): readonly number[] => list.map((each) => start.renamed(each, names))

export const deploymentUses = (used: Used, part: DeploymentPart): void =>
  configurationsUse(used, [
    part.template,
    ...(part.observedReplicaSet < 0 ? [] : [part.observedReplicaSet]),
    ...part.replicaSets.map(({ of }) => of),
  ])

export const renamedDeployment = (
  start: Start,
  part: DeploymentPart,
  names: Names,
): DeploymentPart => ({
  ...part,
  template: start.renamed(part.template, names),
  observedReplicaSet:
    part.observedReplicaSet < 0 ? -1 : start.renamed(part.observedReplicaSet, names),
  replicaSets: part.replicaSets.map(({ of, replicas }) => ({
    of: start.renamed(of, names),
    replicas,
  })),
})

export const serversUse = (used: Used, { servers }: ServersPart): void =>
  configurationsUse(
    used,
    servers.map(({ of }) => of),
  )

export const renamedServers = (start: Start, part: ServersPart, names: Names): ServersPart => ({
  ...part,
  servers: part.servers.map((server) => ({ ...server, of: start.renamed(server.of, names) })),
})

const token = /rs-(\d+)/g

export const migrationsUse = (used: Used, parts: readonly MigrationPart[]): void => {
  for (const { ordinal, continuity } of parts) {
    if (ordinal !== 0) uses(used, ordinal)
    for (const [, code] of continuity.matchAll(token)) if (code !== '0') uses(used, Number(code))
  }
}

export const renamedMigrations = (
  parts: readonly MigrationPart[],
  names: Names,
): readonly MigrationPart[] =>
  parts.map((each) => ({
    ...each,
    ordinal: names[each.ordinal] ?? 0,
    continuity: each.continuity.replaceAll(
      token,
      (_, code: string) => `rs-${names[Number(code)] ?? 0}`,
    ),
  }))
