/**
 * What must never happen, and what must always come: the properties of the rotation, over worlds of the fake
 * control plane and over single writes of the controller.
 */
import { type Effect, type Key, isPlaintext, olderThan, sameOrdinal, writerOf } from '@keyroll/core'
import { type Loaded, type Server, type World, vectorItems } from '@keyroll/adapters-fake'

export type PropertyId =
  | 'S1'
  | 'S2'
  | 'S3'
  | 'S4'
  | 'S5'
  | 'S6'
  | 'S7'
  | 'S8'
  | 'S9'
  | 'S10'
  | 'S11'
  | 'L1'
  | 'L2'
  | 'L3'
  | 'L4'
  | 'L5'

export const statements: { readonly [id in PropertyId]: string } = {
  S1: 'every serving server can read every stored object',
  S2: 'every key that an object is under is in the live configuration, or, while that is lost, in the newest kept copy or the record',
  S3: 'no target and a newest entry Completed: every object is under the active key',
  S4: 'what any serving server writes, every serving server can read',
  S5: 'the controller takes a key from the configuration only if no object is under it and no serving server writes with it',
  S6: 'no move but a fault takes the ordinal of configuration or template, or the epoch of the record, back',
  S7: 'a target changes or goes only before the commit, by a finish with evidence, by a reverse, or by a rebuild',
  S8: 'a written configuration holds what was live, and active, target and older readers of the record, each once, identity last',
  S9: 'a migration is created only when every serving server writes with the writer of its ordinal',
  S10: 'at most one write per decision, the same for the same view, none in a goal state',
  S11: 'every write on every view that the controller may hold keeps S1 to S9',
  L1: 'a goal can be reached from every state without clients, users or faults',
  L2: 'only a user or a fault leads out of a goal',
  L3: 'no livelock: without clients, users and faults there is no cycle, and only goals are ends',
  L4: 'at the goal the key wished last is active',
  L5: 'where nothing moves and no goal is reached, a gate says why',
}

const serving = (world: World): readonly Loaded[] =>
  world.servers.flatMap(({ phase, process }: Server) =>
    phase === 'Ready' && process !== null && process.loaded !== null ? [process.loaded] : [],
  )

const keyIds = ({ keys }: Loaded, resource: number): readonly string[] =>
  (keys[resource] ?? []).map(({ key }) => key.id)

const under = (world: World, resource: number): readonly string[] => {
  const objects = world.etcd.resources[resource]?.objects
  return objects === undefined ? [] : [...new Set(vectorItems(objects).map((each) => each.under))]
}

const liveOf = ({ api: { configurations } }: World): Loaded | null => {
  let live: Loaded | null = null
  for (const { loaded } of configurations)
    if (live === null || !olderThan(loaded.ordinal, live.ordinal)) live = loaded
  return live
}

const isLost = (world: World, live: Loaded | null): boolean =>
  live === null ||
  olderThan(live.ordinal, world.api.deployment.template.ordinal) ||
  world.servers.some(({ ordinal }) => olderThan(live.ordinal, ordinal))

const newestCopy = ({ api: { copies } }: World): Loaded | null => {
  let newest: Loaded | null = null
  for (const { loaded } of copies)
    if (newest === null || !olderThan(loaded.ordinal, newest.ordinal)) newest = loaded
  return newest
}

const recordedKeys = ({ api: { record } }: World): readonly string[] =>
  (record?.entries ?? []).flatMap(({ activeKey, targetKey, older }) =>
    [activeKey, ...(targetKey === null ? [] : [targetKey]), ...older].map(({ id }) => id),
  )

const everyResource = (world: World, holds: (resource: number) => boolean): boolean =>
  world.etcd.resources.every((_, resource) => holds(resource))

/** Properties of a single state. */
export const inState: {
  readonly [id in 'S1' | 'S2' | 'S3' | 'S4']: (world: World) => boolean
} = {
  S1: (world) =>
    everyResource(world, (resource) =>
      serving(world).every((loaded) => {
        const keys = keyIds(loaded, resource)
        return under(world, resource).every((id) => keys.includes(id))
      }),
    ),
  S2: (world) => {
    const live = liveOf(world)
    const lost = isLost(world, live)
    const from = lost ? newestCopy(world) : live
    return everyResource(world, (resource) => {
      const keys = from === null ? [] : keyIds(from, resource)
      const all = lost ? [...keys, ...recordedKeys(world)] : keys
      return under(world, resource).every((id) => all.includes(id))
    })
  },
  S3: (world) => {
    const { record } = world.api
    if (record === null || record.history[0]?.state !== 'Completed') return true
    return record.entries.every(
      ({ resources, activeKey, targetKey }) =>
        targetKey !== null ||
        everyResource(
          world,
          (at) =>
            !resources.includes(world.etcd.resources[at]?.resource ?? '') ||
            under(world, at).every((id) => id === activeKey.id),
        ),
    )
  },
  S4: (world) =>
    everyResource(world, (resource) =>
      serving(world).every((one) => {
        const writer = keyIds(one, resource)[0]
        return (
          writer === undefined ||
          serving(world).every((other) => keyIds(other, resource).includes(writer))
        )
      }),
    ),
}

/** One write of the controller, and the worlds before and after. */
export interface Written {
  readonly effect: Effect
  /** It was decided on before something else changed. */
  readonly late: boolean
  readonly before: World
  readonly after: World
}

const targetsIn = ({ api: { record } }: World): readonly (Key | null)[] =>
  (record?.entries ?? []).map(({ targetKey }) => targetKey)

const epochIn = ({ api: { record } }: World): number => record?.history[0]?.startedTime ?? 0

