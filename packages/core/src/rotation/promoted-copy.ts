/**
 * What kept copies tell of the past when the configuration is lost: whether its target was once written with.
 */
import { type ConfigurationEntry, writerOf } from '../configuration/configuration.js'
import type { RotatedEntry } from './rotated-entry.js'
import type { Situation } from './situation.js'

const writesTarget =
  (held: readonly ConfigurationEntry[]) =>
  ({ resources, active, target }: RotatedEntry): boolean => {
    const entry = held.find((each) => each.resources.includes(resources[0] ?? ''))
    return (
      target !== null &&
      target.id !== active.id &&
      entry !== undefined &&
      writerOf(entry).id === target.id
    )
  }

/** A copy of this epoch writes with the target: a record that calls it uncommitted is an older version. */
export const wasPromoted = ({ observation: { copies }, epoch, entries }: Situation): boolean =>
  copies._tag === 'Known' &&
  copies.value.some(
    (copy) =>
      copy.ordinal !== null &&
      copy.ordinal.epoch >= epoch &&
      entries.some(writesTarget(copy.entries)),
  )
