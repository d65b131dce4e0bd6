/**
 * Guards from the commit to the finish.
 */
import { sameOrdinal } from '../../configuration/ordinal.js'
import type { Situation } from '../situation.js'
import { staleMigrations } from '../tidy.js'
import { approved, inMigrating, migrationDue, uncommitted } from './in-state.js'

/** No migration has been created under the live ordinal yet. */
export const firstOfEpoch = ({ observation: { migrations }, live }: Situation): boolean =>
  migrations._tag === 'Unknown' ||
  !migrations.value.some(({ ordinal }) => sameOrdinal(ordinal, live?.ordinal ?? null))

export const approval = (s: Situation): boolean => {
  if (!s.hasTarget) return false
  if (!s.committed) return !approved(s, 'WritePromote')
  return s.record.history[0]?.state === 'WritePromote' && !approved(s, 'Migrating')
}

export const commit = uncommitted

export const startMigrating = (s: Situation): boolean =>
  s.hasTarget && s.record.history[0]?.state === 'WritePromote'

export const voids = (s: Situation): boolean =>
  inMigrating(s) && s.progress.some(({ _tag }) => _tag === 'Broken')

export const settling = (s: Situation): boolean => {
  const { unchangedSince, now } = s.observation
  return (
    inMigrating(s) &&
    migrationDue(s) &&
    (unchangedSince._tag === 'Unknown' || now - unchangedSince.value < s.policy.settle)
  )
}

export const migrate = (s: Situation): boolean =>
  inMigrating(s) && (migrationDue(s) || staleMigrations(s) !== null)

export const awaits = (s: Situation): boolean => inMigrating(s) && !s.allRewritten

export const finish = (s: Situation): boolean => s.hasTarget
