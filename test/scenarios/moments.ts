/** Moments that a story can wait for: `until(itRests)`, `until(theRecordSays('Migrating'))`. */
import {
  type Decision,
  type GateReason,
  type HistoryState,
  type Key,
  type RowId,
  label,
} from '@keyroll/core'
import type { Move, World } from '@keyroll/adapters-fake'
import type { Story } from './setting.js'
import type { Moment } from './story.js'

/** A moment in words. */
export const moment = (says: string, isNow: (story: Story) => boolean): Moment => ({ says, isNow })

/** The newest decision; null before the first one. */
export const lastDecision = ({ told }: Story): Decision | null => {
  for (let at = told.length - 1; at >= 0; at -= 1) {
    const each = told[at]
    if (each?.kind === 'Turn') return each.decision
  }
  return null
}

const justDecided = ({ told }: Story): Decision | null => {
  const last = told.at(-1)
  return last?.kind === 'Turn' ? last.decision : null
}

/** Nothing is left to do until something changes, and nothing more happens. */
export const itRests: Moment = moment('it rests', (story) => {
  const decision = lastDecision(story)
  return (
    story.play.end !== null &&
    decision !== null &&
    decision.effect === null &&
    decision.gate === null
  )
})

/** keyroll waits, and says for what. */
export const itHolds = (reason: GateReason): Moment =>
  moment(`it holds for ${reason}`, (story) => {
    const decision = justDecided(story)
    return decision?.gate?.reason === reason
  })

/** The newest entry of the record is of that state. */
export const theRecordSays = (state: HistoryState): Moment =>
  moment(`the record says ${state}`, ({ play }) =>
    play.world.api.record === null ? false : play.world.api.record.history[0]?.state === state,
  )

/** At once. */
export const now: Moment = moment('now', () => true)

/** The record holds no target, and the key as active. */
export const theActiveKeyIs = (key: Key): Moment =>
  moment(`${label(key)} is active`, ({ play: { world } }) => {
    const entries = world.api.record?.entries ?? []
    return (
      entries.length > 0 &&
      entries.every(({ activeKey, targetKey }) => targetKey === null && activeKey.id === key.id)
    )
  })

/** The row has been decided by. */
export const itDecides = (row: RowId): Moment =>
  moment(`it decides by ${row}`, (story) => justDecided(story)?.row === row)

/** The old key is still readable only because a reader waits for its time. */
export const itRetires: Moment = itHolds('CompactionGrace')

/** Something that the control plane does. */
export const itHappens = (kind: Move['kind']): Moment =>
  moment(`${kind} happens`, ({ told }) => {
    const last = told.at(-1)
    return last?.kind === 'Move' && last.move.kind === kind
  })

/** Something about the control plane. */
export const theWorld = (says: string, is: (world: World) => boolean): Moment =>
  moment(says, ({ play }) => is(play.world))

/** keyroll has asked for so many writes since the beginning. */
export const writes = (count: number): Moment =>
  moment(`${count} writes`, (story) => story.writes >= count)
