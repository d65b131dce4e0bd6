/**
 * The space of states: every part interned, every state a tuple of eight numbers in canonical form.
 */
import type { Effect } from '@keyroll/core'
import type { World } from '@keyroll/adapters-fake'
import { table } from '../search/table.js'
import { type Used, denseNames } from './codes.js'
import {
  configurationsPart,
  deploymentPart,
  etcdPart,
  migrationsPart,
  recordPart,
  serversPart,
  wishPart,
} from './dissect.js'
import { type EffectPart, effectOfPart, effectPart, effectUses, renamedEffect } from './effects.js'
import type {
  DeploymentPart,
  EtcdPart,
  FrozenPart,
  MigrationPart,
  RecordPart,
  ServersPart,
} from './parts.js'
import { type Parts, type Versions, current, rebuiltWorld } from './rebuild.js'
import * as N from './rename.js'
import { rolloutsOf } from './rollouts.js'
import type { Start } from './start.js'

/** A pool of equal things: each has one number. */
export interface Pool<A> {
  readonly items: A[]
  readonly low: number[]
  readonly high: number[]
  /** Which keys it names, as a mask. */
  readonly number: (item: A) => number
  readonly renamed: (id: number, names: number) => number
}

const pool = <A>(
  allNames: readonly (readonly number[])[],
  uses: (used: Used, item: A) => void,
  rename: (item: A, names: readonly number[]) => A,
): Pool<A> => {
  const items: A[] = []
  const low: number[] = []
  const high: number[] = []
  const numbers = new Map<string, number>()
  const renamings = table()
  const number = (item: A): number => {
    const key = JSON.stringify(item)
    const found = numbers.get(key)
    if (found !== undefined) return found
    const used: Used = { low: 0, high: 0 }
    uses(used, item)
    const id = items.length
    items.push(item)
    low.push(used.low)
    high.push(used.high)
    numbers.set(key, id)
    return id
  }
  const renamed = (id: number, names: number): number => {
    if (low[id] === 0 && high[id] === 0) return id
    const found = renamings.get(id, names, 0, 0, 0, 0, 0, 0)
    if (found >= 0) return found
    const item = items[id]
    const by = allNames[names]
    if (item === undefined || by === undefined) throw new Error('no such part')
    const next = number(rename(item, by))
    renamings.add(id, names, 0, 0, 0, 0, 0, 0, next)
    return next
  }
  return { items, low, high, number, renamed }
}

/** record, wish and budgets, published, copies, rollout, etcd, migrations, frozen. */
export type Tuple = [number, number, number, number, number, number, number, number]

export interface Budgets {
  readonly wishes: number
  readonly faults: number
  readonly views: number
}

export const budgeted = (wish: number, { wishes, faults, views }: Budgets): number =>
  wish + 8 * (wishes + 4 * (faults + 4 * views))

export const wishIn = (x: number): number => x & 7
export const wishesIn = (x: number): number => (x >> 3) & 3
export const faultsIn = (x: number): number => (x >> 5) & 3
export const viewsIn = (x: number): number => (x >> 7) & 3
export const oneWish = 8
export const oneFault = 32
export const oneView = 128

const must = <A>(item: A | undefined): A => {
  if (item === undefined) throw new Error('no such part')
  return item
}

/** The part of that number. */
export const inPool = <A>({ items }: Pool<A>, id: number): A => must(items[id])

export type Space = ReturnType<typeof spaceOf>

