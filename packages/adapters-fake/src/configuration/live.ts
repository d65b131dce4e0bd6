/**
 * Which of the published configurations is the live one.
 */
import { olderThan } from '@keyroll/core'
import type { PublishedConfiguration } from './published.js'

/** The newest by ordinal; of equal ones the last written. Null: there is none. */
export const liveConfiguration = (
  configurations: readonly PublishedConfiguration[],
): PublishedConfiguration | null => {
  let live: PublishedConfiguration | null = null
  for (const each of configurations)
    if (live === null || !olderThan(each.loaded.ordinal, live.loaded.ordinal)) live = each
  return live
}
