/**
 * Guards of the live configuration against the record, and of the next legal step.
 */
import { reads, writerOf } from '../../configuration/configuration.js'
import { olderThan, sameOrdinal } from '../../configuration/ordinal.js'
import { sameKey } from '../../key/key.js'
import { isWished } from '../../observation/wish.js'
import { cancelledTargets } from '../configuration-writes.js'
import { readsAll } from '../rotated-entry.js'
import { type Situation, holdsKey } from '../situation.js'
import {
  foreignWriter,
  hasConfiguration,
  isActive,
  isTarget,
  readableInSight,
  uncommitted,
  writer,
} from './in-state.js'

export const writerAhead = (s: Situation): boolean => {
  if (s.empty || s.committed || (!s.hasTarget && s.refusal !== null)) return false
  const ahead = s.entries.filter((entry) => {
    const key = writer(entry)
    return key !== null && !isActive(entry, key)
  })
  return (
    ahead.length > 0 &&
    ahead.every((entry) => {
      const key = writer(entry)
      if (key === null || entry.live === null) return false
      return s.hasTarget
        ? isTarget(entry, key)
        : entry.wished !== null && isWished(entry.wished, key) && reads(entry.live, entry.active)
    })
  )
}

export const foreign = foreignWriter

export const addReaders = (s: Situation): boolean =>
  holdsKeyOrTarget(s) &&
  hasConfiguration(s) &&
  (s.entries.some((entry) => !readsAll(entry)) ||
    (uncommitted(s) && (s.live?.ordinal?.epoch ?? 0) < s.epoch))

const holdsKeyOrTarget = (s: Situation): boolean => holdsKey(s) || s.hasTarget

export const dropCancelled = (s: Situation): boolean =>
  !s.empty &&
  !s.hasTarget &&
  s.record.history[0]?.state === 'Interrupted' &&
  cancelledTargets(s).some((keys, at) => {
    const live = s.entries[at]?.live
    return live != null && keys.some((key) => reads(live, key) && !sameKey(writerOf(live), key))
  })

/** Committed, and the configuration of this epoch does not write with the target everywhere. */
export const isUnpromoted = (s: Situation): boolean =>
  s.committed &&
  hasConfiguration(s) &&
  ((s.live?.ordinal?.epoch ?? 0) < s.epoch ||
    s.entries.some((entry) => !isTarget(entry, writer(entry))))

export const promote = (s: Situation): boolean =>
  isUnpromoted(s) && readableInSight(s, ({ target }) => [target])

export const republish = ({ live, observation }: Situation): boolean => {
  if (live === null || live.ordinal === null) return false
  const { ordinal, hash } = live
  const { template, servers } = observation
  return (
    (template._tag === 'Known' &&
      template.value !== null &&
      sameOrdinal(template.value.ordinal, ordinal) &&
      template.value.hash !== null &&
      template.value.hash !== hash) ||
    (servers._tag === 'Known' &&
      servers.value.list.some(
        (server) =>
          server.ready &&
          !server.terminating &&
          sameOrdinal(server.ordinal, ordinal) &&
          server.loaded._tag === 'Known' &&
          server.loaded.value !== hash,
      ))
  )
}

export const stamp = ({ live, observation }: Situation): boolean =>
  live !== null &&
  live.ordinal !== null &&
  observation.template._tag === 'Known' &&
  observation.template.value !== null &&
  olderThan(observation.template.value.ordinal, live.ordinal)
