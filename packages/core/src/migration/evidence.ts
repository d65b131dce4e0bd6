/**
 * Evidence that a resource has been rewritten: a succeeded migration of the ordinal at hand whose
 * continuity still holds. `Succeeded` alone proves nothing about the key.
 */
import { type Ordinal, sameOrdinal } from '../configuration/ordinal.js'
import type { Fact } from '../observation/fact.js'
import type { StoredResource } from '../observation/observation.js'
import type { Migration } from './migration.js'

/** Where one resource stands. */
export type Progress =
  /** Rewritten, and nothing can have undone it. */
  | { readonly _tag: 'Evidence' }
  /** Proven absent, long enough: nothing to rewrite. */
  | { readonly _tag: 'Absent' }
  /** Succeeded once, but a server may have run on an older configuration since. */
  | { readonly _tag: 'Broken'; readonly migration: Migration }
  /** The next attempt is due. */
  | { readonly _tag: 'Due'; readonly attempt: number }
  /** Whether it is served, or has been migrated, cannot be told. */
  | { readonly _tag: 'Unserved'; readonly reason: string }
  | { readonly _tag: 'Backoff'; readonly migration: Migration }
  | { readonly _tag: 'Underway'; readonly migration: Migration }

export interface EvidenceView {
  readonly now: number
  /** Of the newest configuration write that is not a drop; null: none of ours. */
  readonly ordinal: Ordinal | null
  readonly migrations: readonly Migration[]
  readonly continuity: Fact<string>
  readonly settle: number
  readonly retryAfter: number
  readonly migrationDeadline: number
}

const evidence: Progress = { _tag: 'Evidence' }
const absent: Progress = { _tag: 'Absent' }

/** The newest attempt for a resource under an ordinal; undefined without one. */
export const newestAttempt = (
  migrations: readonly Migration[],
  resource: string,
  ordinal: Ordinal | null,
): Migration | undefined => {
  let newest: Migration | undefined
  for (const each of migrations)
    if (
      each.resource === resource &&
      each.ordinal !== null &&
      sameOrdinal(each.ordinal, ordinal) &&
      (newest === undefined || each.attempt > newest.attempt)
    )
      newest = each
  return newest
}

/** `secrets` are always served: an API without them is an outage, not an absence. */
const isAbsent = (resource: StoredResource, view: EvidenceView): boolean =>
  resource.resource !== 'secrets' &&
  resource.served._tag === 'Known' &&
  resource.served.value === 'NotServed' &&
  resource.absentSince !== null &&
  view.now - resource.absentSince >= view.settle

const unserved = (resource: StoredResource): string | null => {
  if (resource.served._tag === 'Unknown') return resource.served.reason
  return resource.served.value === 'NotServed' ? 'not served, not yet proven absent' : null
}

/** Where a resource stands now. */
export const progressOf = (resource: StoredResource, view: EvidenceView): Progress => {
  const newest = newestAttempt(view.migrations, resource.resource, view.ordinal)
  if (newest?.outcome === 'Succeeded' && view.continuity._tag === 'Known')
    return newest.continuity === view.continuity.value
      ? evidence
      : { _tag: 'Broken', migration: newest }
  if (isAbsent(resource, view)) return absent
  if (newest === undefined) {
    const reason = unserved(resource)
    return reason === null ? { _tag: 'Due', attempt: 1 } : { _tag: 'Unserved', reason }
  }
  switch (newest.outcome) {
    // Continuity cannot be seen: neither proof nor disproof.
    case 'Succeeded':
      return { _tag: 'Underway', migration: newest }
    case 'Failed':
      if (view.now < (newest.endedTime ?? newest.createdTime) + view.retryAfter)
        return { _tag: 'Backoff', migration: newest }
      break
    case 'Pending':
    case 'Running':
      if (view.now < newest.createdTime + view.migrationDeadline)
        return { _tag: 'Underway', migration: newest }
      break
  }
  const reason = unserved(resource)
  return reason === null
    ? { _tag: 'Due', attempt: newest.attempt + 1 }
    : { _tag: 'Unserved', reason }
}
