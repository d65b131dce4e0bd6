/**
 * The naive way, for comparison: the new configuration at once, then the migration, then the old key leaves.
 *
 * It waits for each rollout as `kubectl rollout status` does and believes each migration that says that it
 * succeeded. There is no stage in which the new key can only be read, so servers that have it write what
 * servers that do not have it yet cannot read.
 */
import {
  type ConfigurationEntry,
  type Key,
  type LiveConfiguration,
  type Observation,
  type Ordinal,
  type Wish,
  gate,
  isKms,
  isPlaintext,
  isWished,
  migrationName,
  olderThan,
  sameOrdinal,
  sealingKey,
  valueOr,
  withWriter,
  writerOf,
} from '@keyroll/core'
import type { Decided } from './run.js'

type Entries = readonly ConfigurationEntry[]

/** KMS providers need a name of their own in each entry. */
const namedFor = (key: Key, taken: Set<string>): Key => {
  if (isPlaintext(key) || !isKms(key)) return key
  let { name } = key
  for (let count = 2; taken.has(name); count += 1) name = `${key.name}-${count}`
  taken.add(name)
  return sealingKey(key.provider, name, key.fingerprint)
}

const concerns = ({ resources }: Wish, entry: ConfigurationEntry): boolean =>
  entry.resources.some((resource) => resources.includes(resource))

const withNewWriter = (entries: Entries, wish: Wish): Entries => {
  const taken = new Set(
    entries.flatMap(({ keys }) => keys.flatMap((key) => (isPlaintext(key) ? [] : [key.name]))),
  )
  return entries.map((entry) =>
    concerns(wish, entry)
      ? { ...entry, keys: withWriter(entry.keys, namedFor(wish.key, taken)) }
      : entry,
  )
}

const withoutOldKeys = (entries: Entries, wish: Wish): Entries =>
  entries.map((entry) =>
    concerns(wish, entry)
      ? { ...entry, keys: entry.keys.filter((key, at) => at === 0 || isPlaintext(key)) }
      : entry,
  )

const writes = (entries: Entries, wish: Wish): boolean =>
  entries.every((entry) => !concerns(wish, entry) || isWished(wish.key, writerOf(entry)))

const holdsOldKeys = (entries: Entries, wish: Wish): boolean =>
  withoutOldKeys(entries, wish).some(({ keys }, at) => keys.length !== entries[at]?.keys.length)

const does = (stage: Decided['stage'], effect: Decided['effect']): Decided => ({
  stage,
  effect,
  gate: null,
  refusal: null,
  nextLook: { after: 0, look: 'fresh' },
})

const waits = (stage: Decided['stage'], ...held: Parameters<typeof gate>): Decided => ({
  stage,
  effect: null,
  gate: gate(...held),
  refusal: null,
  nextLook: { after: 5, look: 'fresh' },
})

/** The ordinal of a copy that waits for its configuration, else the next one. */
const nextOrdinal = ({ copies, now }: Observation, live: Ordinal | null): Ordinal => {
  const waiting = valueOr(copies, []).find(({ ordinal }) => olderThan(live, ordinal))
  if (waiting !== undefined && waiting.ordinal !== null) return waiting.ordinal
  return live === null
    ? { epoch: Math.floor(now), step: 1 }
    : { epoch: live.epoch, step: live.step + 1 }
}

/** The control plane takes no configuration of which no copy is kept, of anybody. */
const writesConfiguration = (
  stage: Decided['stage'],
  change: 'promote' | 'drop',
  live: LiveConfiguration,
  entries: Entries,
  observation: Observation,
): Decided => {
  const ordinal = nextOrdinal(observation, live.ordinal)
  return valueOr(observation.copies, []).some((copy) => sameOrdinal(copy.ordinal, ordinal))
    ? does(stage, {
        kind: 'WriteConfiguration',
        change,
        ordinal,
        entries,
        expectedVersion: live.version,
      })
    : does(stage, { kind: 'KeepCopy', of: 'next', ordinal, hash: null, entries })
}

/** As `kubectl rollout status` sees it: pods that are still shutting down do not count. */
const rolledOut = ({ servers }: Observation, ordinal: Ordinal): boolean => {
  if (servers._tag === 'Unknown') return false
  const { wanted, list } = servers.value
  const counted = list.filter(({ terminating, finished }) => !terminating && !finished)
  return (
    counted.length === wanted &&
    counted.every((server) => server.ready && sameOrdinal(server.ordinal, ordinal))
  )
}

const migrates = (observation: Observation, ordinal: Ordinal): Decided | null => {
  const migrations = valueOr(observation.migrations, []).filter((each) =>
    sameOrdinal(each.ordinal, ordinal),
  )
  const missing = observation.resources.find(
    ({ resource }) => !migrations.some((each) => each.resource === resource),
  )
  if (missing !== undefined) {
    const { resource } = missing
    const name = migrationName(resource, ordinal, 1)
    return does('Migrating', {
      kind: 'CreateMigration',
      name,
      resource,
      ordinal,
      attempt: 1,
      continuity: '',
    })
  }
  const open = migrations.filter(({ outcome }) => outcome !== 'Succeeded')
  return open.length === 0
    ? null
    : waits(
        'Migrating',
        'AwaitingMigrations',
        open.map(({ resource }) => resource),
      )
}

/** What the naive way does next. */
export const decideNaively = (observation: Observation): Decided => {
  const live = valueOr(observation.configuration, null)
  const wish = valueOr(observation.wish, null)
  const template = valueOr(observation.template, null)
  if (live === null || wish === null || template === null)
    return waits('Unknown', 'ConfigurationUnknown')
  const { entries, ordinal } = live
  if (!writes(entries, wish))
    return writesConfiguration(
      'WritePromote',
      'promote',
      live,
      withNewWriter(entries, wish),
      observation,
    )
  const dropping = !holdsOldKeys(entries, wish)
  const stage = dropping ? 'Retiring' : 'WritePromote'
  if (ordinal === null) return waits(stage, 'ConfigurationUnknown')
  if (olderThan(template.ordinal, ordinal))
    return does(stage, {
      kind: 'StampTemplate',
      ordinal,
      hash: live.hash,
      expectedVersion: template.version,
    })
  if (!rolledOut(observation, ordinal))
    return waits(stage, 'ServersNotConverged', ['a pod of the former template'])
  if (dropping) return { ...waits('Steady', 'Settling'), gate: null, nextLook: null }
  return (
    migrates(observation, ordinal) ??
    writesConfiguration('Retiring', 'drop', live, withoutOldKeys(entries, wish), observation)
  )
}
