/** Whether two configurations say the same about the same resources. */
import type { ConfigurationEntry } from '@keyroll/core'

const sameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((each, at) => each === b[at])

export const sameEntries = (
  a: readonly ConfigurationEntry[],
  b: readonly ConfigurationEntry[],
): boolean =>
  a === b ||
  (a.length === b.length &&
    a.every((entry, at) => {
      const other = b[at]
      return (
        other !== undefined &&
        sameList(entry.resources, other.resources) &&
        sameList(
          entry.keys.map(({ id }) => id),
          other.keys.map(({ id }) => id),
        )
      )
    }))
