/** Record or configuration are lost, fall back to an older state, or both. */
import { Plaintext } from '@keyroll/core'
import { describe, expect, it } from 'vitest'
import { A, B, C, entry } from './cast.js'
import {
  explained,
  itHoldsFor,
  itIsDone,
  noFailedRead,
  theConfigurationReads,
  theRecordHolds,
} from './checks.js'
import {
  aBackupIsTaken,
  allConfigurationsAreLost,
  theConfigurationIsLost,
  theOlderRecordStandsAgain,
  theRecordIsLost,
  theWishIs,
} from './happenings.js'
import {
  itHolds,
  itRests,
  itRetires,
  now,
  theActiveKeyIs,
  theRecordSays,
  theWorld,
} from './moments.js'
import { type Moment, given, letPass, tell, thenSee, until, when } from './story.js'
import { liveIn } from './live.js'
import { itDecidedBy } from './written.js'

const published = (writer: string, count: number): Moment =>
  theWorld(`${writer} writes, and ${count} are published`, (world) => {
    const live = liveIn(world)
    const key = live?.loaded.entries[0]?.keys[0]
    return (
      world.api.configurations.length === count &&
      key !== undefined &&
      'name' in key &&
      key.name === writer
    )
  })

/** Every stage of a rotation from A to B, and moments between its writes. */
const stages: readonly (readonly [string, Moment])[] = [
  ['before anything is recorded', now],
  ['while the new key becomes readable', theRecordSays('ReadOnlyDeploy')],
  ['while servers roll out the new reader', itHolds('ServersNotConverged')],
  ['when promotion is recorded', theRecordSays('WritePromote')],
  ['when promotion is published', published('b', 2)],
  ['while objects are rewritten', theRecordSays('Migrating')],
  ['when the migration is under way', itHolds('AwaitingMigrations')],
  ['when the rotation is complete', theRecordSays('Completed')],
  ['in the grace of the old key', itRetires],
  ['when the old key has left', theWorld('a is gone', ({ api }) => !readsA(api.configurations))],
  ['at rest', itRests],
]

const readsA = (configurations: Parameters<typeof liveOf>[0]): boolean =>
  liveOf(configurations)?.loaded.entries.some(({ keys }) => keys.some(({ id }) => id === A.id)) ??
  false

const liveOf = (
  configurations: ReturnType<typeof given>['play']['world']['api']['configurations'],
) => configurations.at(-1)

describe.each(stages)('the configuration is lost %s', (_, stage) => {
  it('and comes back with every key that data may be under; then all ends as wished', () => {
    tell(
      given(),
      until(itRests),
      when(theWishIs(B)),
      until(stage),
      when(theConfigurationIsLost),
      until(itRests),
      thenSee(itIsDone(B)),
    )
  })
})

describe.each(stages.slice(1))('the record is lost %s', (_, stage) => {
  it('and is made again from what is live; then all ends as wished', () => {
    tell(
      given(),
      when(theWishIs(B)),
      until(stage),
      when(theRecordIsLost),
      until(itRests),
      thenSee(noFailedRead, theRecordHolds(B), theConfigurationReads('secrets', B, Plaintext)),
    )
  })

  it('and made again also when a third key is wished meanwhile', () => {
    tell(
      given({ on: [entry('secrets', A, Plaintext)] }),
      when(theWishIs(B)),
      until(stage),
      when(theRecordIsLost, theWishIs(C)),
      until(theActiveKeyIs(C)),
      until(itRests),
      thenSee(itIsDone(C)),
    )
  })
})

describe.each(stages.slice(1))('an older record is restored %s', (_, stage) => {
  it('and no key that data is under is forgotten by it', () => {
    tell(
      given(),
      until(itRests),
      when(theWishIs(A)),
      until(itRests),
      when(aBackupIsTaken, theWishIs(B)),
      until(stage),
      when(theOlderRecordStandsAgain),
      until(itRests),
      thenSee(noFailedRead, theRecordHolds(B), theConfigurationReads('secrets', B, Plaintext)),
    )
  })
})

describe('record and configuration are both lost', () => {
  it.each([
    ['while objects are rewritten', theRecordSays('Migrating')],
    ['at rest', itRests],
  ] as const)('%s: it holds, says so, shows the kept copies, and writes nothing', (_, stage) => {
    const story = tell(
      given(),
      when(theWishIs(B)),
      until(stage),
      when(theRecordIsLost, allConfigurationsAreLost),
      until(itHolds('RecordAndConfigurationLost')),
    )
    const { writes } = story
    tell(
      story,
      letPass(900),
      thenSee(
        itHoldsFor('RecordAndConfigurationLost', /kept copy .*aescbc:b/),
        explained(/Restore one of them/, /restart no API server/),
        noFailedRead,
        (held) => expect(held.writes).toBe(writes),
      ),
    )
  })

  it('ends as wished once the record is restored', () => {
    tell(
      given(),
      when(theWishIs(B)),
      until(theRecordSays('Migrating')),
      when(aBackupIsTaken),
      when(theRecordIsLost, allConfigurationsAreLost),
      until(itHolds('RecordAndConfigurationLost')),
      when(theOlderRecordStandsAgain),
      until(itRests),
      thenSee(itIsDone(B), itDecidedBy('lostEpoch')),
    )
  })

  it('where nothing was ever encrypted is nothing to hold for', () => {
    tell(
      given({ on: null }),
      when(theWishIs(A)),
      until(theRecordSays('ReadOnlyDeploy')),
      when(theRecordIsLost),
      until(itRests),
      thenSee(itIsDone(A)),
    )
  })
})
