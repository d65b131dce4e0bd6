import { Plaintext } from '@keyroll/core'
import { describe, expect, it } from 'vitest'
import { A, B, Vault, entry } from './cast.js'
import {
  everythingIsUnder,
  itHoldsFor,
  itIsDone,
  mayBeDestroyed,
  noFailedRead,
  nothingIsLeftBehind,
  nothingIsLeftToDo,
  theConfigurationReads,
  theHistoryIs,
  theRecordHolds,
  usersAreTold,
} from './checks.js'
import { scaledTo, theWishIs } from './happenings.js'
import { itHolds, itRests, theRecordSays, theWorld } from './moments.js'
import { given, tell, thenSee, until, when } from './story.js'
import { itDecidedBy, itDid, itNeverDid } from './written.js'

describe('enabling encryption where nothing is encrypted', () => {
  it('is a whole rotation from plaintext: readable everywhere before the first sealed write', () => {
    tell(
      given({ on: null }),
      until(itRests),
      thenSee(itNeverDid('WriteRecord')),
      when(theWishIs(A)),
      until(theRecordSays('WritePromote')),
      thenSee(theConfigurationReads('secrets', Plaintext, A), everythingIsUnder(Plaintext)),
      until(itRests),
      thenSee(itIsDone(A), theConfigurationReads('secrets', A, Plaintext)),
    )
  })

  it('needs no rotation where nothing is stored and no server runs yet', () => {
    tell(
      given({ on: null, objects: 0, traffic: 0 }),
      when(scaledTo(0)),
      until(theWorld('no server runs', ({ servers }) => servers.length === 0)),
      when(theWishIs(A)),
      until(theRecordSays('Completed')),
      until(itRests),
      thenSee(theRecordHolds(A), theConfigurationReads('secrets', A, Plaintext)),
      when(scaledTo(3)),
      until(itRests),
      thenSee(
        itDecidedBy('emptyEtcd'),
        itNeverDid('CreateMigration'),
        nothingIsLeftBehind,
        nothingIsLeftToDo,
      ),
    )
  })

  it('is a whole rotation while servers run, even if nothing is stored yet', () => {
    tell(
      given({ on: null, objects: 0 }),
      when(theWishIs(A)),
      until(theRecordSays('Completed')),
      until(itRests),
      thenSee(theRecordHolds(A), theConfigurationReads('secrets', A, Plaintext), nothingIsLeftToDo),
    )
  })

  it('waits, and says so, while it cannot be told whether the servers run without a configuration', () => {
    tell(
      given({ on: null }),
      when({ kind: 'ReadsFail', kinds: ['servers'] }, theWishIs(A)),
      until(itHolds('LoadedUnknown')),
      thenSee(itHoldsFor('LoadedUnknown', /servers could not be read/), itNeverDid('WriteRecord')),
      when({ kind: 'ReadsFail', kinds: [] }),
      until(itRests),
      thenSee(itIsDone(A)),
    )
  })
})

describe('decrypting', () => {
  it('is a rotation to plaintext, in which the key stays readable until nothing is under it', () => {
    tell(
      given(),
      when(theWishIs(B)),
      until(itRests),
      when(theWishIs(Plaintext)),
      until(theRecordSays('Completed')),
      until(theRecordSays('Migrating')),
      thenSee(theConfigurationReads('secrets', Plaintext, B)),
      until(itRests),
      thenSee(
        noFailedRead,
        everythingIsUnder(Plaintext),
        theRecordHolds(Plaintext),
        nothingIsLeftBehind,
        nothingIsLeftToDo,
        mayBeDestroyed(B),
      ),
    )
  })

  it('and encrypting again with another key ends well', () => {
    tell(
      given({ on: [entry('secrets', Vault, Plaintext)] }),
      when(theWishIs(Plaintext)),
      until(itRests),
      when(theWishIs(B)),
      until(itRests),
      thenSee(itIsDone(B)),
    )
  })
})

describe('a wish to re-encrypt', () => {
  it('rewrites everything once under the key that is active, at its time and not before', () => {
    const start = given()
    const at = start.play.world.now + 7200
    tell(
      start,
      when(theWishIs(B)),
      until(itRests),
      when(theWishIs(B, undefined, { reencryptAt: at })),
      until(theRecordSays('WritePromote')),
      thenSee(
        ({ play }) => expect(play.world.now).toBeGreaterThanOrEqual(at),
        usersAreTold('False WritePromotionInProgress'),
        theRecordHolds(B, B),
      ),
      until(itRests),
      thenSee(itIsDone(B), theHistoryIs('Completed', 'Completed'), itDid('CreateMigration', 2)),
    )
  })

  it('also proves a configuration that was only adopted', () => {
    tell(
      given({ on: [entry('secrets', A, Plaintext)] }),
      when(theWishIs(A)),
      until(itRests),
      thenSee(usersAreTold('Unknown EvidenceMissing')),
      when(theWishIs(A, undefined, { reencryptAt: 1 })),
      until(itRests),
      thenSee(itIsDone(A)),
    )
  })

  it('is not repeated by a controller that restarts', () => {
    tell(
      given(),
      when(theWishIs(A, undefined, { reencryptAt: 1 })),
      until(theWorld('all is said', ({ api }) => api.condition?.status === 'True')),
      until(itRests),
      when({ kind: 'ControllerRestarts' }),
      until(itRests),
      thenSee(itIsDone(A), itDid('CreateMigration', 1)),
    )
  })
})
