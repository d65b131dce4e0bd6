/** Kubelets that mount what was, migrators at lagging servers, caches that stand still. */
import { conservative, hypershift } from '@keyroll/core'
import { type ViewKind } from '@keyroll/adapters-fake'
import { describe, it } from 'vitest'
import { A, B } from './cast.js'
import {
  everythingIsUnder,
  isStillNeeded,
  itHoldsFor,
  itIsDone,
  noFailedRead,
  somethingIsUnder,
  theRecordHolds,
} from './checks.js'
import { runningMigration, theControllerRestarts, theWishIs } from './happenings.js'
import { itHolds, itRests, theRecordSays, theWorld } from './moments.js'
import { given, letPass, tell, thenSee, until, when } from './story.js'
import { itDecidedBy, itDid, itNeverDid } from './written.js'

describe('one fixed object for the configuration', () => {
  const lagging = (sees: boolean, policy = conservative) =>
    tell(
      given({ delivery: 'fixed', sees: { loadedHash: sees }, policy, sabotage: true, objects: 60 }),
      when(theWishIs(B)),
      until(theRecordSays('Migrating')),
    )

  it('is enough where servers report what they have loaded', () => {
    tell(given({ delivery: 'fixed' }), when(theWishIs(B)), until(itRests), thenSee(itIsDone(B)))
  })

  it('holds where they do not report it, unless the policy trusts stamps, and then says so', () => {
    tell(
      given({ delivery: 'fixed', sees: { loadedHash: false } }),
      when(theWishIs(B)),
      until(itHolds('LoadedUnknown')),
      letPass(900),
      until(itHolds('LoadedUnknown')),
      thenSee(itHoldsFor('LoadedUnknown', /does not report/), itNeverDid('CreateMigration')),
    )
    tell(
      given({ delivery: 'fixed', sees: { loadedHash: false }, policy: hypershift }),
      when(theWishIs(B)),
      until(itRests),
      thenSee(itIsDone(B)),
    )
  })

  it('is written under a new ordinal when a server has mounted the one before, and all is rewritten anew', () => {
    const restarted = tell(
      lagging(true),
      until(itHolds('AwaitingMigrations')),
      when(({ servers }) => ({ kind: 'PodCrashes', server: servers[0]?.name ?? '' })),
    )
    const server = restarted.play.world.servers[0]?.name ?? ''
    tell(
      restarted,
      when({ kind: 'PodStarts', server, mount: 'stale' }),
      until(
        theWorld('it is ready', ({ servers }) =>
          servers.some(({ name, phase }) => name === server && phase === 'Ready'),
        ),
      ),
      when({ kind: 'MigratorAttaches', server }),
      until(itRests),
      thenSee(
        noFailedRead,
        itDecidedBy('republish'),
        itDid('CreateMigration', 2),
        everythingIsUnder(B),
        theRecordHolds(B),
      ),
    )
  })
})

describe('a migrator that works through a lagging server', () => {
  it('cannot end a rotation: what succeeded there is no evidence', () => {
    const lagging = tell(
      given({ delivery: 'fixed', sabotage: true, objects: 60, touchable: [] }),
      when(theWishIs(B)),
      until(theRecordSays('Migrating')),
      until(itHolds('AwaitingMigrations')),
      when(({ servers }) => ({ kind: 'PodCrashes', server: servers[0]?.name ?? '' })),
    )
    const server = lagging.play.world.servers[0]?.name ?? ''
    tell(
      lagging,
      when({ kind: 'PodStarts', server, mount: 'stale' }),
      when(
        (world) => ({
          ...world,
          servers: world.servers.map((each) =>
            each.name === server ? { ...each, phase: 'Ready' as const } : each,
          ),
        }),
        { kind: 'MigratorAttaches', server },
        (world) => ({ kind: 'MigrationStarts', migration: runningMigration(world) }),
        (world) => ({
          kind: 'MigrationSteps',
          migration: runningMigration(world),
          objects: 60,
        }),
        (world) => ({ kind: 'MigrationSucceeds', migration: runningMigration(world) }),
      ),
      thenSee(somethingIsUnder(A)),
      until(theRecordSays('Completed')),
      thenSee(itDecidedBy('republish'), everythingIsUnder(B), isStillNeeded(A)),
    )
  })
})

describe('views that stand still', () => {
  const kinds: readonly ViewKind[] = [
    'record',
    'copies',
    'configurations',
    'template',
    'migrations',
    'servers',
    'wish',
    'discovery',
  ]

  it.each(kinds)(
    'a cache of %s that never moves again does no harm; after a restart all ends well',
    (kind) => {
      for (const stage of [
        theRecordSays('ReadOnlyDeploy'),
        theRecordSays('WritePromote'),
        theRecordSays('Migrating'),
      ])
        tell(
          given({ traffic: 1 }),
          when(theWishIs(B)),
          until(stage),
          when({ kind: 'ViewFreezes', kinds: [kind] }),
          letPass(60),
          when(theControllerRestarts),
          until(itRests),
          thenSee(itIsDone(B)),
        )
    },
  )
})
