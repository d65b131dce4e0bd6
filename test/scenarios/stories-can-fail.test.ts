/** The stories are worth something: each rule that is left out makes one of them fail, and says why. */
import { decide } from '@keyroll/core'
import type { World } from '@keyroll/adapters-fake'
import { describe, expect, it } from 'vitest'
import { B } from './cast.js'
import { itIsDone } from './checks.js'
import { anOldReplicaSetIsScaledUp, theControllerRestarts, theWishIs } from './happenings.js'
import { itRests, itRetires, theRecordSays, theWorld } from './moments.js'
import * as Naive from './naive.js'
import type { Decider, Story } from './setting.js'
import { attempt, given, tell, thenSee, until, when } from './story.js'

type Telling = (decider: Decider) => Story

const plain: Telling = (decider) =>
  tell(
    given({ decide: decider, objects: 60 }),
    when(theWishIs(B)),
    until(itRests, 900),
    thenSee(itIsDone(B)),
  )

/** A server of the first configuration comes back just when all run the second, and caches do not show it. */
const unseenServer: Telling = (decider) => {
  const undone = tell(
    given({ decide: decider }),
    when(theWishIs(B)),
    until(theRecordSays('ReadOnlyDeploy')),
    until(
      theWorld(
        'all run the new reader',
        ({ servers }) =>
          servers.length === 3 && servers.every(({ ordinal }) => ordinal?.step === 1),
      ),
    ),
    when(
      { kind: 'ViewFreezes', kinds: ['servers'] },
      ({ api }) => ({ kind: 'RolloutUndone', replicaSet: api.replicaSets[0]?.name ?? '' }),
      { kind: 'RolloutObserved' },
      ({ api }) => ({ kind: 'PodCreated', replicaSet: api.replicaSets[0]?.name ?? '' }),
    ),
  )
  const server = undone.play.world.servers.at(-1)?.name ?? ''
  return tell(
    undone,
    when({ kind: 'PodStarts', server, mount: 'current' }, { kind: 'PodReady', server }),
    until(
      theWorld('promotion is rolled out', ({ api }) => api.deployment.template.ordinal?.step === 2),
    ),
    when(theControllerRestarts),
    until(itRests),
    thenSee(itIsDone(B)),
  )
}

const oldServers = ({ servers }: World, step: number) =>
  servers.filter(({ ordinal, phase }) => (ordinal?.step ?? 0) <= step && phase === 'Ready')

const withTraffic = (story: Story, traffic: number): Story => ({
  ...story,
  setting: { ...story.setting, traffic },
})

/** A write that the last server of the old writer has sealed reaches etcd as late as it can. */
const lateWrite: Telling = (decider) => {
  const sealed = tell(
    given({ decide: decider, objects: 100 }),
    when(theWishIs(B)),
    until(theRecordSays('WritePromote')),
    until(
      theWorld(
        'one old server is left, and ends',
        (world) =>
          world.servers.some(({ ordinal }) => ordinal?.step === 2) &&
          oldServers(world, 1).length === 1 &&
          oldServers(world, 1).every(({ terminating }) => terminating),
      ),
    ),
    when((world) => ({
      kind: 'WriteSealed',
      server: oldServers(world, 1)[0]?.name ?? '',
      resource: 'secrets',
      object: 99,
    })),
  )
  const write = sealed.play.world.inFlight.at(-1)
  if (write === undefined) throw new Error('nothing is in flight')
  const held = tell(
    withTraffic(sealed, 0),
    // On its way, for as long as the story likes.
    when((world) => ({ ...world, inFlight: [] })),
    until(theWorld('it has ended', (world) => oldServers(world, 1).length === 0)),
  )
  const deadline = held.play.world.now + 10
  const started = tell(
    held,
    until(
      theWorld(
        'a migration has begun, or it can no longer land',
        ({ now, api }) =>
          now >= deadline || api.migrations.some(({ startedTime }) => startedTime !== null),
      ),
    ),
  )
  const lands = started.play.world.now < deadline
  return tell(
    withTraffic(started, 1),
    ...(lands
      ? [
          when((world) => ({ ...world, inFlight: [{ ...write, deadline }] }), {
            kind: 'WriteLands',
            write: 0,
          }),
        ]
      : []),
    until(itRests),
    thenSee(itIsDone(B)),
  )
}

/** Somebody scales up what ran before, while the old key waits for its grace; a client writes there. */
const oldServer: Telling = (decider) => {
  const newest = ({ servers }: World): string => servers.at(-1)?.name ?? ''
  return tell(
    given({ decide: decider, objects: 100 }),
    when(theWishIs(B)),
    until(itRetires),
    when(anOldReplicaSetIsScaledUp, ({ api }) => ({
      kind: 'PodCreated',
      replicaSet: api.replicaSets.at(-2)?.name ?? '',
    })),
    attempt(
      (world) => ({ kind: 'PodStarts', server: newest(world), mount: 'current' }),
      (world) => ({ kind: 'PodReady', server: newest(world) }),
      (world) => ({ kind: 'ClientWrites', server: newest(world), resource: 'secrets', object: 99 }),
    ),
    until(itRests),
    thenSee(itIsDone(B)),
  )
}

describe('a plain rotation fails', () => {
  it.each([
    ['promotes the new key at once', Naive.promotesAtOnce, /adds and promotes/],
    ['drops the old key with the promotion', Naive.dropsWithThePromotion, /still used/],
    ['takes a rollout for done at once', Naive.trustsTheRollout, /cannot read it/],
    ['forgets servers that are ending', Naive.ignoresTerminating, /cannot read it/],
    ['does not wait for migrations', Naive.doesNotWaitForMigrations, /called complete, yet/],
    ['says True before it is', Naive.claimsTooEarly, /the condition is True, yet/],
    ['forgets what users were told', Naive.forgetsToTell, /the condition vanished/],
    ['applies before it persists', Naive.appliesBeforeItPersists, /not recorded/],
    ['counts its looks', Naive.countsItsLooks(), /two decisions/],
    ['leaves old configurations within reach', Naive.neverWithdraws, /before it rests/],
  ] as const)('when keyroll %s', (_, decider, why) => {
    expect(() => plain(decider)).toThrow(why)
  })
})

describe.each([
  ['a server that caches do not show', unseenServer, Naive.trustsCaches, /cannot read it/],
  ['a write that lands late', lateWrite, Naive.doesNotSettle, /called complete, yet/],
  ['an old server that is started again', oldServer, Naive.believesAndLeaves, /still used/],
] as const)('%s', (_, story, naive, why) => {
  it('does no harm', () => {
    expect(story(decide).play.requests.failed).toBe(0)
  })

  it('does harm where the rule that is meant for it is left out', () => {
    expect(() => story(naive)).toThrow(why)
  })
})
