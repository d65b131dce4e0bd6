/**
 * What may still be stored under a key: objects, etcd's history, backups.
 */
import { storedPrefix } from '../key/key.js'
import { sameMaterial } from '../key/same-material.js'
import type { CensusLine } from '../observation/observation.js'
import { type HistoryEntry, hasProof } from '../record/record.js'
import { dataRestored } from '../rotation/guards/lost.js'
import { elapsed, moment } from './elapsed.js'
import { type Check, type Finding, type KeyView, needed, untold } from './finding.js'
import { listed } from './phrases.js'

/** The newest completed rotation that speaks for what is active; null without one. */
const completed = ({ situation: { record } }: KeyView): HistoryEntry | null =>
  hasProof(record) ? (record.history.find(({ state }) => state === 'Completed') ?? null) : null

const counted = (line: CensusLine, prefixes: ReadonlySet<string>): readonly Finding[] =>
  Object.entries(line.prefixes).flatMap(([prefix, count]) =>
    count > 0 && prefixes.has(prefix)
      ? [needed(`the census counts ${count} stored objects of ${line.resource} under ${prefix}`)]
      : [],
  )

/** Every name under which the key's values may begin in etcd. */
const prefixesOf = ({ key, situation }: KeyView): ReadonlySet<string> => {
  const { record, live, observation } = situation
  const copies = observation.copies._tag === 'Known' ? observation.copies.value : []
  const keys = [
    ...record.entries.flatMap(({ activeKey, targetKey, older }) => [
      activeKey,
      ...(targetKey === null ? [] : [targetKey]),
      ...older,
    ]),
    ...record.history.flatMap(({ plan }) => plan.flatMap(({ from, to }) => [from, to])),
    ...[...(live === null ? [] : [live]), ...copies].flatMap(({ entries }) =>
      entries.flatMap((entry) => entry.keys),
    ),
  ]
  return new Set(
    [key, ...keys.filter((each) => sameMaterial(key, each))].map((each) => storedPrefix(each)),
  )
}

/** A census that tells of every resource outranks all evidence. */
const censusTells = ({ situation: { observation, record } }: KeyView): boolean => {
  if (observation.census._tag === 'Unknown' || observation.resources.length === 0) return false
  const told = new Set(observation.census.value.map(({ resource }) => resource))
  return (
    observation.resources.every(({ resource }) => told.has(resource)) &&
    record.skipped.every((resource) => told.has(resource))
  )
}

const withoutCensus = (view: KeyView): readonly Finding[] => {
  const { record } = view.situation
  if (view.situation.observation.record._tag === 'Unknown') return []
  const newest = completed(view)
  if (newest === null)
    return [needed('no completed rotation shows that nothing is stored under it')]
  return [
    ...(newest.plan.some(({ to }) => sameMaterial(to, view.key))
      ? [needed('the newest completed rotation went to it')]
      : []),
    ...(record.skipped.length === 0
      ? []
      : [
          needed(
            `the newest rotation had to skip ${listed(record.skipped)}: data there may be under it`,
          ),
        ]),
  ]
}

/** Objects that are, or may be, stored under it. */
export const byStoredObjects: Check = (view) => {
  const { census } = view.situation.observation
  const prefixes = prefixesOf(view)
  return [
    ...(census._tag === 'Known' ? census.value.flatMap((line) => counted(line, prefixes)) : []),
    ...(censusTells(view) ? [] : withoutCensus(view)),
    ...(dataRestored(view.situation)
      ? [needed('etcd holds a state from before the last rotation: data of then may be under it')]
      : []),
  ]
}

/** Former values in etcd, until it has compacted them. */
export const byEtcdHistory: Check = (view) => {
  const { observation, policy } = view.situation
  if (policy.grace === 0 || observation.record._tag === 'Unknown') return []
  const end = completed(view)?.completionTime ?? null
  if (end === null) return [untold("since when etcd's history holds nothing under it is not known")]
  const rest = end + policy.grace - observation.now
  return rest > 0
    ? [needed(`etcd's history may hold values under it for another ${elapsed(rest)}`)]
    : []
}

/** The newest backup; older ones are a matter of how long they are kept. */
export const byBackups: Check = (view) => {
  const { backupTime } = view.situation.observation
  const { backupBeforeRetiring } = view.situation.policy
  const end = completed(view)?.completionTime ?? null
  if (backupTime._tag === 'Unknown')
    return backupBeforeRetiring
      ? [untold(`when the newest backup was taken: ${backupTime.reason}`)]
      : []
  const taken = backupTime.value
  if (taken === null)
    return backupBeforeRetiring ? [needed('no backup has been taken since the rotation')] : []
  if (end === null) return [untold('whether the newest backup needs it is not known')]
  return taken <= end
    ? [
        needed(
          `the newest backup, of ${moment(taken)}, is from before the rotation away from it had completed`,
        ),
      ]
    : []
}

/** What nobody can see from here. */
export const assumptions = (view: KeyView): readonly string[] => {
  const { observation, policy } = view.situation
  const end = completed(view)?.completionTime ?? null
  return [
    `no backup from before ${end === null ? 'now' : moment(end)} is to be restored`,
    'no server that was deleted by force still runs on a node that is cut off',
    ...(policy.trustStamps && observation.delivery === 'fixed'
      ? ['each server has loaded what its stamps say']
      : []),
  ]
}
