/**
 * What a rotation leaves lying: migrations that nothing can count any more.
 */
import { olderThan } from '../configuration/ordinal.js'
import type { Migration } from '../migration/migration.js'
import { newestAttempt } from '../migration/evidence.js'
import type { Situation } from './situation.js'

/**
 * A migration of ours that may be deleted: of an older ordinal, or an attempt that a newer one has replaced;
 * once nothing waits for evidence, any of ours. Null: none.
 */
export const staleMigrations = (s: Situation): Migration | null => {
  const { migrations } = s.observation
  const ordinal = s.live?.ordinal ?? null
  if (migrations._tag === 'Unknown' || ordinal === null) return null
  const evidenceIsOver = !s.hasTarget && !s.mayLeave
  return (
    migrations.value.find(
      (each) =>
        each.ordinal !== null &&
        (olderThan(each.ordinal, ordinal) ||
          (evidenceIsOver && !olderThan(ordinal, each.ordinal)) ||
          newestAttempt(migrations.value, each.resource, each.ordinal) !== each),
    ) ?? null
  )
}
