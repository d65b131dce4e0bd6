import {
  type Key,
  Plaintext,
  type RefusalCode,
  type Wish,
  type WishCheckView,
  checkWish,
  conservative,
  decide,
  hypershift,
  sealingKey,
} from '@keyroll/core'
import { describe, expect, it } from 'vitest'
import {
  A,
  B,
  type Change,
  K1,
  at,
  entry,
  live,
  neverEncrypted,
  rolled,
  rotating,
  seeing,
  wishing,
  wishingNothing,
  with_,
} from '../rotation/observation-builder.js'

const view: WishCheckView = {
  policy: conservative,
  selfHosted: false,
  keys: [A],
  changesResourcesMeanwhile: false,
  isActive: false,
}

const wish = (key: Key): Wish => ({
  key,
  resources: ['secrets'],
  reencryptAt: null,
  backupKey: null,
})

const colon = sealingKey('aescbc', 'a:b', 'of-colon')

interface Case {
  readonly code: RefusalCode
  readonly why: string
  readonly key: Key
  readonly view?: Partial<WishCheckView>
}

const refused: readonly Case[] = [
  {
    code: 'SelfHosted',
    why: 'record or configuration would be encrypted by the cluster itself',
    key: B,
    view: { selfHosted: true },
  },
  {
    code: 'TwoChangesAtOnce',
    why: 'the resources change while a rotation runs',
    key: B,
    view: { changesResourcesMeanwhile: true },
  },
  { code: 'UnpinnedKey', why: 'it names no exact key', key: { ...B, fingerprint: '' } },
  {
    code: 'UnsupportedProvider',
    why: 'the servers do not take KMS v1 for new keys',
    key: sealingKey('kmsv1', 'old', 'of-old'),
  },
  {
    code: 'NotInRecord',
    why: "HyperShift's record cannot hold its kind",
    key: sealingKey('secretbox', 's', 'of-s'),
    view: { policy: hypershift },
  },
  {
    code: 'NotInRecord',
    why: "HyperShift's record cannot hold plaintext",
    key: Plaintext,
    view: { policy: hypershift },
  },
  {
    code: 'InPlaceKeyChange',
    why: 'another key has its name',
    key: sealingKey('aescbc', 'a', 'other'),
  },
  {
    code: 'InPlaceKeyChange',
    why: 'another KMS key has its name',
    key: sealingKey('kmsv2', 'k1', 'other'),
    view: { keys: [K1] },
  },
  {
    code: 'DuplicateFingerprint',
    why: 'the same bytes are there under another name',
    key: sealingKey('aescbc', 'c', 'of-a'),
  },
  {
    code: 'DuplicateFingerprint',
    why: 'the same bytes are there under another provider',
    key: sealingKey('secretbox', 'c', 'of-a'),
  },
  { code: 'NameCollision', why: 'its values begin like those of a key that is there', key: colon },
  {
    code: 'NameCollision',
    why: 'values of a key that is there begin like its own',
    key: A,
    view: { keys: [colon] },
  },
]

describe('a wish is refused when', () => {
  it.each(refused.map((each) => [`${each.code}: ${each.why}`, each] as const))('%s', (_, each) => {
    const answer = checkWish(wish(each.key), { ...view, ...each.view })
    expect(answer?.code).toBe(each.code)
    expect(answer?.message.length).toBeGreaterThan(20)
  })
})

