/** Migrations that fail, hang, are lost or cannot be made, and resources that come and go. */
import { Plaintext } from '@keyroll/core'
import { describe, expect, it } from 'vitest'
import { A, B, entry } from './cast.js'
import {
  everythingIsUnder,
  explained,
  isStillNeeded,
  itHoldsFor,
  itIsDone,
  noFailedRead,
  theConfigurationReads,
  theHistoryIs,
  theRecordHolds,
  usersAreTold,
  usersWereTold,
} from './checks.js'
import {
  runningMigration,
  theGroupIsUnavailable,
  theMigrationFails,
  theMigrationHangs,
  theResourceIsGone,
  theResourceIsServed,
  theWishIs,
} from './happenings.js'
import { itHolds, itRests, itRetires, theRecordSays, theWorld } from './moments.js'
import { type Chapter, given, letPass, tell, thenSee, until, when } from './story.js'
import { itDid, itDecidedBy } from './written.js'

const running = theWorld('a migration runs', (world) => runningMigration(world) !== '')

const fails: readonly Chapter[] = [until(running), when(theMigrationFails)]

describe('a migration that fails', () => {
  it('three times is told as a persistent failure, and still ends as wished once it works', () => {
    tell(
      given(),
      when(theWishIs(B)),
      ...fails,
      until(itHolds('MigrationFailed')),
      thenSee(itHoldsFor('MigrationFailed', /secrets: the continue token was lost/)),
      ...fails,
      until(theWorld('it is told', ({ api }) => api.condition?.reason === 'ReEncryptionFailed')),
      ...fails,
      until(
        theWorld(
          'it is told',
          ({ api }) => api.condition?.reason === 'ReEncryptionPersistentFailure',
        ),
      ),
      thenSee(
        usersAreTold('False ReEncryptionPersistentFailure', /failing: secrets/),
        isStillNeeded(A),
        explained(/keyroll tries again by itself and keeps the old key/),
      ),
      until(itRests),
      thenSee(
        itIsDone(B),
        itDid('CreateMigration', 4),
        theHistoryIs('Completed'),
        usersWereTold(
          'Unknown EvidenceMissing',
          'False ReadOnlyRolloutInProgress',
          'False ReEncryptionWaitingForKASConvergence',
          'False WritePromotionInProgress',
          'False ReEncryptionWaitingForKASConvergence',
          'False ReEncryptionInProgress',
          'False ReEncryptionFailed',
          'False ReEncryptionPersistentFailure',
          'True ReEncryptionCompleted',
        ),
      ),
    )
  })

  it('for ever keeps both keys readable, and never advances by the clock', () => {
    const failing = tell(given(), when(theWishIs(B)), ...fails, ...fails, ...fails, ...fails)
    tell(
      failing,
      when({ kind: 'MigratorBlocked', reason: 'it restarts for ever' }),
      letPass(900),
      thenSee(
        theRecordHolds(A, B),
        theHistoryIs('Migrating'),
        theConfigurationReads('secrets', B, A, Plaintext),
        itHoldsFor('MigratorBlocked', /restarts for ever/),
        noFailedRead,
      ),
      when({ kind: 'MigratorBlocked', reason: null }),
      until(itRests),
      thenSee(itIsDone(B)),
    )
  })
})

describe('a migration that hangs', () => {
  it('is woken by a touch where that is allowed', () => {
    tell(
      given(),
      when(theWishIs(B)),
      until(running),
      when(theMigrationHangs),
      until(itRests),
      thenSee(itIsDone(B), itDid('CreateMigration', 1)),
    )
  })

  it('is made anew at its deadline where it may not be touched', () => {
    tell(
      given({ touchable: [] }),
      when(theWishIs(B)),
      until(running),
      when(theMigrationHangs),
      until(itHolds('MigrationStuck')),
      thenSee(itHoldsFor('MigrationStuck', /secrets/), usersAreTold('False ReEncryptionFailed')),
      until(itRests),
      thenSee(itIsDone(B), itDid('CreateMigration', 2)),
    )
  })
})

