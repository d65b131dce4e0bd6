/** The controller dies after each single write of a rotation, one story for each; also when only the answer is lost. */
import { describe, expect, it } from 'vitest'
import { A, B } from './cast.js'
import { itIsDone, theHistoryIs } from './checks.js'
import { theControllerRestarts, theWishIs } from './happenings.js'
import { itRests, theRecordSays, writes } from './moments.js'
import type { Reply } from './setting.js'
import { type Chapter, given, tell, thenSee, until, when } from './story.js'

/** A rotation with a quiet migrator, so that touches do not count among its writes. */
const rotation = (reply: (write: number) => Reply = () => 'arrives') =>
  given({ touchable: [], objects: 12, reply })

const toItsEnd: readonly Chapter[] = [
  until(itRests),
  thenSee(itIsDone(B), theHistoryIs('Completed')),
]

const undisturbed = tell(rotation(), when(theWishIs(B)), ...toItsEnd)
const each = Array.from({ length: undisturbed.writes }, (_, at) => at + 1)

it('an undisturbed rotation has so many writes that each can be the last one of a controller', () => {
  expect(undisturbed.writes).toBeGreaterThan(20)
  expect(undisturbed.writes).toBeLessThan(60)
})

describe('a controller that restarts, with caches that begin anew', () => {
  it.each(each)('goes on after write %i as if nothing had happened', (write) => {
    tell(
      rotation(),
      when(theWishIs(B)),
      until(writes(write)),
      when(theControllerRestarts),
      ...toItsEnd,
    )
  })
})

describe('a write whose answer is lost', () => {
  it.each(each)('is found to be done, not done again: write %i', (write) => {
    const story = tell(
      rotation((nth) => (nth === write ? 'is lost' : 'arrives')),
      when(theWishIs(B)),
      ...toItsEnd,
    )
    expect(story.writes).toBeLessThanOrEqual(undisturbed.writes + 1)
  })
})

describe('a write that never arrives', () => {
  it.each(each)('is decided again: write %i', (write) => {
    tell(
      rotation((nth) => (nth === write ? 'never sent' : 'arrives')),
      when(theWishIs(B)),
      ...toItsEnd,
    )
  })
})

it('every answer of every other write is lost, and it still ends well', () => {
  tell(
    rotation((nth) => (nth % 2 === 0 ? 'is lost' : 'arrives')),
    when(theWishIs(B)),
    ...toItsEnd,
  )
})

it('a controller that dies while it turns round a rotation ends it in one of the two keys, as wished', () => {
  const turn = (last: number) =>
    tell(
      given({ touchable: [], objects: 12 }),
      when(theWishIs(B)),
      until(theRecordSays('WritePromote')),
      when(theWishIs(A)),
      until({ says: 'so many writes', isNow: ({ writes: made }) => made >= last }),
      when(theControllerRestarts),
      until(itRests),
      thenSee(itIsDone(A)),
    )
  for (const last of [10, 14, 18, 22, 26]) turn(last)
})
