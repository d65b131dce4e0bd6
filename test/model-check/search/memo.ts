/**
 * All successors of a state, the fast way: each class of moves is made once for each combination of the parts
 * that it reads. A new combination is worked out on a real world; the next time it is looked up.
 */
import { type Decision, type Effect, type Observation, situationOf } from '@keyroll/core'
import { type Server, type World, observe } from '@keyroll/adapters-fake'
import type { Shape } from '../state/rollouts.js'
import {
  type Space,
  type Tuple,
  faultsIn,
  oneFault,
  oneView,
  oneWish,
  viewsIn,
  wishIn,
  wishesIn,
} from '../state/space.js'
import { checkingPolicy } from '../state/start.js'
import * as S from '../state/steps.js'
import { type Decide, effectOf, performed, refusedBecause } from './controller.js'
import { dirtied, freezing } from './frozen.js'
import { type MoveKind, moveKinds } from './move-kind.js'
import { isAllowedWish } from './symmetry.js'
import { table } from './table.js'

/** Receives each successor in canonical form. The tuple is used again: copy what is kept. */
export type Emit = (tuple: Tuple, kind: number, quiet: boolean) => void

/** Receives each write of the controller, once for each combination of parts that a property could read. */
export type OnWrite = (effect: Effect, isLate: boolean, before: World, after: World) => void

const kindNumber = (kind: MoveKind): number => moveKinds.indexOf(kind)

const rollout = kindNumber('rollout')
const podStarts = kindNumber('podStarts')
const podReady = kindNumber('podReady')
const migrator = kindNumber('migrator')
const flight = kindNumber('flight')
const settles = kindNumber('settle')
const deadline = kindNumber('deadline')
const fresh = kindNumber('fresh')
const cached = kindNumber('cached')
const late = kindNumber('late')
const thaw = kindNumber('thaw')
const client = kindNumber('client')
const orphan = kindNumber('orphan')
const wishes = kindNumber('wish')
const serverFault = kindNumber('serverFault')
const migrationFault = kindNumber('migrationFault')
const recordFault = kindNumber('recordFault')
const configurationFault = kindNumber('configurationFault')
const firstUnquiet = 11

const must = <A>(item: A | undefined): A => {
  if (item === undefined) throw new Error('no such part')
  return item
}

/** What the controller makes of one view. */
export interface Seen {
  readonly decision: Decision
  readonly effect: number
  readonly asksFresh: boolean
}

const none: readonly number[] = []

/** How often something happened on the way. */
export interface Counted {
  /** Writes by row of the decision table. */
  readonly rows: { [row: string]: number }
  /** Fresh looks by stage. */
  readonly stages: { [stage: string]: number }
  rejectedByVersion: number
  rejectedByFence: number
  /** Decisions that differed when they were made twice. */
  unstable: number
}

/** What a decision function makes of an observation before it decides; the shipped one nothing. */
export type Lens = (observation: Observation) => Observation

