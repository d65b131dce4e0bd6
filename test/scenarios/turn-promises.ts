/** What keyroll promises of each single turn, whatever it has seen: one function for each promise. */
import {
  type Decision,
  type Key,
  type Observation,
  type PortError,
  type Record,
  type WriteConfiguration,
  compareOrdinals,
  epochOf,
  hasTarget,
  isCommitted,
  isWished,
  lookup,
  olderThan,
  sameOrdinal,
} from '@keyroll/core'
import type { World } from '@keyroll/adapters-fake'
import { keysInUse, readers, serving, shortly } from './keys-in-use.js'
import { liveIn } from './live.js'

/** One turn of a controller, with the world before and after it. */
export interface TurnTaken {
  /** What was seen; it may be older than `before`. */
  readonly observation: Observation
  readonly before: World
  readonly after: World
  readonly decision: Decision
  readonly error: PortError | null
}

type TurnPromise = (turn: TurnTaken) => readonly string[]

const resourcesOf = ({ entries, skipped }: Record) =>
  entries.map((each) => ({
    ...each,
    resources: each.resources.filter((resource) => !skipped.includes(resource)),
  }))

/** Stored objects that are not under the active key of their entry. */
export const notUnderActive = (world: World): readonly string[] => {
  const { record } = world.api
  if (record === null) return []
  const find = lookup(
    resourcesOf(record).map(({ resources, activeKey }) => ({ resources, keys: [activeKey] })),
  )
  return world.etcd.resources.flatMap(({ resource }, at) => {
    const active = find(resource)[0]
    return active === undefined || record.skipped.includes(resource)
      ? []
      : keysInUse(world, at)
          .filter((id) => id !== active.id)
          .map((id) => `${resource} are under ${shortly(id)}, not ${shortly(active.id)}`)
  })
}

/** Complete, or True, is said only when everything is under the active key. */
const honest: TurnPromise = ({ before, after, decision: { effect } }) => {
  if (effect?.kind !== 'WriteRecord' && effect?.kind !== 'WriteCondition') return []
  const newest = after.api.record?.history[0]?.state
  const finishes =
    effect.kind === 'WriteRecord' &&
    newest === 'Completed' &&
    before.api.record?.history[0]?.state !== 'Completed'
  if (!finishes && effect.condition?.status !== 'True') return []
  return notUnderActive(after).map(
    (each) => `${finishes ? 'called complete' : 'the condition is True'}, yet ${each}`,
  )
}

const wishIsActive = ({ api: { wish, record } }: World): boolean =>
  wish !== null &&
  record !== null &&
  record.entries.every(
    ({ resources, activeKey }) =>
      !resources.some((resource) => wish.resources.includes(resource)) ||
      isWished(wish.key, activeKey),
  )

/** True is said only of what is wished. */
const trueOfTheWish: TurnPromise = ({ after, decision: { effect } }) =>
  (effect?.kind === 'WriteRecord' || effect?.kind === 'WriteCondition') &&
  effect.condition?.status === 'True' &&
  Object.keys(after.views.frozen).length === 0 &&
  !wishIsActive(after)
    ? ['the condition is True, yet another key is wished']
    : []

/** Once something is said to users, something is always said. */
const conditionStays: TurnPromise = ({ before, after }) =>
  before.api.condition !== null && after.api.condition === null ? ['the condition vanished'] : []

/** A key leaves the configuration only when nothing is under it and no server writes with it. */
const noEarlyRemoval: TurnPromise = ({ before, after }) => {
  const was = liveIn(before)
  const is = liveIn(after)
  if (was === null || is === null || was.loaded.hash === is.loaded.hash) return []
  return before.etcd.resources.flatMap(({ resource }, at) => {
    const left = readers(is.loaded, at)
    const used = [
      ...keysInUse(before, at),
      ...serving(before).map(({ loaded }) => readers(loaded, at)[0] ?? ''),
    ]
    return readers(was.loaded, at)
      .filter((id) => !left.includes(id) && used.includes(id))
      .map((id) => `${shortly(id)} leaves ${resource} and is still used`)
  })
}

/** Ordinals of configuration and template never go back by keyroll's hand. */
const ordinalsRise: TurnPromise = ({ before, after }) => {
  const was = liveIn(before)?.loaded.ordinal ?? null
  const live = liveIn(after)
  return [
    ...(live !== null && olderThan(live.loaded.ordinal, was)
      ? ['the ordinal of the configuration went back']
      : []),
    ...(olderThan(after.api.deployment.template.ordinal, before.api.deployment.template.ordinal)
      ? ['the ordinal of the template went back']
      : []),
  ]
}

/** The record is written before what follows from it: no effect carries an epoch that was not seen there. */
const recordedFirst: TurnPromise = ({ observation, decision: { effect } }) => {
  if (effect === null || !('ordinal' in effect) || effect.ordinal === null) return []
  const { record, configuration } = observation
  const recorded = record._tag === 'Known' && record.value !== null ? epochOf(record.value) : 0
  const live = configuration._tag === 'Known' ? (configuration.value?.ordinal ?? null) : null
  switch (effect.kind) {
    case 'WithdrawConfiguration':
    case 'DiscardCopy':
      return []
    case 'KeepCopy':
    case 'WriteConfiguration':
      return effect.ordinal.epoch > recorded && !('of' in effect && effect.of !== 'next')
        ? [`${effect.kind} of an epoch that is not recorded`]
        : []
    case 'StampTemplate':
    case 'CreateMigration':
      return sameOrdinal(live, effect.ordinal)
        ? []
        : [`${effect.kind} under another ordinal than that of the configuration`]
  }
}

