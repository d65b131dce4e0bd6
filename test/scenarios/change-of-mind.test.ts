import { Plaintext } from '@keyroll/core'
import { describe, it } from 'vitest'
import { A, B, C, Cloud, Vault, entry } from './cast.js'
import {
  explained,
  isStillNeeded,
  itIsDone,
  itRefuses,
  mayBeDestroyed,
  noFailedRead,
  nothingIsRefused,
  somethingIsUnder,
  theConfigurationReads,
  theHistoryIs,
  theRecordHolds,
  usersAreTold,
} from './checks.js'
import { theKmsOf, theWishIs, theWishIsRemoved } from './happenings.js'
import { itHolds, itRests, itRetires, theActiveKeyIs, theRecordSays } from './moments.js'
import { given, letPass, tell, thenSee, until, when } from './story.js'
import { itDecidedBy, itDid, itNeverDid } from './written.js'

describe('before anything is written with the new key', () => {
  it('the old key can be wished for again: the new one leaves, and no object is rewritten', () => {
    tell(
      given(),
      when(theWishIs(B)),
      until(theRecordSays('ReadOnlyDeploy')),
      until(itHolds('ServersNotConverged')),
      when(theWishIs(A)),
      until(itRests),
      thenSee(
        noFailedRead,
        itDecidedBy('cancel'),
        itDecidedBy('dropCancelled'),
        itNeverDid('CreateMigration'),
        theRecordHolds(A),
        theHistoryIs('Interrupted'),
        theConfigurationReads('secrets', A, Plaintext),
        isStillNeeded(B, /no completed rotation/),
        usersAreTold('Unknown EvidenceMissing'),
      ),
    )
  })

  it('another key can be wished for: the first one leaves with the write that brings the second', () => {
    tell(
      given(),
      when(theWishIs(B)),
      until(itHolds('ServersNotConverged')),
      when(theWishIs(C)),
      until(theRecordSays('Migrating')),
      thenSee(
        theHistoryIs('Migrating', 'Interrupted'),
        theConfigurationReads('secrets', C, A, Plaintext),
      ),
      until(itRests),
      thenSee(itIsDone(C), itDecidedBy('replace'), itDid('CreateMigration', 1)),
    )
  })

  it('a reader that was there before stays through a replacement, until all is rewritten', () => {
    tell(
      given({ on: [entry('secrets', A, C, Plaintext)] }),
      when(theWishIs(A, undefined)),
      until(itRests),
      when(theWishIs(B)),
      until(theRecordSays('ReadOnlyDeploy')),
      until(itHolds('ServersNotConverged')),
      when(theWishIs(C)),
      until(theRecordSays('Migrating')),
      until(itRests),
      thenSee(itIsDone(C)),
    )
  })

  it('a key whose plugin never answers can be given up: no server was lost to it', () => {
    tell(
      given(),
      when(theKmsOf(Vault, false), theWishIs(Vault)),
      until(itHolds('ServersNotConverged')),
      letPass(900),
      thenSee(usersAreTold('False ReEncryptionWaitingForKASConvergence')),
      when(theWishIs(A)),
      until(itRests),
      thenSee(noFailedRead, theRecordHolds(A), theConfigurationReads('secrets', A, Plaintext)),
    )
  })
})

describe('after the commit', () => {
  it('a wish for a third key waits, visibly, and follows once the rotation is complete', () => {
    tell(
      given(),
      when(theWishIs(B)),
      until(theRecordSays('WritePromote')),
      when(theWishIs(C)),
      until(theRecordSays('Completed')),
      thenSee(
        theRecordHolds(B),
        usersAreTold('False ReadOnlyRolloutInProgress', /the wish names another key/),
        nothingIsRefused,
      ),
      until(theRecordSays('ReadOnlyDeploy')),
      thenSee(theRecordHolds(B, C), isStillNeeded(A, /remembers it as a reader/)),
      until(itRests),
      thenSee(
        itIsDone(C),
        theHistoryIs('Completed', 'Completed'),
        theConfigurationReads('secrets', C, Plaintext),
        mayBeDestroyed(A),
        mayBeDestroyed(B),
      ),
    )
  })

  it('a wish for the old key turns the rotation round, and all is rewritten under it', () => {
    tell(
      given(),
      when(theWishIs(B)),
      until(theRecordSays('WritePromote')),
      until(itHolds('ServersNotConverged')),
      when(theWishIs(A)),
      until(theRecordSays('Migrating')),
      thenSee(
        itDecidedBy('reverse'),
        theRecordHolds(B, A),
        theHistoryIs('Migrating', 'Interrupted'),
        isStillNeeded(B),
      ),
      until(itRests),
      thenSee(itIsDone(A), mayBeDestroyed(B)),
    )
  })

  it('in mid-migration, too, the old key can be wished for again', () => {
    tell(
      given({ objects: 200 }),
      when(theWishIs(B)),
      until(theRecordSays('Migrating')),
      until(itHolds('AwaitingMigrations')),
      thenSee(somethingIsUnder(A), somethingIsUnder(B)),
      when(theWishIs(A)),
      until(itRests),
      thenSee(itIsDone(A), theHistoryIs('Completed', 'Interrupted')),
    )
  })

  it('in mid-migration, a third key waits for its turn', () => {
    tell(
      given({ objects: 200 }),
      when(theWishIs(B)),
      until(theRecordSays('Migrating')),
      until(itHolds('AwaitingMigrations')),
      when(theWishIs(C)),
      until(theActiveKeyIs(B)),
      until(itRests),
      thenSee(itIsDone(C)),
    )
  })

  it('a third wish while the old key waits for its grace begins at once and drops nothing early', () => {
    tell(
      given(),
      when(theWishIs(B)),
      until(itRetires),
      when(theWishIs(C)),
      until(theRecordSays('Migrating')),
      thenSee(theConfigurationReads('secrets', C, B, A, Plaintext)),
      until(itRests),
      thenSee(itIsDone(C)),
    )
  })

  it('every wish of a series is followed, or was replaced by a later one', () => {
    tell(
      given(),
      when(theWishIs(B)),
      until(theRecordSays('WritePromote')),
      when(theWishIs(C)),
      until(theRecordSays('Migrating')),
      when(theWishIs(Vault)),
      until(theRecordSays('Completed')),
      when(theWishIs(Cloud)),
      until(itRests),
      thenSee(itIsDone(Cloud)),
    )
  })
})

describe('a wish that is removed', () => {
  it('is refused while data is encrypted, and the configuration stays as it is', () => {
    tell(
      given(),
      when(theWishIs(B)),
      until(itRests),
      when(theWishIsRemoved),
      until(itRests),
      thenSee(
        itRefuses('RemovalWithoutDecrypt'),
        explained(/wish for plaintext to decrypt/),
        theConfigurationReads('secrets', B, Plaintext),
        usersAreTold('Unknown ReEncryptionCompleted'),
        isStillNeeded(B),
      ),
    )
  })

  it('does not stop a rotation that has begun', () => {
    tell(
      given(),
      when(theWishIs(B)),
      until(theRecordSays('ReadOnlyDeploy')),
      when(theWishIsRemoved),
      until(theRecordSays('Completed')),
      until(itRests),
      thenSee(noFailedRead, theRecordHolds(B), itRefuses('RemovalWithoutDecrypt')),
    )
  })

  it('changes nothing where nothing is encrypted', () => {
    tell(
      given({ on: null }),
      when(theWishIs(A)),
      when(theWishIsRemoved),
      until(itRests),
      thenSee(itNeverDid('WriteRecord'), nothingIsRefused),
    )
  })
})
