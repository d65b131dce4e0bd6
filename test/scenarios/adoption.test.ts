import { Plaintext } from '@keyroll/core'
import { describe, expect, it } from 'vitest'
import { A, B, C, Vault, entry, wishFor } from './cast.js'
import {
  itIsDone,
  noFailedRead,
  nothingIsLeftToDo,
  theConfigurationReads,
  theHistoryIs,
  theRecordHolds,
  usersAreTold,
} from './checks.js'
import { theWishIs, theWorldBecomes } from './happenings.js'
import { itRests, theRecordSays } from './moments.js'
import { given, tell, thenSee, until, when } from './story.js'
import { itDecidedBy, itNeverDid } from './written.js'

describe('a file that a user wrote', () => {
  it('with the one key that is wished is taken over as it is, without a rotation', () => {
    tell(
      given({ on: [entry('secrets', A, Plaintext)] }),
      when(theWishIs(A)),
      until(itRests),
      thenSee(
        noFailedRead,
        itDecidedBy('adopt'),
        itNeverDid('WriteConfiguration'),
        itNeverDid('StampTemplate'),
        theRecordHolds(A),
        usersAreTold('Unknown EvidenceMissing', /no rotation has shown/),
        nothingIsLeftToDo,
      ),
    )
  })

  it('with one key that is not wished is taken over, and rotated', () => {
    tell(
      given({ on: [entry('secrets', A)] }),
      when(theWishIs(B)),
      until(itRests),
      thenSee(itIsDone(B), theConfigurationReads('secrets', B)),
    )
  })

  it('with two keys is an unfinished rotation, which is finished before anything else', () => {
    tell(
      given({ on: [entry('secrets', B, A, Plaintext)] }),
      when(theWishIs(C)),
      until(theRecordSays('WritePromote')),
      thenSee(itDecidedBy('rebuild'), theRecordHolds(A, B)),
      until(theRecordSays('Completed')),
      thenSee(theRecordHolds(B)),
      until(theRecordSays('ReadOnlyDeploy')),
      until(itRests),
      thenSee(itIsDone(C), theHistoryIs('Completed', 'Completed')),
    )
  })

  it('with three keys loses none of them before everything is rewritten', () => {
    tell(
      given({ on: [entry('secrets', C, B, A, Plaintext)] }),
      when(theWishIs(C)),
      until(theRecordSays('Migrating')),
      thenSee(theConfigurationReads('secrets', C, B, A, Plaintext)),
      until(itRests),
      thenSee(itIsDone(C), theConfigurationReads('secrets', C, Plaintext)),
    )
  })

  it('with identity first is plaintext, and what its key had sealed is rewritten too', () => {
    tell(
      given({ on: [entry('secrets', Plaintext, A)] }),
      when(theWishIs(A)),
      until(theRecordSays('Migrating')),
      until(itRests),
      thenSee(itIsDone(A)),
    )
  })

  it('with a KMS key goes on to another one', () => {
    tell(
      given({ on: [entry('secrets', Vault, Plaintext)] }),
      when(theWishIs(B)),
      until(itRests),
      thenSee(itIsDone(B)),
    )
  })

  it('whose older data is under a backup key gets that key as a reader, then everything is rewritten', () => {
    tell(
      given({ on: [entry('secrets', B, Plaintext)] }),
      when({ kind: 'WishChanges', wish: wishFor(B, ['secrets'], { backupKey: A }) }),
      until(theRecordSays('Migrating')),
      thenSee(
        itDecidedBy('backupKey'),
        theRecordHolds(A, B),
        theConfigurationReads('secrets', B, A, Plaintext),
      ),
      until(itRests),
      thenSee(itIsDone(B)),
    )
  })

  it('is left alone while what is wished cannot be read', () => {
    tell(
      given(),
      when(
        { kind: 'ReadsFail', kinds: ['wish'] },
        theWorldBecomes((world) => world),
      ),
      until({
        says: 'it holds for WishUnknown',
        isNow: ({ told }) =>
          told.some((each) => each.kind === 'Turn' && each.decision.gate?.reason === 'WishUnknown'),
      }),
      thenSee(itNeverDid('WriteRecord'), itNeverDid('WriteConfiguration'), ({ play }) =>
        expect(play.world.api.record).toBeNull(),
      ),
    )
  })
})
