/** What holds until a person acts: approvals, backups, slots, a newer keyroll. */
import { Plaintext, conservative, hypershift } from '@keyroll/core'
import { describe, expect, it } from 'vitest'
import { A, B, Cloud, Ocean, Vault, entry } from './cast.js'
import {
  explained,
  isStillNeeded,
  itHoldsFor,
  itIsDone,
  mayBeDestroyed,
  noFailedRead,
  theConfigurationReads,
  theHistoryIs,
  theRecordHolds,
} from './checks.js'
import { aBackupIsTaken, approved, theWishIs, theWorldBecomes } from './happenings.js'
import { itHolds, itRests, itRetires, theRecordSays } from './moments.js'
import { given, letPass, tell, thenSee, until, when } from './story.js'
import { atMostKmsKeys, itNeverDid } from './written.js'

describe("a policy that asks for a person's word", () => {
  const policy = { ...conservative, approve: ['WritePromote', 'Migrating', 'Retiring'] as const }
  const first = tell(given({ policy }), when(theWishIs(B)), until(itHolds('AwaitingApproval')))

  it('waits before each stage until that stage of that epoch is approved', () => {
    tell(
      first,
      thenSee(itHoldsFor('AwaitingApproval', /WritePromote/), theHistoryIs('ReadOnlyDeploy')),
      letPass(900),
      thenSee(theHistoryIs('ReadOnlyDeploy'), theConfigurationReads('secrets', A, B, Plaintext)),
      when(approved('WritePromote')),
      until(theRecordSays('WritePromote')),
      until(itHolds('AwaitingApproval')),
      thenSee(itHoldsFor('AwaitingApproval', /Migrating/), itNeverDid('CreateMigration')),
      when(approved('Migrating')),
      until(theRecordSays('Completed')),
      until(itHolds('AwaitingApproval')),
      thenSee(isStillNeeded(A), theConfigurationReads('secrets', B, A, Plaintext)),
      when(approved('Retiring')),
      until(itRests),
      thenSee(itIsDone(B)),
    )
  })

  it('takes no word that was given for another epoch', () => {
    tell(
      first,
      when({ kind: 'Approved', stage: 'WritePromote', epoch: 1 }),
      letPass(600),
      thenSee(itHoldsFor('AwaitingApproval'), theHistoryIs('ReadOnlyDeploy')),
    )
  })
})

describe('a policy that asks for a backup before the old key leaves', () => {
  const policy = { ...conservative, backupBeforeRetiring: true }

  it('keeps the old key until there is a backup newer than the completion', () => {
    tell(
      given({ policy }),
      when(aBackupIsTaken, theWishIs(B)),
      until(itHolds('BackupPending')),
      letPass(900),
      thenSee(
        itHoldsFor('BackupPending', /aescbc:a/),
        explained(/Take a backup of etcd/, /aescbc:a is still needed/),
        isStillNeeded(A, /newest backup, of .* is from before/),
        theConfigurationReads('secrets', B, A, Plaintext),
      ),
      when(aBackupIsTaken),
      until(itRests),
      thenSee(itIsDone(B), mayBeDestroyed(A)),
    )
  })
})

describe('slots for KMS keys', () => {
  const policy = { ...hypershift, record: 'plain' as const, grace: 900 }

  it('a third key waits for the slot of the first, which leaves in its own time', () => {
    tell(
      given({ on: [entry('secrets', Vault, Plaintext)], policy }),
      when(theWishIs(Cloud)),
      until(itRetires),
      when(theWishIs(Ocean)),
      until(itHolds('CompactionGrace')),
      letPass(120),
      thenSee(theRecordHolds(Cloud), itHoldsFor('CompactionGrace', /kms:vault/)),
      until(itRests),
      thenSee(itIsDone(Ocean), atMostKmsKeys(2)),
    )
  })

  it('says so where a key can never get one', () => {
    tell(
      given({
        on: [entry('secrets', Vault, Plaintext)],
        policy: { ...policy, slots: 1 },
      }),
      when(theWishIs(Cloud)),
      until(itHolds('SlotsFull')),
      letPass(900),
      thenSee(
        noFailedRead,
        itHoldsFor('SlotsFull', /kms:cloud/),
        theRecordHolds(Vault),
        explained(/Raise `slots`/),
      ),
    )
  })

  it('of two entries count each remote key once', () => {
    tell(
      given({
        on: [entry('secrets', Vault, Plaintext), entry('configmaps', A, Plaintext)],
        policy,
      }),
      when(theWishIs(Cloud, ['secrets', 'configmaps'])),
      until(itRests),
      thenSee(itIsDone(Cloud)),
    )
  })
})

describe('what a newer keyroll has written', () => {
  it('is only read: nothing is written, and the gate names its version', () => {
    const story = tell(
      given(),
      when(theWishIs(B)),
      until(theRecordSays('ReadOnlyDeploy')),
      when(theWorldBecomes((world) => ({ ...world, api: { ...world.api, newerSchema: '2' } }))),
      until(itHolds('NewerSchema')),
    )
    const { writes } = story
    tell(
      story,
      letPass(900),
      thenSee(itHoldsFor('NewerSchema', /2/), (held) => expect(held.writes).toBe(writes)),
    )
  })
})