export const memoOf = (
  space: Space,
  decideBy: Decide,
  lens: Lens,
  emit: Emit,
  onWrite: OnWrite,
) => {
  const counted: Counted = {
    rows: {},
    stages: {},
    rejectedByVersion: 0,
    rejectedByFence: 0,
    unstable: 0,
  }
  const { start } = space
  const keyCount = start.bounds.keys
  let t: Tuple = [0, 0, 0, 0, 0, 0, 0, 0]
  let here: World | null = null
  const world = (): World => (here ??= space.worldOf(t))
  const scratch: Tuple = [0, 0, 0, 0, 0, 0, 0, 0]

  /** A change of the state at hand, and what frozen views make of it. */
  const go = (
    kind: number,
    r: number,
    x: number,
    p: number,
    k: number,
    d: number,
    e: number,
    m: number,
    f: number,
  ): void => {
    const to = scratch
    to[0] = r
    to[1] = x
    to[2] = p
    to[3] = k
    to[4] = d
    to[5] = e
    to[6] = m
    to[7] = f
    const freezes =
      f === 0 &&
      viewsIn(t[1]) > 0 &&
      (r !== t[0] ||
        p !== t[2] ||
        k !== t[3] ||
        d !== t[4] ||
        m !== t[6] ||
        wishIn(x) !== wishIn(t[1]))
        ? freezing(space, t, to, kind === fresh ? -1 : decideOn(t, 'fresh').effect)
        : none
    if (f !== 0) to[7] = dirtied(space, t, to)
    space.settleNames(to)
    emit(to, kind, kind < firstUnquiet)
    for (const view of freezes) {
      to[0] = r
      to[1] = x - oneView
      to[2] = p
      to[3] = k
      to[4] = d
      to[5] = e
      to[6] = m
      to[7] = view
      space.settleNames(to)
      emit(to, kind, false)
    }
  }

  // What moves read of a part, as small numbers of its own.
  const { rollouts } = space
  const createdOf: boolean[] = []
  const startingOf: boolean[] = []
  const settledOf: boolean[] = []
  const servingOfShape: (readonly number[])[] = []
  const summaryOf: number[] = []
  const summaries = new Map<string, number>()
  const wanted = start.bounds.replicas
  /** All that a look tells of a shape, server names apart. */
  const summary = ({ deployment, servers: { servers, settled } }: Shape): string => {
    const active = servers.filter(({ phase, terminating }) => phase !== 3 && !terminating)
    const ready = active.filter(({ phase }) => phase === 2).length
    const asked = deployment.replicaSets.reduce((sum, { replicas }) => sum + replicas, 0)
    const of = deployment.observed ? deployment.template : deployment.observedReplicaSet
    const distinct = new Set(servers.map((server) => JSON.stringify(server)))
    return JSON.stringify([
      deployment.template,
      deployment.observed,
      deployment.replicaSets.map((each) => each.of),
      [...distinct],
      servers.filter(({ phase }) => phase !== 3).length,
      servers.filter(({ phase }) => phase === 3).map((server) => server.of),
      active.length === wanted,
      ready === wanted,
      active.filter((server) => server.of === of).length === wanted,
      asked <= ready,
      settled,
    ])
  }
  const noteShape = (id: number): void => {
    const shape = must(rollouts.shapes[id])
    const { servers, settled } = shape.servers
    servingOfShape[id] = [
      ...new Set(servers.filter(({ phase }) => phase === 2).map(({ of }) => of)),
    ]
    createdOf[id] = servers.some(({ phase, terminating }) => phase === 0 && !terminating)
    startingOf[id] = servers.some(({ phase }) => phase === 1)
    settledOf[id] = settled
    const key = summary(shape)
    let number = summaries.get(key)
    if (number === undefined) {
      number = summaries.size
      summaries.set(key, number)
    }
    summaryOf[id] = number
  }
  const shapeOf = (d: number): number => {
    const id = must(rollouts.shapeOf[d])
    if (summaryOf[id] === undefined) noteShape(id)
    return id
  }
  const servingLists: (number | undefined)[] = []
  /** The configurations that serving servers run, as a number. */
  const servingOf = (d: number): number => {
    const known = servingLists[d]
    if (known !== undefined) return known
    const list = must(rollouts.lists[must(rollouts.listOf[d])])
    const id = rollouts.listNumber(must(servingOfShape[shapeOf(d)]).map((at) => must(list[at])))
    servingLists[d] = id
    return id
  }
  const underNumbers = new Map<string, number>()
  const underOf: number[] = []
  const flightsOf: boolean[] = []
  const under = (e: number): number => {
    const found = underOf[e]
    if (found !== undefined) return found
    const part = must(space.etcds.items[e])
    const keys = part.map(({ objects }) =>
      [...new Set(objects.map((each) => each.under))].toSorted((a, b) => a - b),
    )
    const key = JSON.stringify(keys)
    let number = underNumbers.get(key)
    if (number === undefined) {
      number = underNumbers.size
      underNumbers.set(key, number)
      underKeys[number] = keys
    }
    underOf[e] = number
    flightsOf[e] = part.some(({ objects }) => objects.some(({ flights }) => flights.length > 0))
    return number
  }
  const readables: ((configuration: number) => boolean)[] = []
  const underKeys: (readonly (readonly number[])[])[] = []
  /** Whether a configuration reads all keys that objects are under. */
  const readable = (u: number): ((configuration: number) => boolean) =>
    (readables[u] ??= (configuration) =>
      must(underKeys[u]).every((ids, resource) => {
        const keys = start.keysIn(configuration, resource)
        return ids.every((id) => keys.includes(id))
      }))
  const openOf: boolean[] = []
  const hangingOf: boolean[] = []
  const noteMigrations = (m: number): void => {
    const parts = must(space.migrations.items[m])
    openOf[m] = parts.some(({ end }) => end === null)
    hangingOf[m] = parts.some(({ hangs, overdue, end }) => hangs && !overdue && end === null)
  }
  const migratingOf: boolean[] = []
  const isMigrating = (r: number): boolean =>
    (migratingOf[r] ??= space.records.items[r]?.history[0]?.state === 'Migrating')

  const lists: (readonly number[])[] = []
  const put = (list: readonly number[]): number => lists.push(list) - 1
  /** Flat pairs, each once. */
  const pairs = (found: readonly (readonly [number, number])[]): readonly number[] => {
    const seen = new Set<string>()
    return found.flatMap((pair) => {
      const key = pair.join()
      if (seen.has(key)) return []
      seen.add(key)
      return pair
    })
  }
  const endedConfiguration = (server: Server | null): number =>
    server?.process?.loaded == null ? -1 : start.configurationNumber(server.process.loaded)

  const memoised = (
    memo: ReturnType<typeof table>,
    a: number,
    b: number,
    c: number,
    make: () => readonly number[],
  ): readonly number[] => {
    const found = memo.get(a, b, c, 0, 0, 0, 0, 0)
    if (found >= 0) return lists[found] ?? none
    const list = make()
    memo.add(a, b, c, 0, 0, 0, 0, 0, put(list))
    return list
  }
  /** Changes of a shape, as flat triples: the next shape, what it still names, whose server ended with it. */
  const shapeChanges = (
    steps: readonly { readonly world: World; readonly ended?: Server | null }[],
  ): readonly number[] => {
    const own = must(rollouts.lists[must(rollouts.listOf[t[4]])])
    const seen = new Set<string>()
    return steps.flatMap(({ world: next, ended }) => {
      const { shape, subset } = rollouts.changeBetween(t[4], space.rolloutIn(next))
      const triple = [shape, subset, own.indexOf(endedConfiguration(ended ?? null))]
      const key = triple.join()
      if (seen.has(key)) return []
      seen.add(key)
      return triple
    })
  }
  const rolloutMemo = table()
  const makeRollout = (): readonly number[] => shapeChanges(S.rolloutSteps(world()))
  const serverFaultMemo = table()
  const makeServerFaults = (): readonly number[] => shapeChanges(S.serverFaultSteps(world()))
  const startMemo = table()
  const makeStarts = (): readonly number[] => shapeChanges(S.podStartSteps(world()))
  const readyMemo = table()
  const makeReady = (): readonly number[] => shapeChanges(S.podReadySteps(world()))
  const clientMemo = table()
  const makeClient = (): readonly number[] =>
    [...new Set(S.clientSteps(world()).map((step) => space.etcdIn(step.world)))].filter(
      (e) => e !== t[5],
    )
  const orphanMemo = table()
  let ending = -1
  const makeOrphans = (): readonly number[] => {
    const server = world().servers.find(
      (each) => each.phase === 'Ready' && endedConfiguration(each) === ending,
    )
    return server === undefined
      ? none
      : [...new Set(S.orphanSteps(world(), server).map((step) => space.etcdIn(step.world)))].filter(
          (e) => e !== t[5],
        )
  }
  const flightMemo = table()
  const makeFlights = (): readonly number[] => [
    ...new Set(S.flightSteps(world()).map((step) => space.etcdIn(step.world))),
  ]
  const migratorMemo = table()
  const makeMigrator = (): readonly number[] =>
    pairs(
      S.migratorSteps(start, world()).map((step) => [
        space.etcdIn(step.world),
        space.migrationsIn(step.world),
      ]),
    )
  const settleMemo = table()
  const makeSettle = (): readonly number[] => shapeChanges(S.settleSteps(world()))
  const landlessMemo = table()
  const makeLandless = (): readonly number[] =>
    S.settleSteps(world()).map((step) => space.etcdIn(step.world))
  const deadlineMemo = table()
  const makeDeadline = (): readonly number[] => [
    ...new Set(S.deadlineSteps(world()).map((step) => space.migrationsIn(step.world))),
  ]
  const migrationFaultMemo = table()
  const makeMigrationFaults = (): readonly number[] =>
    pairs(
      S.migrationFaultSteps(world()).map((step) => [
        space.etcdIn(step.world),
        space.migrationsIn(step.world),
      ]),
    )
  const configurationFaultMemo = table()
  const makeConfigurationFaults = (): readonly number[] =>
    S.configurationFaultSteps(world()).map((step) => space.publishedIn(step.world))

  // The controller.
  const verdictNumbers = new Map<string, number>()
  const verdicts = table()
  /** All that `decide` can tell of a rollout under the published configurations. */
  const verdict = (d: number, p: number, seen: () => World): number => {
    const shape = must(summaryOf[shapeOf(d)])
    const list = must(rollouts.listOf[d])
    const found = verdicts.get(shape, list, p, 0, 0, 0, 0, 0)
    if (found >= 0) return found
    const observation = lens(observe(seen(), 'fresh'))
    const { convergence, stamps } = situationOf(checkingPolicy, observation)
    const { template, continuity, unchangedSince, unencryptedServers, servers } = observation
    const ready =
      servers._tag === 'Known'
        ? servers.value.list
            .filter((server) => server.ready && !server.terminating)
            .map(({ ordinal, loaded }) => [ordinal, loaded])
        : []
    const key = JSON.stringify([
      convergence._tag,
      [...new Set(stamps.map((stamp) => JSON.stringify(stamp)))].toSorted(),
      [...new Set(ready.map((each) => JSON.stringify(each)))].toSorted(),
      template._tag === 'Known' ? { ...template.value, version: '' } : template,
      continuity,
      unchangedSince,
      unencryptedServers,
    ])
    let number = verdictNumbers.get(key)
    if (number === undefined) {
      number = verdictNumbers.size
      verdictNumbers.set(key, number)
    }
    verdicts.add(shape, list, p, 0, 0, 0, 0, 0, number)
    return number
  }
  const decisions: Seen[] = []
  const decisionMemo = table()
  const decideOn = (s: Readonly<Tuple>, look: 'cached' | 'fresh'): Seen => {
    let seenWorld: World | null = null
    const seen = (): World => (seenWorld ??= s === t ? world() : space.worldOf(s))
    const v = verdict(s[4], s[2], seen)
    const lookNumber = look === 'fresh' ? 1 : 0
    const found = decisionMemo.get(s[0], wishIn(s[1]), s[2], s[3], v, s[6], lookNumber, 0)
    if (found >= 0) return must(decisions[found])
    const decision = decideBy(observe(seen(), look))
    if (decisions.length % 16 === 0) {
      const again = decideBy(observe(seen(), look))
      if (JSON.stringify(again) !== JSON.stringify(decision)) counted.unstable += 1
    }
    const effect = effectOf(decision)
    const number = effect === null ? -1 : space.effectNumber(effect)
    const made: Seen = {
      decision,
      effect: number,
      asksFresh: decision.nextLook?.look === 'fresh',
    }
    decisionMemo.add(
      s[0],
      wishIn(s[1]),
      s[2],
      s[3],
      v,
      s[6],
      lookNumber,
      0,
      decisions.push(made) - 1,
    )
    return made
  }
  /** What an effect makes of record, published, copies, rollout, etcd, migrations; null: a conflict. */
  const results: (readonly number[] | null)[] = []
  const fenced: boolean[] = []
  const resultMemo = table()
  const footprint = (effect: Effect): readonly number[] => {
    switch (effect.kind) {
      case 'WriteRecord':
        return [0]
      case 'KeepCopy':
      case 'DiscardCopy':
      case 'WriteConfiguration':
      case 'WithdrawConfiguration':
        return [2, 3]
      case 'StampTemplate':
        return [4]
      case 'CreateMigration':
        return [6]
      case 'DeleteMigration':
        return [2, 5, 6]
      case 'TouchResource':
      case 'WriteCondition':
        return [0, 2, 3, 4, 5, 6]
    }
  }
  const reject = (byFence: boolean): void => {
    if (byFence) counted.rejectedByFence += 1
    else counted.rejectedByVersion += 1
  }
  const footprints: (readonly number[])[] = []
  const perform = (
    number: number,
    recordDirty: boolean,
    templateDirty: boolean,
  ): readonly number[] | null => {
    const effect = space.effectAt(number)
    const reads = (footprints[number] ??= footprint(effect))
    const dirty = Number(recordDirty) + 2 * Number(templateDirty)
    const [a, b, c] = reads
    const ka = a === undefined ? 0 : (t[a] ?? 0)
    const kb = b === undefined ? 0 : (t[b] ?? 0)
    const kc = c === undefined ? 0 : (t[c] ?? 0)
    const found = resultMemo.get(number, dirty, ka, kb, kc, 0, 0, 0)
    if (found >= 0) {
      if (results[found] === null) reject(fenced[found] === true)
      return results[found] ?? null
    }
    const on =
      dirty === 0
        ? world()
        : space.worldOf(t, {
            record: recordDirty ? '2' : '1',
            template: templateDirty ? 2 : 1,
          })
    const next = performed(on, effect)
    const result =
      next === null
        ? null
        : [
            space.recordIn(next),
            space.publishedIn(next),
            space.copiesIn(next),
            space.rolloutIn(next),
            space.etcdIn(next),
            space.migrationsIn(next),
          ].map((id, at) => (id === [t[0], t[2], t[3], t[4], t[5], t[6]][at] ? -1 : id))
    const id = results.push(result) - 1
    resultMemo.add(number, dirty, ka, kb, kc, 0, 0, 0, id)
    if (result === null) {
      fenced[id] = refusedBecause(on, effect)?.includes('not older') === true
      reject(fenced[id] === true)
    }
    return result
  }
  const checked = table()
  const check = (number: number, isLate: boolean): void => {
    const list = must(rollouts.lists[must(rollouts.listOf[t[4]])])
    const template = must(list[must(rollouts.shapes[shapeOf(t[4])]).deployment.template])
    const serving = servingOf(t[4])
    const u = under(t[5])
    const lateNumber = isLate ? 1 : 0
    if (checked.get(number, lateNumber, t[0], t[2], t[6], serving, u, template) >= 0) return
    checked.add(number, lateNumber, t[0], t[2], t[6], serving, u, template, 1)
    const before = world()
    const effect = space.effectAt(number)
    const after = performed(before, effect)
    if (after !== null) onWrite(effect, isLate, before, after)
  }
  /** True: the next look is fresh. */
  const act = (
    kind: number,
    { effect, asksFresh, decision }: Seen,
    recordDirty: boolean,
    templateDirty: boolean,
  ): boolean => {
    if (effect < 0) return asksFresh
    const result = perform(effect, recordDirty, templateDirty)
    if (result === null) return true
    check(effect, kind === late)
    if (kind !== late) counted.rows[decision.row] = (counted.rows[decision.row] ?? 0) + 1
    const or = (at: number, now: number): number => {
      const next = result[at] ?? -1
      return next < 0 ? now : next
    }
    const f = kind === late ? 0 : t[7]
    go(kind, or(0, t[0]), t[1], or(1, t[2]), or(2, t[3]), or(3, t[4]), or(4, t[5]), or(5, t[6]), f)
    return asksFresh
  }

  const absentRecord = space.records.number(null)
  const nothingKept = space.lists.number([])

  const changesOf = (kind: number, list: readonly number[], cost: number): void => {
    const x = t[1]
    const leaves =
      start.bounds.inFlight > 0 && faultsIn(x) * oneFault > cost && flightsOf[t[5]] !== true
    for (let at = 0; at < list.length; at += 3) {
      const d = rollouts.changed(t[4], list[at] ?? 0, list[at + 1] ?? 0)
      go(kind, t[0], x - cost, t[2], t[3], d, t[5], t[6], t[7])
      const ended = list[at + 2] ?? -1
      if (ended < 0 || !leaves) continue
      ending = must(must(rollouts.lists[must(rollouts.listOf[t[4]])])[ended])
      for (const e of memoised(orphanMemo, ending, t[5], 0, makeOrphans))
        go(orphan, t[0], x - cost - oneFault, t[2], t[3], d, e, t[6], t[7])
    }
  }

  /** Emits every successor; answers what the controller makes of a fresh look, where it may take one. */
  const expand = (state: Tuple): Seen | null => {
    t = state
    here = null
    const [r, x, p, k, d, e, m, f] = t
    const shape = shapeOf(d)
    const serving = servingOf(d)
    const u = under(e)
    if (openOf[m] === undefined) noteMigrations(m)
    const mountable = rollouts.among(d, 2 * p, space.publishedTest(p))
    changesOf(rollout, memoised(rolloutMemo, shape, mountable, 0, makeRollout), 0)
    if (createdOf[shape] === true)
      changesOf(podStarts, memoised(startMemo, shape, mountable, 0, makeStarts), 0)
    if (startingOf[shape] === true) {
      const reads = rollouts.among(d, 2 * u + 1, readable(u))
      changesOf(podReady, memoised(readyMemo, shape, reads, 0, makeReady), 0)
    }
    for (const next of memoised(clientMemo, serving, e, 0, makeClient))
      go(client, r, x, p, k, d, next, m, f)
    if (flightsOf[e] === true)
      for (const next of memoised(flightMemo, e, 0, 0, makeFlights))
        go(flight, r, x, p, k, d, next, m, f)
    if (openOf[m] === true) {
      const list = memoised(migratorMemo, serving, e, m, makeMigrator)
      for (let at = 0; at < list.length; at += 2)
        go(migrator, r, x, p, k, d, list[at] ?? 0, list[at + 1] ?? 0, f)
    }
    if (isMigrating(r) && settledOf[shape] === false) {
      const list = memoised(settleMemo, shape, 0, 0, makeSettle)
      const landless = memoised(landlessMemo, e, 0, 0, makeLandless)[0] ?? e
      go(settles, r, x, p, k, rollouts.changed(d, list[0] ?? 0, list[1] ?? 0), landless, m, f)
    }
    if (hangingOf[m] === true)
      for (const next of memoised(deadlineMemo, m, 0, 0, makeDeadline))
        go(deadline, r, x, p, k, d, e, next, f)
    if (wishesIn(x) > 0)
      for (let wish = 0; wish < keyCount; wish += 1)
        if (wish !== wishIn(x) && isAllowedWish(space, t, wish))
          go(wishes, r, (x & ~7) - oneWish + wish, p, k, d, e, m, f)
    if (faultsIn(x) > 0) {
      changesOf(serverFault, memoised(serverFaultMemo, shape, 0, 0, makeServerFaults), oneFault)
      const list = memoised(migrationFaultMemo, m, e, 0, makeMigrationFaults)
      for (let at = 0; at < list.length; at += 2)
        go(migrationFault, r, x - oneFault, p, k, d, list[at] ?? 0, list[at + 1] ?? 0, f)
      if (r !== absentRecord) go(recordFault, absentRecord, x - oneFault, p, k, d, e, m, f)
      if (r !== absentRecord || k !== nothingKept)
        for (const next of memoised(configurationFaultMemo, p, 0, 0, makeConfigurationFaults))
          go(configurationFault, r, x - oneFault, next, k, d, e, m, f)
    }
    if (f === 0) {
      const seen = decideOn(t, 'fresh')
      const { stage } = seen.decision
      counted.stages[stage] = (counted.stages[stage] ?? 0) + 1
      act(fresh, seen, false, false)
      return seen
    }
    const part = must(space.frozens[f])
    if (part.late >= 0) {
      act(late, { ...decideOn(t, 'fresh'), effect: part.late }, false, false)
      act(fresh, decideOn(t, 'fresh'), false, false)
      go(thaw, r, x, p, k, d, e, m, 0)
      return null
    }
    const s = space.seenIn(t)
    const asks = act(cached, decideOn(s, 'cached'), part.recordDirty, part.templateDirty)
    if (asks || start.bounds.controllers > 1) act(fresh, decideOn(t, 'fresh'), false, false)
    go(thaw, r, x, p, k, d, e, m, 0)
    return null
  }
  return { expand, servingOf, under, counted }
}
