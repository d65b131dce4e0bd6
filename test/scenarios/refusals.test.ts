/** Wishes that are not followed: each refusal has a code, says what to do instead, and stops nothing. */
import { Plaintext, type RefusalCode, conservative, hypershift } from '@keyroll/core'
import { describe, it } from 'vitest'
import { A, B, Box, Vault, anotherA, entry, twinOfA, unpinned } from './cast.js'
import {
  explained,
  itIsDone,
  itRefuses,
  noFailedRead,
  nothingIsRefused,
  theConfigurationReads,
  theRecordHolds,
  usersAreTold,
} from './checks.js'
import { theWishIs, theWorldBecomes } from './happenings.js'
import { itHolds, itRests, theRecordSays } from './moments.js'
import { given, tell, thenSee, until, when } from './story.js'
import { itNeverDid } from './written.js'

const refusals: readonly (readonly [
  string,
  Parameters<typeof theWishIs>[0],
  RefusalCode,
  RegExp,
])[] = [
  ['other bytes under the same name', anotherA, 'InPlaceKeyChange', /a name of its own/],
  ['the same bytes under another name', twinOfA, 'DuplicateFingerprint', /make a new key/],
  ['a KMS key of which it is not said which one', unpinned, 'UnpinnedKey', /not an alias/],
]

describe.each(refusals)('a wish for %s', (_, key, code, remedy) => {
  it('is refused, and the last good configuration stays', () => {
    tell(
      given(),
      when(theWishIs(A)),
      until(itRests),
      when(theWishIs(key)),
      until(itRests),
      thenSee(
        noFailedRead,
        itRefuses(code),
        explained(remedy),
        itNeverDid('WriteConfiguration'),
        theRecordHolds(A),
      ),
      when(theWishIs(B)),
      until(itRests),
      thenSee(itIsDone(B), nothingIsRefused),
    )
  })

  it('does not replace a rotation that has begun', () => {
    tell(
      given(),
      when(theWishIs(B)),
      until(theRecordSays('ReadOnlyDeploy')),
      when(theWishIs(key)),
      until(itHolds('ServersNotConverged')),
      thenSee(itRefuses(code)),
      until(theRecordSays('Completed')),
      thenSee(
        noFailedRead,
        theRecordHolds(B),
        itRefuses(code),
        usersAreTold('False ReadOnlyRolloutInProgress'),
      ),
    )
  })
})

describe('a wish for a key that the platform cannot hold', () => {
  it('is refused where the servers do not take its provider', () => {
    tell(
      given({ policy: { ...conservative, providers: ['aescbc', 'kmsv2'] } }),
      when(theWishIs(Box)),
      until(itRests),
      thenSee(itRefuses('UnsupportedProvider'), explained(/use one of aescbc, kmsv2/)),
    )
  })

  it("is refused where HyperShift's record cannot hold it", () => {
    tell(
      given({ policy: hypershift, on: [entry('secrets', Vault, Plaintext)] }),
      when(theWishIs(Box)),
      until(itRests),
      thenSee(itRefuses('NotInRecord'), theConfigurationReads('secrets', Vault, Plaintext)),
    )
  })

  it('is refused where record or configuration are encrypted resources of the same cluster', () => {
    tell(
      given(),
      when(
        theWorldBecomes((world) => ({ ...world, api: { ...world.api, selfHosted: true } })),
        theWishIs(B),
      ),
      until(itRests),
      thenSee(itRefuses('SelfHosted'), itNeverDid('WriteConfiguration')),
    )
  })
})
