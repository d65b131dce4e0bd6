/** What people do by hand, against the protocol: keyroll adds no harm, says what it sees, never finishes falsely. */
import { Plaintext } from '@keyroll/core'
import { describe, expect, it } from 'vitest'
import { A, B, C, Cloud, entry } from './cast.js'
import {
  everythingIsUnder,
  explained,
  failedReadsIn,
  isStillNeeded,
  itHoldsFor,
  itIsDone,
  noFailedRead,
  somethingIsUnder,
  theConfigurationReads,
  theRecordHolds,
} from './checks.js'
import {
  aBackupIsTaken,
  etcdIsRestored,
  theConfigurationIsEditedTo,
  theOlderConfigurationStandsAgain,
  theRolloutIsUndone,
  theWishIs,
} from './happenings.js'
import { itHappens, itHolds, itRests, itRetires, theRecordSays, theWorld } from './moments.js'
import type { Story } from './setting.js'
import { given, letPass, tell, thenSee, until, when } from './story.js'
import { itDecidedBy } from './written.js'

describe('somebody edits the configuration', () => {
  it('and takes a reader out: it is put back before anything else', () => {
    tell(
      given({ sabotage: true }),
      when(theWishIs(B)),
      until(theRecordSays('Migrating')),
      when(theConfigurationIsEditedTo(entry('secrets', B, Plaintext))),
      until(itRests),
      thenSee(itDecidedBy('addReaders'), itIsDone(B)),
    )
  })

  it('and adds a reader: it is kept until everything is rewritten', () => {
    tell(
      given({ sabotage: true }),
      when(theWishIs(B)),
      until(itRests),
      when(theConfigurationIsEditedTo(entry('secrets', B, Cloud, Plaintext))),
      until(theRecordSays('Migrating')),
      thenSee(theConfigurationReads('secrets', B, Cloud, Plaintext)),
      until(itRests),
      thenSee(itIsDone(B), itDecidedBy('reencrypt')),
    )
  })

  it('and makes an unknown key the writer: it holds for a person, drops nothing, and names the key', () => {
    tell(
      given({ sabotage: true }),
      when(theWishIs(B)),
      until(itRests),
      when(theConfigurationIsEditedTo(entry('secrets', C, B, Plaintext))),
      until(itHolds('ForeignKey')),
      letPass(900),
      thenSee(
        itHoldsFor('ForeignKey', /aescbc:c/),
        explained(/If the key was set on purpose, wish for it/),
        theConfigurationReads('secrets', C, B, Plaintext),
        theRecordHolds(B),
      ),
    )
  })

  it('and wishes for the key that it made the writer: the rotation is finished from there', () => {
    tell(
      given({ sabotage: true }),
      when(theWishIs(B)),
      until(itRests),
      when(theConfigurationIsEditedTo(entry('secrets', C, B, Plaintext)), theWishIs(C)),
      until(itRests),
      thenSee(itIsDone(C), itDecidedBy('writerAhead')),
    )
  })

  it('and makes a key of before the writer again: it holds, since the record has left it', () => {
    tell(
      given({ sabotage: true }),
      when(theWishIs(B)),
      until(itRests),
      when(theConfigurationIsEditedTo(entry('secrets', A, B, Plaintext))),
      until(itHolds('StateConfigMismatch')),
      letPass(900),
      thenSee(
        itHoldsFor('StateConfigMismatch', /aescbc:a/),
        explained(/put it back/),
        theRecordHolds(B),
      ),
      when(theConfigurationIsEditedTo(entry('secrets', B, A, Plaintext))),
      until(itRests),
      thenSee(itIsDone(B)),
    )
  })
})

