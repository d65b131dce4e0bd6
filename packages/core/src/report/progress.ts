/**
 * How far the rewriting is: n of m resources, and which are waited for.
 */
import type { Progress } from '../migration/evidence.js'
import type { StoredResource } from '../observation/observation.js'

/** Failed attempts of one resource after which a failure counts as persistent. */
const persistent = 3

export interface Rewriting {
  readonly done: number
  readonly total: number
  readonly waiting: readonly string[]
  readonly failed: readonly { readonly resource: string; readonly message: string | null }[]
  /** A resource has failed three times or more. */
  readonly persistent: boolean
}

/** Attempts that are over without success. */
const failures = (progress: Progress): number => {
  switch (progress._tag) {
    case 'Due':
      return progress.attempt - 1
    case 'Backoff':
      return progress.migration.attempt
    case 'Underway':
      return progress.migration.attempt - 1
    case 'Evidence':
    case 'Absent':
    case 'Broken':
    case 'Unserved':
      return 0
  }
}

/** Counts the resources by what is known of them. */
export const rewritingOf = (
  resources: readonly StoredResource[],
  progress: readonly Progress[],
): Rewriting => {
  const waiting: string[] = []
  const failed: { resource: string; message: string | null }[] = []
  let worst = 0
  resources.forEach(({ resource }, at) => {
    const state = progress[at]
    if (state === undefined || state._tag === 'Evidence' || state._tag === 'Absent') return
    waiting.push(resource)
    worst = Math.max(worst, failures(state))
    if (failures(state) > 0)
      failed.push({
        resource,
        message: 'migration' in state ? state.migration.message : null,
      })
  })
  return {
    done: resources.length - waiting.length,
    total: resources.length,
    waiting,
    failed,
    persistent: worst >= persistent,
  }
}