/** One class of change per write: readers, or the writer, or a drop. */
const oneChange: TurnPromise = ({ before, after, decision: { effect }, error }) => {
  if (error !== null || effect?.kind !== 'WriteConfiguration' || effect.change === 'create')
    return []
  const was = liveIn(before)?.loaded ?? null
  const is = liveIn(after)?.loaded ?? null
  return before.etcd.resources.flatMap(({ resource }, at) => {
    const [old, next] = [readers(was, at), readers(is, at)]
    const kinds = [
      next.some((id) => !old.includes(id)) ? 'adds' : null,
      old[0] === next[0] ? null : 'promotes',
      old.some((id) => !next.includes(id)) && !replacesTarget(effect) ? 'drops' : null,
    ].filter((kind) => kind !== null)
    return kinds.length > 1 ? [`one write of ${resource} ${kinds.join(' and ')}`] : []
  })
}

/** Adding the new target of a replaced one takes the replaced one out in the same write. */
const replacesTarget = ({ change }: WriteConfiguration): boolean => change === 'add'

const ids = (keys: readonly (Key | null)[]): string => keys.map((key) => key?.id ?? '').join(' ')

/** Past the commit a target stays, becomes active, swaps with it, or is read anew from what is live. */
const committedStays: TurnPromise = ({ before, after }) => {
  const [was, is] = [before.api.record, after.api.record]
  if (was === null || is === null || !isCommitted(was) || is.version === was.version) return []
  const [actives, targets] = [
    was.entries.map(({ activeKey }) => activeKey),
    was.entries.map(({ targetKey }) => targetKey),
  ]
  const nowActive = is.entries.map(({ activeKey }) => activeKey)
  const nowTarget = is.entries.map(({ targetKey }) => targetKey)
  const live = liveIn(before)
  const regressed = (live?.loaded.ordinal?.epoch ?? 0) > epochOf(was)
  return regressed ||
    ids(targets) === ids(nowTarget) ||
    (!hasTarget(is) && ids(nowActive) === ids(targets)) ||
    (ids(nowActive) === ids(targets) && ids(nowTarget) === ids(actives))
    ? []
    : ['a committed target was given up']
}

/** Objects are rewritten only while every server writes with what they are to be under. */
const migrateWhenWritten: TurnPromise = ({ observation, before, decision: { effect }, error }) => {
  if (error !== null || effect?.kind !== 'CreateMigration') return []
  const { configuration } = observation
  const entries = configuration._tag === 'Known' ? (configuration.value?.entries ?? []) : []
  const writer = lookup(entries)(effect.resource)[0]?.id ?? 'identity'
  const at = before.etcd.resources.findIndex(({ resource }) => resource === effect.resource)
  return serving(before)
    .filter(({ loaded }) => readers(loaded, at)[0] !== writer)
    .map(({ name }) => `${effect.resource} are migrated while ${name} writes with another key`)
}

/** No new server is made to write what one that serves cannot read. */
const writerIsReadable: TurnPromise = ({ before, after, decision: { effect }, error }) => {
  const rolls =
    effect?.kind === 'StampTemplate' ||
    (effect?.kind === 'WriteConfiguration' && before.api.delivery === 'fixed')
  const live = liveIn(after)
  if (error !== null || !rolls || live === null) return []
  return before.etcd.resources.flatMap(({ resource }, at) => {
    const writer = readers(live.loaded, at)[0] ?? ''
    return serving(before)
      .filter(({ loaded }) => !readers(loaded, at).includes(writer))
      .map(({ name }) => `${shortly(writer)} is to write ${resource}, and ${name} cannot read it`)
  })
}

/** Epochs of the record never go back. */
const epochsRise: TurnPromise = ({ before, after }) => {
  const [was, is] = [before.api.record, after.api.record]
  return was !== null && is !== null && epochOf(is) < epochOf(was)
    ? ['the epoch of the record went back']
    : []
}

/** A finished configuration write has its copy. */
const copied: TurnPromise = ({ after, decision: { effect }, error }) =>
  error === null &&
  effect?.kind === 'WriteConfiguration' &&
  !after.api.copies.some(
    ({ loaded }) =>
      loaded.ordinal !== null && compareOrdinals(loaded.ordinal, effect.ordinal) === 0,
  )
    ? ['a configuration is published of which no copy is kept']
    : []

const byTurn: readonly TurnPromise[] = [
  honest,
  trueOfTheWish,
  conditionStays,
  noEarlyRemoval,
  ordinalsRise,
  recordedFirst,
  oneChange,
  committedStays,
  migrateWhenWritten,
  writerIsReadable,
  epochsRise,
  copied,
]

/** What is broken by a turn; one that changed nothing breaks nothing. */
export const brokenBy = (turn: TurnTaken): readonly string[] =>
  turn.before === turn.after ? [] : byTurn.flatMap((promise) => promise(turn))