const hasEvidence = (world: World): boolean => {
  const ordinal = liveOf(world)?.ordinal
  return world.etcd.resources.every(({ resource }) =>
    world.api.migrations.some(
      (each) =>
        each.resource === resource &&
        each.end === 'Succeeded' &&
        each.ordinal?.epoch === ordinal?.epoch &&
        each.ordinal?.step === ordinal?.step,
    ),
  )
}

const mayChangeTarget = ({ before, after, late }: Written): boolean => {
  const was = before.api.record
  const is = after.api.record
  if (was === null || is === null) return was === null
  const state = was.history[0]?.state
  if (state !== 'WritePromote' && state !== 'Migrating') return true
  const live = liveOf(before)?.ordinal ?? null
  if (live !== null && live.epoch > epochIn(before)) return true
  return was.entries.every(({ activeKey, targetKey }, at) => {
    const entry = is.entries[at]
    if (entry === undefined || targetKey === null) return entry !== undefined
    if (entry.targetKey === null)
      return (
        entry.activeKey.id === targetKey.id &&
        is.history[0]?.state === 'Completed' &&
        // A late finish saw it before it was lost.
        (late || hasEvidence(before))
      )
    return (
      entry.targetKey.id === targetKey.id ||
      (entry.targetKey.id === activeKey.id && entry.activeKey.id === targetKey.id)
    )
  })
}

const sameTargets = (a: World, b: World): boolean => {
  const [one, other] = [targetsIn(a), targetsIn(b)]
  return one.length === other.length && one.every((key, at) => key?.id === other[at]?.id)
}

const isBounded = (written: Written): boolean => {
  const { effect, before, late } = written
  if (effect.kind !== 'WriteConfiguration') return true
  return effect.entries.every(({ resources, keys }) => {
    const ids = keys.map(({ id }) => id)
    if (new Set(ids).size < ids.length) return false
    const plain = keys.findIndex(isPlaintext)
    if (plain > 0 && plain < keys.length - 1) return false
    if (effect.change === 'create' || late) return true
    const entry = before.api.record?.entries.find((each) => each.resources[0] === resources[0])
    if (entry === undefined) return false
    const live = liveOf(before)?.entries.find((each) => each.resources[0] === resources[0])
    const known = [
      entry.activeKey,
      ...(entry.targetKey === null ? [] : [entry.targetKey]),
      ...entry.older,
      ...(live?.keys ?? []),
    ]
    return keys.every((key) => isPlaintext(key) || known.some(({ id }) => id === key.id))
  })
}

const writesTarget = ({ effect, before }: Written): boolean => {
  if (effect.kind !== 'CreateMigration') return true
  // A late one, below what is live or recorded by now: no evidence will ever be taken from it.
  if (olderThan(effect.ordinal, liveOf(before)?.ordinal ?? null)) return true
  if (effect.ordinal.epoch < epochIn(before)) return true
  const resource = before.etcd.resources.findIndex((each) => each.resource === effect.resource)
  const { configurations, copies } = before.api
  const under = [...configurations, ...copies].find(({ loaded }) =>
    sameOrdinal(loaded.ordinal, effect.ordinal),
  )
  const target = under === undefined ? undefined : keyIds(under.loaded, resource)[0]
  return (
    target !== undefined &&
    serving(before).every((loaded) => keyIds(loaded, resource)[0] === target)
  )
}

const takesNoNeededKey = ({ effect, before, after }: Written): boolean => {
  if (effect.kind !== 'WriteConfiguration') return true
  const [was, is] = [liveOf(before), liveOf(after)]
  if (was === null || is === null) return true
  return everyResource(before, (resource) => {
    const kept = keyIds(is, resource)
    const left = keyIds(was, resource).filter((id) => !kept.includes(id))
    const writers = serving(before).map((loaded) => keyIds(loaded, resource)[0])
    return left.every((id) => !under(before, resource).includes(id) && !writers.includes(id))
  })
}

const goesForward = ({ before, after }: Written): boolean =>
  !olderThan(liveOf(after)?.ordinal ?? null, liveOf(before)?.ordinal ?? null) &&
  !olderThan(after.api.deployment.template.ordinal, before.api.deployment.template.ordinal) &&
  epochIn(after) >= epochIn(before)

/** Properties of a single write of the controller. */
export const inWrite: {
  readonly [id in 'S5' | 'S6' | 'S7' | 'S8' | 'S9']: (written: Written) => boolean
} = {
  S5: takesNoNeededKey,
  S6: goesForward,
  S7: (written) => sameTargets(written.before, written.after) || mayChangeTarget(written),
  S8: isBounded,
  S9: writesTarget,
}

/** Where a rotation is to end; that the controller has nothing left to do is looked at apart. */
export const isGoal = (world: World): boolean => {
  const { record, wish, deployment, configurations, replicaSets } = world.api
  const asked = replicaSets.reduce((sum, { replicas }) => sum + replicas, 0)
  const live = liveOf(world)
  if (record === null || live === null || wish === null || configurations.length !== 1) return false
  return (
    record.entries.length > 0 &&
    record.entries.every(
      ({ activeKey, targetKey }) => targetKey === null && activeKey.id === wish.key.id,
    ) &&
    live.entries.every(
      (entry) =>
        writerOf(entry).id === wish.key.id && entry.keys.slice(1).every((key) => isPlaintext(key)),
    ) &&
    (deployment.template.hash === null || deployment.template.hash === live.hash) &&
    world.inFlight.length === 0 &&
    deployment.observedGeneration === deployment.generation &&
    asked === deployment.replicas &&
    world.servers.length === deployment.replicas &&
    world.servers.every(
      ({ phase, terminating, process }) =>
        phase === 'Ready' && !terminating && process?.loaded?.hash === live.hash,
    ) &&
    everyResource(world, (at) => under(world, at).every((id) => id === wish.key.id))
  )
}
