import {
  type ConfigurationEntry,
  type Key,
  Plaintext,
  type Record,
  type RefusalCode,
  type Transition,
  type Wish,
  checkTransition,
  conservative,
  hypershift,
  sealingKey,
} from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { completed, key1, key2, key3, resources, rotating } from '../report/cluster.js'

const wish = (key: Key, change: Partial<Wish> = {}): Wish => ({
  key,
  resources,
  reencryptAt: null,
  backupKey: null,
  ...change,
})

const live = (...keys: readonly Key[]): readonly ConfigurationEntry[] => [{ resources, keys }]

const settledOn = (activeKey: Key, older: readonly Key[] = []): Record => ({
  ...completed,
  entries: [{ resources, activeKey, targetKey: null, older }],
})

const kms = (name: string, fingerprint = 'e5'.repeat(32)): Key =>
  sealingKey('kmsv2', name, fingerprint)
const sameName = sealingKey('aescbc', 'key1', 'f6'.repeat(32))
const sameBytes = sealingKey('aescbc', 'key9', 'a1'.repeat(32))
const enabling = (state: 'ReadOnlyDeploy' | 'WritePromote'): Record => ({
  ...rotating(state),
  entries: [{ resources, activeKey: Plaintext, targetKey: key1, older: [] }],
})

const steady: Partial<Transition> = {
  from: wish(key1),
  record: settledOn(key1),
  live: live(key1, Plaintext),
}
const uncommitted: Partial<Transition> = {
  from: wish(key2),
  record: rotating('ReadOnlyDeploy'),
  live: live(key1, key2, Plaintext),
}
const committed: Partial<Transition> = {
  from: wish(key2),
  record: rotating('WritePromote'),
  live: live(key1, key2, Plaintext),
}
const unrecorded: Partial<Transition> = {
  from: wish(key1),
  record: null,
  live: live(key1, Plaintext),
}
const clean: Partial<Transition> = { from: null, record: null, live: [] }

type Case = readonly [
  title: string,
  situation: Partial<Transition>,
  to: Wish | null,
  refused: RefusalCode | null,
]