export const spaceOf = (start: Start) => {
  const allNames: (readonly number[])[] = []
  const records = pool<RecordPart | null>(allNames, N.recordUses, N.renamedRecord)
  const lists = pool<readonly number[]>(allNames, N.configurationsUse, (list, names) =>
    N.renamedConfigurations(start, list, names),
  )
  const deployments = pool<DeploymentPart>(allNames, N.deploymentUses, (part, names) =>
    N.renamedDeployment(start, part, names),
  )
  const serverSets = pool<ServersPart>(allNames, N.serversUse, (part, names) =>
    N.renamedServers(start, part, names),
  )
  const etcds = pool<EtcdPart>(
    allNames,
    () => undefined,
    (part) => part,
  )
  const migrations = pool<readonly MigrationPart[]>(allNames, N.migrationsUse, N.renamedMigrations)

  const effects = pool<EffectPart>(allNames, effectUses, (part, names) =>
    renamedEffect(start, part, names),
  )
  const effectList: (Effect | undefined)[] = []
  const effectNumber = (effect: Effect): number => effects.number(effectPart(start, effect))
  const effectAt = (id: number): Effect =>
    (effectList[id] ??= effectOfPart(start, must(effects.items[id])))

  const rollouts = rolloutsOf(start, allNames)
  const deploymentOfRollout: (number | undefined)[] = []
  const serversOfRollout: (number | undefined)[] = []
  /** The halves of a rollout, which a view may show at different times. */
  const deploymentOf = (id: number): number =>
    (deploymentOfRollout[id] ??= deployments.number(rollouts.partsOf(id).deployment))
  const serversOf = (id: number): number =>
    (serversOfRollout[id] ??= serverSets.number(rollouts.partsOf(id).servers))
  const joined = table()
  const rollout = (deployment: number, servers: number): number => {
    const found = joined.get(deployment, servers, 0, 0, 0, 0, 0, 0)
    if (found >= 0) return found
    const id = rollouts.number({
      deployment: must(deployments.items[deployment]),
      servers: must(serverSets.items[servers]),
    })
    joined.add(deployment, servers, 0, 0, 0, 0, 0, 0, id)
    return id
  }

  /** Frozen views; 0: none. */
  const frozens: FrozenPart[] = []
  const frozenLow: number[] = []
  const frozenHigh: number[] = []
  const frozenNumbers = table()
  const frozen = (part: FrozenPart): number => {
    const { record, published, copies, deployment, servers, migrations: m, wish } = part
    const dirty = Number(part.recordDirty) + 2 * Number(part.templateDirty) + 4 * (part.late + 1)
    const found = frozenNumbers.get(record, published, copies, deployment, servers, m, wish, dirty)
    if (found >= 0) return found
    const id = frozens.length
    frozens.push(part)
    let low = 0
    let high = 0
    const add = (of: { readonly low: number[]; readonly high: number[] }, at: number): void => {
      if (at < 0) return
      low |= of.low[at] ?? 0
      high |= of.high[at] ?? 0
    }
    add(records, record)
    add(lists, published)
    add(lists, copies)
    add(deployments, deployment)
    add(serverSets, servers)
    add(migrations, m)
    add(effects, part.late)
    frozenLow.push(low)
    frozenHigh.push(high)
    frozenNumbers.add(record, published, copies, deployment, servers, m, wish, dirty, id)
    return id
  }
  const nothingFrozen: FrozenPart = {
    late: -1,
    record: -1,
    published: -1,
    copies: -1,
    deployment: -1,
    servers: -1,
    migrations: -1,
    wish: -1,
    recordDirty: false,
    templateDirty: false,
  }
  frozen(nothingFrozen)
  const frozenRenamings = table()
  const renamedFrozen = (id: number, names: number): number => {
    if (id === 0) return 0
    const found = frozenRenamings.get(id, names, 0, 0, 0, 0, 0, 0)
    if (found >= 0) return found
    const part = must(frozens[id])
    const by = (of: { readonly renamed: Pool<unknown>['renamed'] }, at: number): number =>
      at < 0 ? -1 : of.renamed(at, names)
    const next = frozen({
      ...part,
      record: by(records, part.record),
      published: by(lists, part.published),
      copies: by(lists, part.copies),
      deployment: by(deployments, part.deployment),
      servers: by(serverSets, part.servers),
      migrations: by(migrations, part.migrations),
      late: by(effects, part.late),
    })
    frozenRenamings.add(id, names, 0, 0, 0, 0, 0, 0, next)
    return next
  }

  /** Which renaming the codes in use ask for; -1: none. */
  const renamings = table()
  const namesFor = (low: number, high: number): number => {
    const found = renamings.get(low, high, 0, 0, 0, 0, 0, 0)
    if (found >= 0) return found - 1
    const names = denseNames({ low, high })
    const id = names === null ? -1 : allNames.push(names) - 1
    renamings.add(low, high, 0, 0, 0, 0, 0, 0, id + 1)
    return id
  }

  const isPublished = (p: number) => (configuration: number) =>
    must(lists.items[p]).includes(configuration)
  const publishedTests: ((configuration: number) => boolean)[] = []
  const publishedTest = (p: number): ((configuration: number) => boolean) =>
    (publishedTests[p] ??= isPublished(p))

  /** Makes a tuple canonical, in place. */
  const settleNames = (t: Tuple): void => {
    t[4] = rollouts.pruned(t[4], 2 * t[2], publishedTest(t[2]))
    const of = rollouts.listOf[t[4]] ?? 0
    const low =
      (records.low[t[0]] ?? 0) |
      (lists.low[t[2]] ?? 0) |
      (lists.low[t[3]] ?? 0) |
      (rollouts.listLow[of] ?? 0) |
      (migrations.low[t[6]] ?? 0) |
      (frozenLow[t[7]] ?? 0)
    const high =
      (records.high[t[0]] ?? 0) |
      (lists.high[t[2]] ?? 0) |
      (lists.high[t[3]] ?? 0) |
      (rollouts.listHigh[of] ?? 0) |
      (migrations.high[t[6]] ?? 0) |
      (frozenHigh[t[7]] ?? 0)
    const names = namesFor(low, high)
    if (names < 0) return
    t[0] = records.renamed(t[0], names)
    t[2] = lists.renamed(t[2], names)
    t[3] = lists.renamed(t[3], names)
    t[4] = rollouts.renamed(t[4], names)
    t[6] = migrations.renamed(t[6], names)
    t[7] = renamedFrozen(t[7], names)
  }

  const partsOf = (
    record: number,
    wish: number,
    published: number,
    copies: number,
    rolloutId: number,
    etcd: number,
    migration: number,
  ): Parts => ({
    record: records.items[record] ?? null,
    wish,
    published: must(lists.items[published]),
    copies: must(lists.items[copies]),
    ...rollouts.partsOf(rolloutId),
    etcd: must(etcds.items[etcd]),
    migrations: must(migrations.items[migration]),
  })

  /** The world of a tuple as it is, whatever is frozen. */
  const worldOf = (t: Readonly<Tuple>, versions: Versions = current): World =>
    rebuiltWorld(start, partsOf(t[0], wishIn(t[1]), t[2], t[3], t[4], t[5], t[6]), versions)

  /** What a frozen view shows, as a tuple with nothing frozen. */
  const seenIn = (t: Readonly<Tuple>): Tuple => {
    const f = must(frozens[t[7]])
    const or = (frozenId: number, now: number): number => (frozenId < 0 ? now : frozenId)
    return [
      or(f.record, t[0]),
      (t[1] & ~7) | or(f.wish, wishIn(t[1])),
      or(f.published, t[2]),
      or(f.copies, t[3]),
      f.deployment < 0 && f.servers < 0
        ? t[4]
        : rollout(or(f.deployment, deploymentOf(t[4])), or(f.servers, serversOf(t[4]))),
      t[5],
      or(f.migrations, t[6]),
      0,
    ]
  }

  const recordIn = (world: World): number => records.number(recordPart(start, world.api.record))
  const publishedIn = (world: World): number =>
    lists.number(configurationsPart(start, world.api.configurations))
  const copiesIn = (world: World): number =>
    lists.number(configurationsPart(start, world.api.copies))
  const rolloutIn = (world: World): number =>
    rollouts.number({
      deployment: deploymentPart(start, world),
      servers: serversPart(start, world),
    })
  const etcdIn = (world: World): number => etcds.number(etcdPart(start, world))
  const migrationsIn = (world: World): number => migrations.number(migrationsPart(start, world))

  /** All parts of a world; budgets and frozen views are kept beside it. */
  const tupleOf = (world: World, x: number, f: number): Tuple => [
    recordIn(world),
    (x & ~7) | wishPart(start, world.api.wish),
    publishedIn(world),
    copiesIn(world),
    rolloutIn(world),
    etcdIn(world),
    migrationsIn(world),
    f,
  ]

  return {
    start,
    records,
    lists,
    deployments,
    serverSets,
    etcds,
    migrations,
    effects,
    effectNumber,
    effectAt,
    rollouts,
    deploymentOf,
    serversOf,
    publishedTest,
    frozens,
    frozen,
    nothingFrozen,
    settleNames,
    worldOf,
    seenIn,
    tupleOf,
    recordIn,
    publishedIn,
    copiesIn,
    rolloutIn,
    etcdIn,
    migrationsIn,
  }
}