describe('an older configuration that is put back', () => {
  it('beside the newer ones is withdrawn again, and nothing was started on it', () => {
    tell(
      given({ sabotage: true }),
      when(theWishIs(B)),
      until(theRecordSays('WritePromote')),
      when(aBackupIsTaken),
      until(theRecordSays('Completed')),
      when(theOlderConfigurationStandsAgain),
      until(itRests),
      thenSee(itIsDone(B)),
    )
  })

  it('and started by an undone rollout: what was written there is found and rewritten, and its key kept', () => {
    tell(
      given({ sabotage: true, servers: 1, objects: 12 }),
      when(aBackupIsTaken, theWishIs(B)),
      until(itRetires),
      when(theOlderConfigurationStandsAgain, (world) => ({
        kind: 'RolloutUndone',
        replicaSet: world.api.replicaSets[0]?.name ?? '',
      })),
      until(itRests),
      thenSee(everythingIsUnder(B), theRecordHolds(B), itDecidedBy('reencrypt')),
    )
  })
})

describe('etcd is restored from a backup', () => {
  const restored = (): Story =>
    tell(
      given({ sabotage: true, traffic: 0 }),
      when(aBackupIsTaken, theWishIs(B)),
      until(itRests),
      when(etcdIsRestored),
      until(itHolds('DataRestored')),
    )

  it('from before a finished rotation: it holds, and names the keys of then', () => {
    tell(
      restored(),
      letPass(900),
      thenSee(
        itHoldsFor('DataRestored', /may be under aescbc:a/),
        explained(/Add the keys named to the configuration as readers/),
        somethingIsUnder(A),
        isStillNeeded(A),
      ),
    )
  })

  it('never says meanwhile that all data is under the new key', () => {
    tell(
      restored(),
      letPass(60),
      thenSee(({ play }) => expect(play.world.api.condition?.status).not.toBe('True')),
    )
  })

  it('is not forgotten when etcd has grown beyond where it was', () => {
    const story = restored()
    const grown: Story = {
      ...story,
      setting: { ...story.setting, traffic: 0 },
      play: {
        ...story.play,
        world: {
          ...story.play.world,
          etcd: { ...story.play.world.etcd, revision: 1_000_000 },
        },
      },
    }
    tell(
      grown,
      letPass(600),
      thenSee(itHoldsFor('DataRestored'), ({ play }) =>
        expect(play.world.api.condition?.status).not.toBe('True'),
      ),
    )
  })

  it('while objects are rewritten: they are rewritten again, and the end is true', () => {
    tell(
      given({ sabotage: true, objects: 60 }),
      when(aBackupIsTaken, theWishIs(B)),
      until(theRecordSays('Migrating')),
      until(itHappens('MigrationSucceeds')),
      when(etcdIsRestored),
      until(itRests),
      thenSee(everythingIsUnder(B), theRecordHolds(B)),
    )
  })

  it('in the grace of the old key: nothing was lost, and all is rewritten again', () => {
    tell(
      given({ sabotage: true, traffic: 0 }),
      when(aBackupIsTaken, theWishIs(B)),
      until(itRetires),
      when(etcdIsRestored),
      until(itHolds('DataRestored')),
      thenSee(theConfigurationReads('secrets', B, A, Plaintext), noFailure),
    )
  })
})

const noFailure = ({ play }: Story): void => expect(play.firstFailure).toBeNull()

describe('a rollout that is undone before the configuration is withdrawn', () => {
  it('never makes two servers write what the other cannot read', () => {
    tell(
      given(),
      when(theWishIs(B)),
      until(theRecordSays('WritePromote')),
      until(theWorld('two are published', ({ api }) => api.configurations.length > 1)),
      until(theWorld('it is observed', ({ api }) => api.replicaSets.length > 2)),
      when(theRolloutIsUndone),
      until(itRests),
      thenSee(itIsDone(B), noFailedRead),
    )
  })
})

it('what a hand breaks is seen by clients, not hidden by the stories', () => {
  tell(
    given({ sabotage: true, objects: 30 }),
    when(theWishIs(B)),
    until(itRests),
    when(theConfigurationIsEditedTo(entry('secrets', C, B, Plaintext)), (world) => ({
      kind: 'PodEvicted',
      server: world.servers[0]?.name ?? '',
    })),
    letPass(300),
    thenSee(itHoldsFor('ForeignKey', /aescbc:c/), failedReadsIn('Retiring')),
  )
})
