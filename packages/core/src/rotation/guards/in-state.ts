/**
 * What several guards ask of the situation.
 */
import { type ConfigurationEntry, writerOf } from '../../configuration/configuration.js'
import { lookup } from '../../configuration/lookup.js'
import { type Key, isPlaintext, sameKey } from '../../key/key.js'
import type { Approval } from '../../observation/observation.js'
import type { RotatedEntry } from '../rotated-entry.js'
import { entriesBehind } from '../sight.js'
import type { Situation } from '../situation.js'

export const writer = ({ live }: RotatedEntry): Key | null =>
  live === null ? null : writerOf(live)

export const isTarget = ({ target }: RotatedEntry, key: Key | null): boolean =>
  target !== null && key !== null && sameKey(target, key)

export const isActive = ({ active }: RotatedEntry, key: Key | null): boolean =>
  key !== null && sameKey(active, key)

export const hasConfiguration = (s: Situation): boolean => s.live !== null

export const uncommitted = (s: Situation): boolean => s.hasTarget && !s.committed

export const inMigrating = (s: Situation): boolean =>
  s.hasTarget && s.record.history[0]?.state === 'Migrating'

/** Every live writer is the active key or the target of its entry. */
export const foreignWriter = (s: Situation): boolean =>
  !s.empty &&
  s.entries.some((entry) => {
    const key = writer(entry)
    return key !== null && !isActive(entry, key) && !isTarget(entry, key)
  })

type Wanted = (entry: RotatedEntry) => readonly (Key | null)[]

const readsWanted = (
  s: Situation,
  entries: readonly ConfigurationEntry[] | null,
  wanted: Wanted,
): boolean =>
  entries !== null &&
  s.entries.every((entry) => {
    const keys = lookup(entries)(entry.resources[0] ?? '')
    return wanted(entry).every(
      (key) =>
        key === null ||
        (keys.length === 0 ? isPlaintext(key) : keys.some(({ id }) => id === key.id)),
    )
  })

/**
 * Everything on template and servers, and everything that a starting pod could still load, is known to read
 * every key that `wanted` names.
 */
export const readableInSight = (s: Situation, wanted: Wanted): boolean => {
  const { template, servers, superseded } = s.observation
  return (
    template._tag === 'Known' &&
    servers._tag === 'Known' &&
    superseded._tag === 'Known' &&
    superseded.value.every(({ entries }) => readsWanted(s, entries, wanted)) &&
    s.stamps.every((stamp) => readsWanted(s, entriesBehind(stamp, s.live, s.observation), wanted))
  )
}

export const migrationDue = (s: Situation): boolean => s.progress.some(({ _tag }) => _tag === 'Due')

export const approved = (s: Situation, stage: Approval['stage']): boolean =>
  !s.policy.approve.includes(stage) ||
  s.observation.approvals.some((word) => word.stage === stage && word.epoch === s.epoch)
