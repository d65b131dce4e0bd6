/** Servers that do not converge, are scaled to nothing, lag behind, or cannot be seen. */

import { describe, expect, it } from 'vitest'
import { A, B, Vault } from './cast.js'
import {
  everythingIsUnder,
  explained,
  itHoldsFor,
  itIsDone,
  noFailedRead,
  theHistoryIs,
  theRecordHolds,
  usersAreTold,
} from './checks.js'
import {
  anOldReplicaSetIsScaledUp,
  scaledTo,
  theKmsOf,
  theRolloutIsUndone,
  theWishIs,
} from './happenings.js'
import { itHappens, itHolds, itRests, itRetires, now, theRecordSays, theWorld } from './moments.js'
import { type Moment, given, letPass, tell, thenSee, until, when } from './story.js'

describe('a server that never becomes ready on the new key', () => {
  const stuck = tell(
    given(),
    when(theKmsOf(Vault, false), theWishIs(Vault)),
    until(itHolds('ServersNotConverged')),
    letPass(1200),
  )

  it('is named, users see it, and nothing proceeds by the passing of time', () => {
    const { writes } = stuck
    tell(
      stuck,
      letPass(1200),
      until(itHolds('ServersNotConverged')),
      thenSee(
        itHoldsFor('ServersNotConverged', /kube-apiserver-\d+-\d+ not ready/),
        usersAreTold('False ReEncryptionWaitingForKASConvergence', /able to read kms:vault/),
        theRecordHolds(A, Vault),
        explained(/longer than the usual/, /look at the pods named/, /aescbc:a is still needed/),
        everythingIsUnder(A),
        noFailedRead,
        (held) => expect(held.writes).toBe(writes),
      ),
    )
  })

  it('lets everything go on by itself once its plugin answers', () => {
    tell(stuck, when(theKmsOf(Vault, true)), until(itRests), thenSee(itIsDone(Vault)))
  })
})

const stages: readonly (readonly [string, Moment])[] = [
  ['before the rotation begins', now],
  ['while the new key becomes readable', theRecordSays('ReadOnlyDeploy')],
  ['in the rollout of the reader', itHappens('PodReady')],
  ['when promotion is recorded', theRecordSays('WritePromote')],
  ['while objects are to be rewritten', theRecordSays('Migrating')],
  ['while a migration runs', itHolds('AwaitingMigrations')],
  ['in the grace of the old key', itRetires],
  ['at rest', itRests],
]

describe.each(stages)('scaled to nothing %s', (_, stage) => {
  it('is a pause, not a failure: on waking the rotation goes on where it stood', () => {
    tell(
      given(),
      until(itRests),
      when(theWishIs(B)),
      until(stage),
      when(scaledTo(0)),
      until(theWorld('no server runs', ({ servers }) => servers.length === 0)),
      letPass(1800),
      thenSee(itNeverDidMigrationsFail),
      when(scaledTo(3)),
      until(itRests),
      thenSee(itIsDone(B)),
    )
  })
})

const itNeverDidMigrationsFail = ({ conditions }: ReturnType<typeof given>): void =>
  expect(conditions.map(({ reason }) => reason)).not.toContain('ReEncryptionFailed')

describe('while nothing is wanted', () => {
  it('it says that it is paused, and does not commit', () => {
    tell(
      given(),
      when(theWishIs(B)),
      until(theRecordSays('ReadOnlyDeploy')),
      when(scaledTo(0)),
      until(itHolds('Paused')),
      letPass(1200),
      until(itHolds('Paused')),
      thenSee(
        itHoldsFor('Paused', /no server is wanted/),
        theRecordHolds(A, B),
        theHistoryIs('ReadOnlyDeploy'),
        explained(/Scale the API servers up/),
      ),
    )
  })
})

describe('an old ReplicaSet that is scaled up by hand', () => {
  it.each([
    ['after the commit', theRecordSays('WritePromote')],
    ['while objects are rewritten', theRecordSays('Migrating')],
    ['at rest', itRests],
  ] as const)('%s brings no server to life: what it would load is out of reach', (_, stage) => {
    tell(
      given(),
      when(theWishIs(B)),
      until(stage),
      when(anOldReplicaSetIsScaledUp),
      until(itHappens('PodCreated')),
      until(itRests),
      thenSee(itIsDone(B)),
    )
  })

  it('before the commit delays the commit, and no read fails', () => {
    tell(
      given(),
      when(theWishIs(B)),
      until(theRecordSays('ReadOnlyDeploy')),
      until(theWorld('the new one is observed', ({ api }) => api.replicaSets.length > 1)),
      when(anOldReplicaSetIsScaledUp),
      until(itRests),
      thenSee(itIsDone(B)),
    )
  })
})

describe('a rollout that is undone', () => {
  it.each([
    ['while the new key becomes readable', theRecordSays('ReadOnlyDeploy')],
    ['after the commit', theRecordSays('WritePromote')],
    ['while objects are rewritten', theRecordSays('Migrating')],
    ['at rest', itRests],
  ] as const)('%s is stamped again, and all ends as wished', (_, stage) => {
    tell(
      given(),
      when(theWishIs(B)),
      until(stage),
      until(theWorld('there is another ReplicaSet', ({ api }) => api.replicaSets.length > 1)),
      when(theRolloutIsUndone),
      until(itRests),
      thenSee(itIsDone(B)),
    )
  })
})
