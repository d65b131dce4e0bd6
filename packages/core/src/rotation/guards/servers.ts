/**
 * Guards of what waits for converged servers, and of what may go once they are.
 */
import { type Situation, olderInSight } from '../situation.js'
import { staleMigrations } from '../tidy.js'
import { inMigrating, migrationDue } from './in-state.js'
import { reencrypt, retiredCopy } from './retiring.js'
import { start } from './wish.js'

/** Something is about to be done that only converged servers allow. */
const somethingWaits = (s: Situation): boolean => {
  if (inMigrating(s)) return s.allRewritten || migrationDue(s) || continuityUnseen(s)
  if (s.hasTarget) return true
  return s.mayLeave || olderInSight(s) || start(s) || reencrypt(s)
}

/** All migrations have succeeded, and only the continuity that would make them evidence is not known. */
const continuityUnseen = (s: Situation): boolean =>
  s.observation.continuity._tag === 'Unknown' &&
  s.progress.every(
    (each) =>
      each._tag === 'Absent' ||
      (each._tag === 'Underway' && each.migration.outcome === 'Succeeded'),
  )

export const servers = (s: Situation): boolean =>
  (s.convergence._tag !== 'Converged' ||
    (inMigrating(s) && s.observation.continuity._tag === 'Unknown')) &&
  somethingWaits(s)

export const withdraw = (s: Situation): boolean =>
  s.convergence._tag === 'Converged' &&
  s.live !== null &&
  s.live.ordinal !== null &&
  !inMigrating(s) &&
  ((s.observation.superseded._tag === 'Known' && s.observation.superseded.value.length > 0) ||
    (!s.hasTarget && !s.mayLeave && staleMigrations(s) !== null) ||
    retiredCopy(s))
