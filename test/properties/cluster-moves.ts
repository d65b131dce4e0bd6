/**
 * What can happen to the abstract cluster while the protocol runs on it. A move that is not possible changes
 * nothing.
 */
import { type Key, type Wish, olderThan } from '@keyroll/core'
import { type Cluster, canRead, isServed, keysFor, unconfigured } from './abstract-cluster.js'

export type Move =
  /** The controller looks, decides and writes. */
  | { readonly kind: 'decide' }
  /** From now on, cached looks show this moment. */
  | { readonly kind: 'freeze' }
  /** A server is replaced by one of the current template. */
  | { readonly kind: 'roll'; readonly server: number }
  /** Someone writes an object through a server. */
  | { readonly kind: 'write'; readonly object: number; readonly server: number }
  /** The migrator works one migration off, all through one server. */
  | { readonly kind: 'migrate'; readonly migration: number; readonly server: number }
  | { readonly kind: 'fail'; readonly migration: number }
  | { readonly kind: 'wish'; readonly wish: Wish | null }
  | { readonly kind: 'wait'; readonly seconds: number }
  /** The record is restored to a version that once stood. */
  | { readonly kind: 'restore'; readonly version: number }
  | { readonly kind: 'loseRecord' }
  | { readonly kind: 'loseConfiguration' }
  | { readonly kind: 'loseMigration'; readonly migration: number }
  /** A server of an older template appears, where its configuration is still within reach. */
  | { readonly kind: 'stray'; readonly server: number; readonly superseded: number }
  /** It can no longer be told that no server has run an older configuration. */
  | { readonly kind: 'doubt' }
  /** The definition of the custom resource is deleted or comes back; its objects stay in etcd. */
  | { readonly kind: 'serve'; readonly served: boolean }

export type WorldMove = Exclude<Move, { kind: 'decide' | 'freeze' }>

const at = <A>(list: readonly A[], index: number): A | undefined =>
  list.length === 0 ? undefined : list[index % list.length]

const replaced = <A>(list: readonly A[], index: number, value: A): readonly A[] =>
  list.map((each, position) => (position === index % list.length ? value : each))

/** What a new pod would load; undefined: it cannot start. */
const startable = ({ template, configuration, superseded }: Cluster) => {
  if (!template.encrypts) return unconfigured
  const reach = configuration === null ? superseded : [configuration, ...superseded]
  return reach.find(({ hash, ordinal }) =>
    template.hash === null ? ordinal === null : hash === template.hash,
  )
}

const underWriter = (cluster: Cluster, index: number, server: number): Cluster => {
  const object = cluster.objects[index]
  const through = at(cluster.servers, server)
  if (object === undefined || through === undefined || !canRead(through, object)) return cluster
  if (!isServed(cluster, object.resource)) return cluster
  const key: Key = keysFor(through, object.resource)[0] ?? object.key
  return { ...cluster, objects: replaced(cluster.objects, index, { ...object, key }) }
}

/** The cluster after a move; `decide` is made by the one who runs the protocol. */
export const apply = (cluster: Cluster, move: WorldMove): Cluster => {
  switch (move.kind) {
    case 'roll': {
      const server = startable(cluster)
      const current = at(cluster.servers, move.server)
      return server === undefined || current?.hash === server.hash
        ? cluster
        : {
            ...cluster,
            servers: replaced(cluster.servers, move.server, server),
            unchangedSince: cluster.clock,
          }
    }
    case 'write':
      return cluster.objects.length === 0
        ? cluster
        : underWriter(cluster, move.object % cluster.objects.length, move.server)
    case 'migrate': {
      const running = at(
        cluster.migrations.filter(
          ({ outcome, resource }) => outcome === 'Running' && isServed(cluster, resource),
        ),
        move.migration,
      )
      if (running === undefined) return cluster
      const rewritten = cluster.objects.reduce(
        (done, { resource }, index) =>
          resource === running.resource ? underWriter(done, index, move.server) : done,
        cluster,
      )
      const ended = { ...running, outcome: 'Succeeded' as const, endedTime: cluster.clock }
      return {
        ...rewritten,
        migrations: cluster.migrations.map((each) => (each === running ? ended : each)),
      }
    }
    case 'fail': {
      const running = at(
        cluster.migrations.filter(({ outcome }) => outcome === 'Running'),
        move.migration,
      )
      if (running === undefined) return cluster
      const ended = { ...running, outcome: 'Failed' as const, endedTime: cluster.clock }
      return {
        ...cluster,
        migrations: cluster.migrations.map((each) => (each === running ? ended : each)),
      }
    }
    case 'wish':
      return { ...cluster, wish: move.wish }
    case 'wait':
      return { ...cluster, clock: cluster.clock + move.seconds }
    case 'restore': {
      const { records, writes } = cluster
      if (records.length === 0) return cluster
      const past = records.slice(0, 1 + (move.version % records.length))
      return {
        ...cluster,
        // It takes longer than a second, so no epoch is used twice.
        clock: cluster.clock + 60,
        record: past.map((each) => ({ ...each, version: `r${writes + 1}` })).at(-1) ?? null,
        records: past,
        writes: writes + 1,
      }
    }
    case 'loseRecord':
      return { ...cluster, clock: cluster.clock + 60, record: null, records: [] }
    case 'loseConfiguration':
      return { ...cluster, configuration: null }
    case 'loseMigration': {
      const lost = at(cluster.migrations, move.migration)
      return { ...cluster, migrations: cluster.migrations.filter((each) => each !== lost) }
    }
    case 'stray': {
      const stray = at(
        cluster.superseded.filter(({ ordinal }) => olderThan(ordinal, cluster.template.ordinal)),
        move.superseded,
      )
      return stray === undefined
        ? cluster
        : {
            ...cluster,
            servers: replaced(cluster.servers, move.server, stray),
            strays: cluster.strays + 1,
            unchangedSince: cluster.clock,
          }
    }
    case 'doubt':
      return { ...cluster, strays: cluster.strays + 1 }
    case 'serve': {
      if (move.served) return { ...cluster, goneSince: null }
      return { ...cluster, goneSince: cluster.goneSince ?? cluster.clock }
    }
  }
}
