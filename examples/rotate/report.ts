/**
 * The JSON document of a run, as docs and scripts rely on it.
 */
import type { Etcd, World } from '@keyroll/adapters-fake'
import {
  type CensusLine,
  type ConfigurationEntry,
  type EffectKind,
  type Key,
  type Wish,
  isPlaintext,
  isWished,
  label,
  lookup,
} from '@keyroll/core'
import { type RotatedEntry, writers } from './rotated.js'
import type { Run } from './run.js'

export type Result = 'Completed' | 'Failed' | 'Stuck'

interface StageReport {
  readonly stage: string
  readonly epoch: number
  readonly step: number
  /** Since the start of the run. */
  readonly virtualSeconds: number
  /** YAML, `secret: REDACTED`. */
  readonly encryptionConfiguration: string
}

export interface FailureReport {
  readonly server: string
  readonly resource: string
  /** Of the object; null for a list. */
  readonly name: string | null
  readonly stage: string
  readonly message: string
}

export interface CensusReport {
  readonly resource: string
  /** Objects per stored prefix. */
  readonly before: CensusLine['prefixes']
  readonly after: CensusLine['prefixes']
}

export interface OldKeyReport {
  readonly name: string
  readonly safeToDestroy: boolean
  readonly because: readonly string[]
}

/** Groups of effects, as people count them. */
const groups = {
  WriteRecord: 'record',
  KeepCopy: 'copy',
  DiscardCopy: 'copy',
  WriteConfiguration: 'configuration',
  WithdrawConfiguration: 'withdraw',
  StampTemplate: 'template',
  CreateMigration: 'migration',
  DeleteMigration: 'migration',
  TouchResource: 'touch',
  WriteCondition: 'condition',
} as const satisfies Readonly<{ [kind in EffectKind]: string }>

type Group = (typeof groups)[EffectKind]

export interface Report {
  readonly result: Result
  readonly seed: number
  readonly servers: number
  readonly objects: number
  readonly from: string
  readonly to: string
  readonly stages: readonly StageReport[]
  readonly requests: {
    readonly reads: number
    readonly lists: number
    readonly writes: number
    readonly failed: number
    readonly interrupted: number
  }
  readonly firstFailure: FailureReport | null
  readonly census: readonly CensusReport[]
  readonly oldKey: OldKeyReport
  readonly effects: Readonly<{ [group in Group]: number }>
  readonly decisions: number
  readonly wallMilliseconds: number
}

/** Labels of several keys: each once, in their order. */
export const labelsOf = (keys: readonly Key[]): readonly string[] => [...new Set(keys.map(label))]

/** The same, as one field. */
export const labels = (keys: readonly Key[]): string => labelsOf(keys).join(',')

/** Effects counted by group. */
export const countEffects = (effects: Run['effects']): Report['effects'] => {
  const counts: { [group in Group]: number } = {
    record: 0,
    copy: 0,
    configuration: 0,
    withdraw: 0,
    template: 0,
    migration: 0,
    touch: 0,
    condition: 0,
  }
  for (const [kind, count] of effects) counts[groups[kind]] += count
  return counts
}

const sorted = (prefixes: CensusLine['prefixes']): CensusLine['prefixes'] =>
  Object.fromEntries(Object.entries(prefixes).sort(([a], [b]) => (a < b ? -1 : 1)))

const prefixesOf = ({ resources }: Etcd, resource: string): CensusLine['prefixes'] =>
  sorted(resources.find((each) => each.resource === resource)?.prefixes ?? {})

/** The stored prefixes of the rotated resources, before and after. */
export const census = (
  played: readonly string[],
  before: World,
  after: World,
): readonly CensusReport[] =>
  played.map((resource) => ({
    resource,
    before: prefixesOf(before.etcd, resource),
    after: prefixesOf(after.etcd, resource),
  }))

const liveEntries = ({ api }: World): readonly ConfigurationEntry[] =>
  api.configurations.at(-1)?.loaded.entries ?? []

/** The wished key as the entries write it: a KMS key has another name in each. */
export const wishedWriters = (
  { key }: Wish,
  rotated: readonly RotatedEntry[],
  world: World,
): readonly Key[] => {
  const entries = liveEntries(world)
  const now = rotated.flatMap(({ at }) => {
    const entry = entries[at]
    return entry === undefined ? [] : [{ ...entry, at }]
  })
  const held = writers(entries, now).filter((writer) => isWished(key, writer))
  return held.length === 0 ? [key] : held
}

/** Whether all that is stored is under the wished key, which writes, and no other key is left beside it. */
export const isRotated = ({ key }: Wish, world: World): boolean => {
  const keysOf = lookup(liveEntries(world))
  return world.etcd.resources.every(({ resource, under }) => {
    const keys = keysOf(resource)
    const writer = keys[0]
    return (
      writer !== undefined &&
      isWished(key, writer) &&
      keys.every((each) => isPlaintext(each) || isWished(key, each)) &&
      Object.keys(under).every((keyId) => keyId === writer.id)
    )
  })
}
