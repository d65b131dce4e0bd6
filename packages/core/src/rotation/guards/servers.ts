/**
 * Guards of what waits for converged servers, and of what may go once they are.
 */
import { type Situation, olderInSight } from '../situation.js'
import { staleMigrations } from '../tidy.js'
import { isUnpromoted } from './configuration.js'
import { inMigrating, migrationDue } from './in-state.js'
import { firstOfEpoch } from './migrating.js'
import { evidenceMissing, reencrypt, retiredCopy } from './retiring.js'
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

/** Something older is, or may be, within reach of a starting pod. */
const mayBeInReach = ({ observation: { superseded } }: Situation): boolean =>
  superseded._tag === 'Unknown' || superseded.value.length > 0

/** While nothing has been migrated: a withdrawal later would look like a broken continuity. */
const nothingMigrated = (s: Situation): boolean =>
  !inMigrating(s) ||
  isUnpromoted(s) ||
  (s.observation.migrations._tag === 'Known' && firstOfEpoch(s))

/** A withdrawal would mend a continuity that was broken, and void evidence would hold again. */
const wouldMend = (s: Situation): boolean => !s.hasTarget && s.mayLeave && evidenceMissing(s)

export const withdraw = (s: Situation): boolean =>
  s.convergence._tag === 'Converged' &&
  !wouldMend(s) &&
  s.live !== null &&
  s.live.ordinal !== null &&
  nothingMigrated(s) &&
  (mayBeInReach(s) ||
    (!s.hasTarget && !s.mayLeave && staleMigrations(s) !== null) ||
    retiredCopy(s))

/** A target that could not be promoted is never migrated to. */
export const servers = (s: Situation): boolean =>
  ((s.convergence._tag !== 'Converged' ||
    (inMigrating(s) && s.observation.continuity._tag === 'Unknown')) &&
    somethingWaits(s)) ||
  (isUnpromoted(s) && !withdraw(s))