describe('a migration object that is lost', () => {
  it.each([
    ['while it runs', running],
    ['in the grace of the old key', itRetires],
  ] as const)('%s is no evidence: all is rewritten once more', (_, moment) => {
    tell(
      given(),
      when(theWishIs(B)),
      until(moment),
      when((world) => ({
        kind: 'MigrationLost',
        migration: world.api.migrations.at(-1)?.name ?? '',
      })),
      until(itRests),
      thenSee(itIsDone(B), itDid('CreateMigration', 2)),
    )
  })
})

describe('a server on which nothing of the resource changes', () => {
  it('ends all the same, after the migrator has waited for an event', () => {
    tell(
      given({ touchable: [], traffic: 0 }),
      when(theWishIs(B)),
      until(itRests),
      thenSee(everythingIsUnder(B), theRecordHolds(B), itDid('TouchResource', 0)),
    )
  })
})

const widgets = 'widgets.example.com'
const twoResources = [entry(['secrets', widgets], A, Plaintext)]
const both = ['secrets', widgets]

describe('a resource whose group is unavailable', () => {
  it('holds the end and nothing else: the others go on, and it follows when it is back', () => {
    tell(
      given({ on: twoResources }),
      when(theWishIs(B, both)),
      until(theRecordSays('WritePromote')),
      when(theGroupIsUnavailable(widgets)),
      until(theRecordSays('Migrating')),
      until(itHolds('DiscoveryUnknown')),
      letPass(900),
      until(itHolds('DiscoveryUnknown')),
      thenSee(
        itHoldsFor('DiscoveryUnknown', /widgets\.example\.com: the APIService has no endpoints/),
        everythingIsUnder(B, ['secrets']),
        isStillNeeded(A),
        usersAreTold('False ReEncryptionInProgress', /1\/2 .*waiting for widgets/),
      ),
      when(theResourceIsServed(widgets)),
      until(itRests),
      thenSee(itIsDone(B)),
    )
  })
})

describe('a resource that is proven absent', () => {
  const skipped = tell(
    given({ on: twoResources }),
    when(theWishIs(B, both)),
    until(theRecordSays('WritePromote')),
    when(theResourceIsGone(widgets)),
    until(itRests),
  )

  it('is skipped, and the key that its data may be under is kept, remembered and not destroyed', () => {
    tell(
      skipped,
      thenSee(
        noFailedRead,
        everythingIsUnder(B, ['secrets']),
        theRecordHolds(B),
        theConfigurationReads('secrets', B, A, Plaintext),
        isStillNeeded(A, /skip widgets\.example\.com/),
        ({ play }) => {
          expect(play.world.api.record?.skipped).toEqual([widgets])
          expect(play.world.api.record?.history[0]?.message).toMatch(/skipped: widgets/)
        },
      ),
    )
  })

  it('is rewritten when it comes back, and only then the key leaves', () => {
    tell(
      skipped,
      when(theResourceIsServed(widgets)),
      until(itRests),
      thenSee(
        itIsDone(B),
        itDecidedBy('reencrypt'),
        theConfigurationReads('secrets', B, Plaintext),
        ({ play }) => expect(play.world.api.record?.skipped).toEqual([]),
      ),
    )
  })

  it('is not taken for absent on the first sight, nor secrets ever', () => {
    tell(
      given(),
      when(theWishIs(B)),
      until(theRecordSays('WritePromote')),
      when(theResourceIsGone('secrets')),
      until(itHolds('DiscoveryUnknown')),
      letPass(900),
      thenSee(theRecordHolds(A, B), theHistoryIs('Migrating')),
      when(theResourceIsServed('secrets')),
      until(itRests),
      thenSee(itIsDone(B)),
    )
  })
})