describe('a wish is followed when', () => {
  it.each<readonly [string, Key, Partial<WishCheckView>]>([
    ['it is a new key of a kind that the servers take', B, {}],
    ['it is plaintext, to decrypt', Plaintext, {}],
    [
      'it is a KMS key whose name the entry changes',
      { ...K1, name: 'k1' },
      { keys: [sealingKey('kmsv2', 'k1-2', K1.fingerprint)] },
    ],
    [
      'the same name stands for a key of another provider',
      sealingKey('secretbox', 'a', 'of-s'),
      {},
    ],
    ['its name only begins like another one', sealingKey('aescbc', 'ab', 'of-ab'), {}],
    ['it is active, of whatever kind', sealingKey('kmsv1', 'old', ''), { isActive: true }],
    [
      'it is plaintext and active, also where the record has no word for it',
      Plaintext,
      { isActive: true, policy: hypershift },
    ],
  ])('%s', (_, key, some) => {
    expect(checkWish(wish(key), { ...view, ...some })).toBeNull()
  })
})

/** What makes the wish of each code, in a cluster that stands somewhere. */
const asked: readonly (readonly [RefusalCode, readonly Change[]])[] = [
  ['SelfHosted', [wishing(B), with_({ selfHosted: true })]],
  ['UnpinnedKey', [wishing({ ...B, fingerprint: '' })]],
  ['UnsupportedProvider', [wishing(sealingKey('kmsv1', 'old', 'of-old'))]],
  ['InPlaceKeyChange', [wishing(sealingKey('aescbc', 'a', 'other'))]],
  ['DuplicateFingerprint', [wishing(sealingKey('aescbc', 'c', 'of-a'))]],
  ['NameCollision', [wishing(colon)]],
]

describe.each(asked)('a wish that is refused for %s', (code, changes) => {
  it('starts nothing, and is no reason to stop being steady', () => {
    const decision = decide(conservative)(seeing(...changes))
    expect([decision.row, decision.refusal?.code]).toEqual(['otherwise', code])
  })

  it('replaces nothing: the rotation that runs goes on', () => {
    const decision = decide(conservative)(
      seeing(rotating(A, K1, 'ReadOnlyDeploy'), live(at(1), A, K1), rolled(at(1)), ...changes),
    )
    expect([decision.row, decision.refusal?.code]).toEqual(['commit', code])
  })

  it('does not begin where nothing is encrypted', () => {
    const decision = decide(conservative)(seeing(neverEncrypted, ...changes))
    if (decision.refusal !== null) expect(decision.effect).toBeNull()
    // A name is taken only where something has it.
    expect(decision.refusal?.code ?? decision.row).toBe(
      ['InPlaceKeyChange', 'DuplicateFingerprint', 'NameCollision'].includes(code) ? 'start' : code,
    )
  })
})

describe('a wish that changes the resources', () => {
  const both = { resources: ['secrets', 'configmaps'] }

  it('is refused while a rotation runs, which goes on', () => {
    const decision = decide(conservative)(
      seeing(rotating(A, B, 'ReadOnlyDeploy'), live(at(1), A, B), rolled(at(1)), wishing(B, both)),
    )
    expect([decision.row, decision.refusal?.code]).toEqual(['commit', 'TwoChangesAtOnce'])
  })

  it('is followed when none runs', () => {
    const { effect } = decide(conservative)(seeing(wishing(A, both)))
    expect(effect?.kind === 'WriteRecord' ? effect.record.entries : []).toEqual([
      entry(A, A),
      entry(Plaintext, A, [], ['configmaps']),
    ])
  })
})

describe('HyperShift', () => {
  it('refuses to decrypt, since its record has no word for it', () => {
    const decision = decide(hypershift)(seeing(wishing(Plaintext)))
    expect([decision.row, decision.refusal?.code]).toEqual(['otherwise', 'NotInRecord'])
  })
})

describe('a wish that is removed', () => {
  it('is refused while data is encrypted', () => {
    expect(decide(conservative)(seeing(wishingNothing)).refusal?.code).toBe('RemovalWithoutDecrypt')
  })

  it('is no removal while a rotation runs', () => {
    const decision = decide(conservative)(
      seeing(rotating(A, B, 'WritePromote'), live(at(1), A, B), rolled(at(1)), wishingNothing),
    )
    expect([decision.row, decision.refusal]).toEqual(['promote', null])
  })
})
