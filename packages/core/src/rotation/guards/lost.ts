/**
 * Guards of what cannot be seen, was lost, or was never written.
 */
import { writerOf } from '../../configuration/configuration.js'
import { type Key, isPlaintext } from '../../key/key.js'
import { isWished } from '../../observation/wish.js'
import { seenRestored } from '../../record/record.js'
import type { RotatedEntry } from '../rotated-entry.js'
import { type Situation, holdsKey } from '../situation.js'
import { stamp } from './configuration.js'
import { withdraw } from './servers.js'
import { foreignWriter, hasConfiguration, writer } from './in-state.js'

const isCached = (s: Situation): boolean => s.observation.look === 'cached'

export const newerSchema = (s: Situation): boolean => s.observation.newerSchema !== null

export const unknown = ({ observation }: Situation): boolean =>
  observation.record._tag === 'Unknown' || observation.configuration._tag === 'Unknown'

export const staleView = (s: Situation): boolean =>
  isCached(s) && (s.empty || s.lost || s.regressed || foreignWriter(s))

export const bothLost = (s: Situation): boolean => s.lost && (s.empty || s.regressed) && s.trace

/** There is something to read with it, something that it replaces, or servers that cannot start without it. */
export const create = (s: Situation): boolean =>
  s.lost && !s.empty && (holdsKey(s) || hasConfiguration(s) || s.configured)

export const lostEpoch = (s: Situation): boolean =>
  create(s) && (s.epoch === 0 || (s.highest !== null && s.highest.epoch >= s.epoch))

export const wishUnknownEmpty = (s: Situation): boolean =>
  s.empty && s.observation.wish._tag === 'Unknown'

const dataKeys = ({ live }: RotatedEntry): readonly Key[] =>
  live === null ? [] : live.keys.filter((key) => !isPlaintext(key))

export const backupKey = (s: Situation): boolean => {
  const { wish } = s
  return (
    s.empty &&
    wish?.backupKey != null &&
    !isWished(wish.key, wish.backupKey) &&
    s.entries.length > 0 &&
    s.entries.every((entry) => {
      const keys = dataKeys(entry)
      const only = keys[0]
      return keys.length === 1 && only !== undefined && isWished(wish.key, only)
    })
  )
}

export const rebuild = (s: Situation): boolean =>
  (s.empty || s.regressed) &&
  s.entries.some((entry) => {
    const key = writer(entry)
    return key !== null && !isPlaintext(key) && dataKeys(entry).length > 1
  })

/** The record has a word for every live writer. */
const isHeld = ({ policy, entries }: Situation): boolean =>
  policy.record === 'plain' ||
  entries.every(({ live }) => live === null || !isPlaintext(writerOf(live)))

export const adopt = (s: Situation): boolean =>
  (s.empty || s.regressed) &&
  hasConfiguration(s) &&
  isHeld(s) &&
  s.entries.some(({ live }) => live !== null)

const wishesNothing = (s: Situation): boolean =>
  s.observation.wish._tag === 'Known' && (s.wish === null || isPlaintext(s.wish.key))

export const nothingAnywhere = (s: Situation): boolean =>
  s.empty &&
  (hasConfiguration(s) ? !stamp(s) && !withdraw(s) : !s.trace && s.unseen.length === 0) &&
  wishesNothing(s)

export const emptyEtcd = ({ empty, observation, wishDiffersFromActive }: Situation): boolean =>
  empty &&
  wishDiffersFromActive &&
  // A server that runs without a configuration could not read what the first one with it writes.
  observation.servers._tag === 'Known' &&
  observation.servers.value.list.every(({ finished }) => finished) &&
  observation.emptyEtcd._tag === 'Known' &&
  observation.emptyEtcd.value

export const noProof = (s: Situation): boolean =>
  s.empty && !hasConfiguration(s) && (s.convergence._tag !== 'Converged' || s.unseen.length > 0)

export const dataRestored = ({ record, observation }: Situation): boolean =>
  record.finishedRevision !== null &&
  (record.finishedRevision === seenRestored ||
    (observation.etcdRevision._tag === 'Known' &&
      observation.etcdRevision.value < record.finishedRevision))

/** It has not been written down yet. */
export const newlyRestored = ({ record }: Situation): boolean =>
  record.finishedRevision !== seenRestored