const cases: readonly Case[] = [
  // The wish appears.
  ['a first key where nothing is encrypted', clean, wish(key1), null],
  ['a first key that names no version', clean, wish(kms('vault', '')), 'UnpinnedKey'],
  [
    'a first key that the policy does not take',
    clean,
    wish(sealingKey('kmsv1', 'v', 'ab12')),
    'UnsupportedProvider',
  ],
  [
    "a first key that HyperShift's record cannot hold",
    { ...clean, policy: hypershift },
    wish(key3),
    'NotInRecord',
  ],
  [
    'a first key where the record would be encrypted with it',
    { ...clean, selfHosted: true },
    wish(key1),
    'SelfHosted',
  ],
  ['a key beside a configuration that was found', { ...unrecorded, from: null }, wish(key2), null],
  [
    'the key that the found configuration writes with',
    { ...unrecorded, from: null },
    wish(key1),
    null,
  ],

  // Nothing runs.
  ['another key', steady, wish(key2), null],
  ['plaintext', steady, wish(Plaintext), null],
  [
    'fewer resources: the others are decrypted by a rotation',
    steady,
    wish(key1, { resources: ['secrets'] }),
    null,
  ],
  ['more resources', steady, wish(key1, { resources: [...resources, 'jobs.batch'] }), null],
  [
    'another key and more resources, as one plan',
    steady,
    wish(key2, { resources: [...resources, 'jobs.batch'] }),
    null,
  ],
  ['to rewrite everything', steady, wish(key1, { reencryptAt: 9 }), null],
  ['other bytes under the same name', steady, wish(sameName), 'InPlaceKeyChange'],
  ['the same bytes under another name', steady, wish(sameBytes), 'DuplicateFingerprint'],
  [
    'a name that begins like that of the live key',
    steady,
    wish(sealingKey('aescbc', 'key1:b', 'ab12')),
    'NameCollision',
  ],
  [
    'the key in use, however it got there',
    { ...steady, from: wish(key2), policy: { ...conservative, providers: ['kmsv2'] } },
    wish(key1),
    null,
  ],
  [
    'the key in use for more resources, where the policy takes it no longer',
    { ...steady, policy: { ...conservative, providers: ['kmsv2'] } },
    wish(key1, { resources: [...resources, 'jobs.batch'] }),
    'UnsupportedProvider',
  ],
  ['nothing, while data is encrypted', steady, null, 'RemovalWithoutDecrypt'],
  [
    'nothing, while an older key may hold data',
    { ...steady, record: settledOn(Plaintext, [key1]) },
    null,
    'RemovalWithoutDecrypt',
  ],
  [
    'nothing, when everything is decrypted',
    { ...steady, from: wish(Plaintext), record: settledOn(Plaintext), live: live(Plaintext, key1) },
    null,
    null,
  ],

  // Before the commit.
  ['another key instead of a target that nothing was written with', uncommitted, wish(key3), null],
  ['the active key again: cancels', uncommitted, wish(key1), null],
  ['plaintext instead', uncommitted, wish(Plaintext), null],
  [
    'other bytes under the name of the target, which is live',
    uncommitted,
    wish(sealingKey('aescbc', 'key2', 'ab12')),
    'InPlaceKeyChange',
  ],
  [
    'more resources meanwhile',
    uncommitted,
    wish(key2, { resources: [...resources, 'jobs.batch'] }),
    'TwoChangesAtOnce',
  ],
  ['nothing, while the active key holds data', uncommitted, null, 'RemovalWithoutDecrypt'],
  [
    'nothing, before anything was encrypted',
    {
      ...uncommitted,
      from: wish(key1),
      record: enabling('ReadOnlyDeploy'),
      live: live(Plaintext, key1),
    },
    null,
    null,
  ],

  // Past the commit.
  ['a third key', committed, wish(key3), 'TwoChangesAtOnce'],
  ['plaintext, past the commit', committed, wish(Plaintext), 'TwoChangesAtOnce'],
  ['the former key again: reverses', committed, wish(key1), null],
  [
    'the target again, after another wish had queued',
    { ...committed, from: wish(key3) },
    wish(key2),
    null,
  ],
  [
    'fewer resources, past the commit',
    committed,
    wish(key2, { resources: ['secrets'] }),
    'TwoChangesAtOnce',
  ],
  ['to rewrite everything, past the commit', committed, wish(key2, { reencryptAt: 9 }), null],
  ['nothing, past the commit', committed, null, 'RemovalWithoutDecrypt'],
  [
    'nothing, once encryption was committed',
    { ...committed, record: enabling('WritePromote'), live: live(Plaintext, key1) },
    null,
    'RemovalWithoutDecrypt',
  ],

  // Nothing is recorded yet.
  ['nothing, while the live configuration encrypts', unrecorded, null, 'RemovalWithoutDecrypt'],
  ['nothing, where none is live', { ...unrecorded, live: [] }, null, null],
  ['other bytes under the name of the live key', unrecorded, wish(sameName), 'InPlaceKeyChange'],
  [
    'no backup key any more, before it is recorded',
    { ...unrecorded, from: wish(key1, { backupKey: key2 }) },
    wish(key1),
    'RemovalWithoutDecrypt',
  ],
  [
    'another backup key, before it is recorded',
    { ...unrecorded, from: wish(key1, { backupKey: key2 }) },
    wish(key1, { backupKey: key3 }),
    'RemovalWithoutDecrypt',
  ],
  [
    'the backup key as the key',
    { ...unrecorded, from: wish(key1, { backupKey: key2 }) },
    wish(key2),
    null,
  ],
  [
    'no backup key any more, once there is a record',
    { ...steady, from: wish(key1, { backupKey: key2 }) },
    wish(key1),
    null,
  ],

  // A KMS key has another name in each entry.
  [
    'a KMS key that each entry names its own way',
    {
      ...steady,
      from: wish(key2),
      record: {
        ...completed,
        entries: [
          { resources: ['secrets'], activeKey: kms('vault'), targetKey: null, older: [] },
          { resources: ['configmaps'], activeKey: kms('vault-2'), targetKey: null, older: [] },
        ],
      },
      live: [
        { resources: ['secrets'], keys: [kms('vault')] },
        { resources: ['configmaps'], keys: [kms('vault-2')] },
      ],
    },
    wish(kms('vault')),
    null,
  ],
]

const transition = (situation: Partial<Transition>, to: Wish | null): Transition => ({
  from: null,
  record: null,
  live: [],
  policy: conservative,
  selfHosted: false,
  ...situation,
  to,
})

describe('a change of the wish to', () => {
  for (const [title, situation, to, refused] of cases)
    it(`${title} is ${refused === null ? 'let through' : `refused: ${refused}`}`, () => {
      const answer = checkTransition(transition(situation, to))
      if (refused === null) expect(answer).toEqual(E.right(to))
      else expect(answer).toMatchObject({ _tag: 'Left', left: { code: refused } })
    })

  it('what it is already is let through in every situation, whatever is wrong with it', () => {
    for (const [, situation] of cases) {
      const same = wish(kms('vault', ''), { reencryptAt: 7 })
      expect(
        checkTransition({
          ...transition(situation, { ...same, reencryptAt: 9 }),
          from: same,
          selfHosted: true,
        }),
      ).toEqual(E.right({ ...same, reencryptAt: 9 }))
    }
  })
})

describe('a refused change', () => {
  it('says what to do instead', () => {
    const messages = cases.flatMap(([, situation, to]) => {
      const answer = checkTransition(transition(situation, to))
      return E.isLeft(answer) ? [answer.left.message] : []
    })
    expect(new Set(messages).size).toBeGreaterThan(10)
    expect(messages.filter((message) => !/: (.*)$|, so .* wish for/.test(message))).toEqual([])
  })
})
