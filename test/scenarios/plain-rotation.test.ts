import { describe, it } from 'vitest'
import { A, B, inSymbols, onTheWire } from './cast.js'
import {
  isStillNeeded,
  itIsDone,
  mayBeDestroyed,
  somethingIsUnder,
  theConfigurationReads,
  theHistoryIs,
  usersWereTold,
} from './checks.js'
import { theWishIs } from './happenings.js'
import { itRests, itRetires, theRecordSays } from './moments.js'
import { given, tell, thenSee, until, when } from './story.js'
import { Plaintext } from '@keyroll/core'
import { itWrote } from './written.js'

describe.each([
  ['in symbols', inSymbols],
  ['on the very bytes', onTheWire],
])('a plain rotation %s', (_, environment) => {
  it('ends with all data under the new key and no failed read; only then may the old key go', () => {
    tell(
      given({ environment }),
      when(theWishIs(B)),
      until(theRecordSays('ReadOnlyDeploy')),
      thenSee(isStillNeeded(A, /active key/)),
      until(theRecordSays('WritePromote')),
      thenSee(theConfigurationReads('secrets', A, B, Plaintext)),
      until(theRecordSays('Migrating')),
      thenSee(
        theConfigurationReads('secrets', B, A, Plaintext),
        somethingIsUnder(A),
        isStillNeeded(A, /active key/),
      ),
      until(theRecordSays('Completed')),
      thenSee(isStillNeeded(A, /live configuration lists it as a reader/)),
      until(itRetires),
      thenSee(isStillNeeded(A, /etcd's history/)),
      until(itRests),
      thenSee(
        itIsDone(B),
        theConfigurationReads('secrets', B, Plaintext),
        theHistoryIs('Completed'),
        mayBeDestroyed(A),
        isStillNeeded(B, /active key/),
      ),
    )
  })
})

it('persists before it applies, and tells users each step of the way', () => {
  tell(
    given(),
    when(theWishIs(B)),
    until(itRests),
    thenSee(
      itWrote(
        'record adopted',
        'record ReadOnlyDeploy',
        'KeepCopy',
        'KeepCopy',
        'configuration add',
        'StampTemplate',
        'WithdrawConfiguration',
        'record WritePromote',
        'KeepCopy',
        'configuration promote',
        'StampTemplate',
        'WithdrawConfiguration',
        'record Migrating',
        'CreateMigration',
        'record Completed',
        'KeepCopy',
        'configuration drop',
        'StampTemplate',
        'WithdrawConfiguration',
        'DeleteMigration',
        'DiscardCopy',
        'DiscardCopy',
        'DiscardCopy',
      ),
      usersWereTold(
        'Unknown EvidenceMissing',
        'False ReadOnlyRolloutInProgress',
        'False ReEncryptionWaitingForKASConvergence',
        'False WritePromotionInProgress',
        'False ReEncryptionWaitingForKASConvergence',
        'False ReEncryptionInProgress',
        'True ReEncryptionCompleted',
      ),
    ),
  )
})
