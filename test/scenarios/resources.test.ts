/** Several resources, several entries, other kinds of keys: each entry goes from its own writer to the wish. */
import { Plaintext, hypershift } from '@keyroll/core'
import { describe, it } from 'vitest'
import { A, B, Box, C, Cloud, Vault, entry } from './cast.js'
import {
  everythingIsUnder,
  itIsDone,
  itRefuses,
  mayBeDestroyed,
  noFailedRead,
  nothingIsLeftBehind,
  nothingIsLeftToDo,
  theConfigurationReads,
} from './checks.js'
import { theWishIs } from './happenings.js'
import { itHolds, itRests, theRecordSays } from './moments.js'
import { given, tell, thenSee, until, when } from './story.js'
import { atMostKmsKeys } from './written.js'

const five = [
  'secrets',
  'configmaps',
  'routes.route.openshift.io',
  'oauthaccesstokens.oauth.openshift.io',
  'oauthauthorizetokens.oauth.openshift.io',
]

describe('from aescbc for Secrets to a KMS for five resources, and back', () => {
  const onFive = tell(
    given({ resources: five, objects: 60 }),
    when(theWishIs(Vault, five)),
    until(itRests),
  )

  it('encrypts what was plaintext, moves what was sealed, and leaves nothing behind', () => {
    tell(
      onFive,
      thenSee(
        noFailedRead,
        everythingIsUnder(Vault),
        nothingIsLeftBehind,
        nothingIsLeftToDo,
        mayBeDestroyed(A),
      ),
    )
  })

  it('decrypts again what the next wish no longer names', () => {
    tell(
      onFive,
      when(theWishIs(B, ['secrets'])),
      until(theRecordSays('Migrating')),
      until(itRests),
      thenSee(
        noFailedRead,
        everythingIsUnder(B, ['secrets']),
        everythingIsUnder(Plaintext, five.slice(1)),
        nothingIsLeftBehind,
        nothingIsLeftToDo,
        mayBeDestroyed(Vault),
      ),
    )
  })
})

describe('entries with different providers', () => {
  const found = [
    entry('secrets', A, Plaintext),
    entry('configmaps', Box, Plaintext),
    entry('events', Plaintext),
  ]

  it('each go from their own writer to the wish, and an exclusion is left alone', () => {
    tell(
      given({ on: found, objects: 40 }),
      when(theWishIs(B, ['secrets', 'configmaps'])),
      until(theRecordSays('WritePromote')),
      thenSee(
        theConfigurationReads('secrets', A, B, Plaintext),
        theConfigurationReads('configmaps', Box, B, Plaintext),
        theConfigurationReads('events', Plaintext),
      ),
      until(itRests),
      thenSee(
        noFailedRead,
        everythingIsUnder(B, ['secrets', 'configmaps']),
        everythingIsUnder(Plaintext, ['events']),
        mayBeDestroyed(A),
        mayBeDestroyed(Box),
      ),
    )
  })

  it('one of which is on the wished key already are rotated together', () => {
    tell(
      given({ on: [entry('secrets', B, Plaintext), entry('configmaps', A, Plaintext)] }),
      when(theWishIs(B, ['secrets', 'configmaps'])),
      until(itRests),
      thenSee(itIsDone(B)),
    )
  })

  it('of which one holds an unfinished rotation finish that one first', () => {
    tell(
      given({ on: [entry('secrets', A, Plaintext), entry('configmaps', Box, C)] }),
      when(theWishIs(Vault, ['secrets', 'configmaps'])),
      until(itRests),
      thenSee(itIsDone(Vault)),
    )
  })

  it('get a KMS key under a name of its own each', () => {
    tell(
      given({ on: [entry('secrets', A, Plaintext), entry('configmaps', Cloud, Plaintext)] }),
      when(theWishIs(Vault, ['secrets', 'configmaps'])),
      until(itRests),
      thenSee(itIsDone(Vault), ({ play }) => {
        const names = play.world.api.configurations[0]?.loaded.entries.map(
          ({ keys: [key] }) => key !== undefined && 'name' in key && key.name,
        )
        if (new Set(names).size !== 2) throw new Error(`one name twice: ${String(names)}`)
      }),
    )
  })

  it('an exclusion that the wish names is encrypted', () => {
    tell(
      given({ on: found, objects: 40 }),
      when(theWishIs(B, ['secrets', 'configmaps', 'events'])),
      until(itRests),
      thenSee(itIsDone(B)),
    )
  })
})

describe('a wish that changes the resources while a rotation runs', () => {
  it('is refused until the rotation is over, then followed', () => {
    tell(
      given({ resources: ['secrets', 'configmaps'] }),
      when(theWishIs(B)),
      until(theRecordSays('WritePromote')),
      when(theWishIs(B, ['secrets', 'configmaps'])),
      until(itHolds('ServersNotConverged')),
      thenSee(itRefuses('TwoChangesAtOnce')),
      until(itRests),
      thenSee(itIsDone(B)),
    )
  })
})

describe('a platform with room for two KMS keys', () => {
  const policy = { ...hypershift, record: 'plain' as const }

  it('goes from one to another, as many times as wished', () => {
    tell(
      given({ on: [entry('secrets', Vault, Plaintext)], policy }),
      when(theWishIs(Cloud)),
      until(itRests),
      thenSee(itIsDone(Cloud)),
      when(theWishIs(Vault)),
      until(itRests),
      thenSee(itIsDone(Vault)),
    )
  })

  it('never has three of them in one configuration, whatever is wished meanwhile', () => {
    tell(
      given({ on: [entry('secrets', Vault, Plaintext)], policy }),
      when(theWishIs(Cloud)),
      until(theRecordSays('Migrating')),
      when(theWishIs(Vault)),
      until(itRests),
      thenSee(itIsDone(Vault), atMostKmsKeys(2)),
    )
  })
})
