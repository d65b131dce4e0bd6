/** Runs that random search once found to fail, each with what had gone wrong. */
import { Plaintext } from '@keyroll/core'
import { describe, expect, it } from 'vitest'
import { type Run, runToItsEnd, tellingOf } from '../properties/rotation-run.js'
import { falselyTrue, missingFromGoal } from '../properties/rotation-goal.js'
import { A, B, entry } from './cast.js'
import {
  everythingIsUnder,
  noFailedRead,
  nothingIsLeftBehind,
  nothingIsLeftToDo,
} from './checks.js'
import { theConfigurationIsLost, theRecordIsLost, theWishIs } from './happenings.js'
import { itDecides, itRests } from './moments.js'
import { given, tell, thenSee, until, when } from './story.js'

const quietly = {
  policy: 'conservative',
  crashes: false,
  rival: 0,
  partial: 0,
  troubles: [],
  delivery: 'immutable',
  migrator: 'migration.k8s.io',
} as const

const found: readonly (readonly [string, Run])[] = [
  [
    'a decrypted cluster lost its configuration: nothing was left to rewrite, and that was waited for',
    {
      ...quietly,
      start: 'plaintext, and a key that can be read',
      seed: 609619024,
      wishes: ['none'],
      budget: { wishes: 3, faults: 4, views: 1, sabotage: 0 },
      every: 60,
      servers: 3,
    },
  ],
  [
    'an older configuration stood again and was withdrawn: that healed the evidence it had broken',
    {
      ...quietly,
      start: 'an older reader',
      seed: 144944794,
      wishes: ['C'],
      budget: { wishes: 0, faults: 4, views: 0, sabotage: 3 },
      every: 60,
      servers: 1,
    },
  ],
  [
    'etcd was restored and then written to: its revision grew past the finish, and all seemed well',
    {
      ...quietly,
      start: 'an older reader',
      seed: 420676646,
      wishes: ['C'],
      budget: { wishes: 2, faults: 1, views: 0, sabotage: 1 },
      every: 60,
      servers: 3,
    },
  ],
  [
    'etcd was restored, and a wish that came back made the condition True meanwhile',
    {
      ...quietly,
      start: 'a KMS key for two resources',
      seed: 80683341,
      wishes: ['A', 'A', 'none'],
      budget: { wishes: 3, faults: 2, views: 1, sabotage: 3 },
      every: 60,
      servers: 2,
      crashes: true,
      migrator: 'storagemigration.k8s.io',
    },
  ],
  [
    'the record was lost just after the drop that ended a decryption',
    {
      ...quietly,
      start: 'one key',
      seed: 74388862,
      wishes: ['Plaintext'],
      budget: { wishes: 1, faults: 1, views: 2, sabotage: 0 },
      every: 60,
      servers: 3,
    },
  ],
]

describe.each(found)('%s', (_, run) => {
  it('ends well, or in a hold that says why', () => {
    const ending = runToItsEnd(run)
    expect(falselyTrue(ending.story), tellingOf(ending)).toEqual([])
    if (ending.held === null && run.budget.sabotage === 0)
      expect(missingFromGoal(ending.story), tellingOf(ending)).toEqual([])
  })
})

it('a decrypted cluster that loses its configuration, and with it a server, gets both back', () => {
  tell(
    given({ on: [entry('secrets', Plaintext, A)] }),
    until(itRests),
    when(theConfigurationIsLost, ({ servers }) => ({
      kind: 'PodEvicted',
      server: servers[0]?.name ?? '',
    })),
    until(itRests),
    thenSee(noFailedRead, nothingIsLeftBehind, nothingIsLeftToDo),
  )
})

it('a decryption whose record is lost at the very end leaves no configuration with the old key', () => {
  tell(
    given(),
    when(theWishIs(B)),
    until(itRests),
    when(theWishIs(Plaintext)),
    until(itDecides('drop')),
    until(itDecides('stamp')),
    when(theRecordIsLost),
    until(itRests),
    thenSee(noFailedRead, everythingIsUnder(Plaintext), ({ play }) =>
      expect(play.world.api.configurations).toHaveLength(1),
    ),
  )
})
