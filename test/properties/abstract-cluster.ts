/**
 * The smallest control plane on which the protocol can be wrong: a stored object is just the key that it is
 * under, a server is just the configuration that it loaded. Every move is a function to the next cluster.
 */
import {
  type Configuration,
  type ConfigurationEntry,
  type Effect,
  type Key,
  type KeptCopy,
  type LiveConfiguration,
  type Migration,
  type Observation,
  type Ordinal,
  Plaintext,
  type Record,
  type Template,
  type Wish,
  formatOrdinal,
  known,
  lookup,
  nothingSeen,
  olderThan,
  unknown,
} from '@keyroll/core'

export interface StoredObject {
  readonly resource: string
  readonly key: Key
}

export interface Cluster {
  readonly clock: number
  readonly record: Record | null
  /** The versions that led to this record. */
  readonly records: readonly Record[]
  /** How often the record has been written. */
  readonly writes: number
  readonly configuration: LiveConfiguration | null
  /** Older configurations that a pod made for them can still load. */
  readonly superseded: readonly Configuration[]
  readonly copies: readonly KeptCopy[]
  readonly template: Template
  /** What each server loaded; a server always serves. */
  readonly servers: readonly Configuration[]
  readonly objects: readonly StoredObject[]
  readonly migrations: readonly Migration[]
  readonly wish: Wish | null
  /** How often a server has come from another template than the current one. */
  readonly strays: number
  /** Since when no server has been replaced. */
  readonly unchangedSince: number
  /** A custom resource that is served, or whose definition has been deleted at that time. */
  readonly goneSince: number | null
  readonly condition: Observation['condition']
}

export const customResource = 'widgets.example.io'

/** A server without the flag. */
export const unconfigured: Configuration = { ordinal: null, hash: '', entries: [] }

const hashOf = (ordinal: Ordinal, entries: readonly ConfigurationEntry[]): string =>
  `sha256:${formatOrdinal(ordinal)}/${entries.map(({ keys }) => keys.map(({ id }) => id).join()).join(';')}`

/** The keys that a configuration reads a resource with; the first one writes. */
export const keysFor = ({ entries }: Configuration, resource: string): readonly Key[] => {
  const keys = lookup(entries)(resource)
  return keys.length === 0 ? [Plaintext] : keys
}

export const canRead = (configuration: Configuration, { resource, key }: StoredObject): boolean =>
  keysFor(configuration, resource).some(({ id }) => id === key.id)

export const isServed = (cluster: Cluster, resource: string): boolean =>
  resource !== customResource || cluster.goneSince === null

const resourcesOf = (cluster: Cluster): readonly string[] => [
  ...new Set(cluster.objects.map(({ resource }) => resource)),
]

export const observe = (cluster: Cluster, look: Observation['look']): Observation => ({
  ...nothingSeen(cluster.clock),
  look,
  record: known(cluster.record),
  configuration: known(cluster.configuration),
  copies: known(cluster.copies),
  superseded: known(cluster.superseded),
  template: known(cluster.template),
  servers: known({
    wanted: cluster.servers.length,
    list: cluster.servers.map(({ ordinal, hash }, at) => ({
      name: `server-${at}`,
      ordinal,
      hash: hash === '' ? null : hash,
      loaded: unknown('not reported'),
      ready: true,
      terminating: false,
      finished: false,
    })),
    rollout: null,
  }),
  continuity: known(`${cluster.strays}/${cluster.superseded.map(({ hash }) => hash).join()}`),
  unchangedSince: known(cluster.unchangedSince),
  wish: known(cluster.wish),
  resources: resourcesOf(cluster).map((resource) => ({
    resource,
    served: known(isServed(cluster, resource) ? 'Served' : 'NotServed'),
    absentSince: isServed(cluster, resource) ? null : cluster.goneSince,
    touchable: null,
  })),
  migrations: known(cluster.migrations),
  unencryptedServers: known(
    !cluster.template.encrypts && cluster.servers.every(({ entries }) => entries.length === 0),
  ),
  emptyEtcd: known(false),
  condition: cluster.condition,
})

const withCopy = (cluster: Cluster, copy: KeptCopy): Cluster => ({
  ...cluster,
  copies: [copy, ...cluster.copies.filter(({ hash }) => hash !== copy.hash)],
})

/** Does one write; null: its precondition does not hold. */
export const perform = (cluster: Cluster, effect: Effect): Cluster | null => {
  switch (effect.kind) {
    case 'WriteRecord': {
      if (effect.record.version !== (cluster.record?.version ?? '')) return null
      const record = { ...effect.record, version: `r${cluster.writes + 1}` }
      return {
        ...cluster,
        writes: cluster.writes + 1,
        record,
        records: [...cluster.records, record],
        condition: effect.condition ?? cluster.condition,
      }
    }
    case 'KeepCopy': {
      const { ordinal, entries } = effect
      if (effect.hash !== null) return withCopy(cluster, { ordinal, entries, hash: effect.hash })
      return ordinal === null
        ? null
        : withCopy(cluster, { ordinal, entries, hash: hashOf(ordinal, entries) })
    }
    case 'DiscardCopy':
      return { ...cluster, copies: cluster.copies.filter(({ hash }) => hash !== effect.hash) }
    case 'WriteConfiguration': {
      const { configuration: live, superseded } = cluster
      const { ordinal, entries } = effect
      if (effect.expectedVersion !== (live?.version ?? null)) return null
      if (live !== null && !olderThan(live.ordinal, ordinal)) return null
      const hash = hashOf(ordinal, entries)
      return {
        ...cluster,
        configuration: { ordinal, entries, hash, version: hash },
        superseded: live === null ? superseded : [...superseded, live],
      }
    }
    case 'WithdrawConfiguration':
      return {
        ...cluster,
        superseded: cluster.superseded.filter(({ hash }) => hash !== effect.hash),
      }
    case 'StampTemplate': {
      const { ordinal, hash } = effect
      if (effect.expectedVersion !== cluster.template.version) return null
      if (!olderThan(cluster.template.ordinal, ordinal)) return null
      return { ...cluster, template: { version: hash, ordinal, hash, encrypts: true } }
    }
    case 'CreateMigration': {
      const { name, resource, ordinal, attempt, continuity } = effect
      if (cluster.migrations.some((each) => each.name === name)) return null
      const created: Migration = {
        name,
        resource,
        ordinal,
        attempt,
        continuity,
        outcome: 'Running',
        createdTime: cluster.clock,
        endedTime: null,
        touchedTime: null,
        message: null,
      }
      return { ...cluster, migrations: [...cluster.migrations, created] }
    }
    case 'DeleteMigration':
      return {
        ...cluster,
        migrations: cluster.migrations.filter(({ name }) => name !== effect.name),
      }
    case 'TouchResource':
      return cluster
    case 'WriteCondition':
      return { ...cluster, condition: effect.condition }
  }
}
