import {
  type ConfigurationEntry,
  type Key,
  Plaintext,
  type RecordEntry,
  conservative,
  known,
  sealingKey,
} from '@keyroll/core'
import { describe, expect, it } from 'vitest'
import {
  A,
  B,
  C,
  type Change,
  K1,
  Z,
  afterCopies,
  at,
  before,
  completed,
  entry,
  epochs,
  liveFile,
  migration,
  migrations,
  noCopies,
  nothingRecorded,
  now,
  recorded,
  resource,
  resources,
  rolled,
  running,
  seeing,
  wishing,
} from './observation-builder.js'

const listed = (resourceName: string, ...keys: readonly Key[]): ConfigurationEntry => ({
  resources: [resourceName],
  keys,
})

const effectOf = (...changes: readonly Change[]) =>
  afterCopies(conservative, seeing(...changes)).decision.effect

const recordedBy = (...changes: readonly Change[]): readonly RecordEntry[] => {
  const effect = effectOf(...changes)
  return effect?.kind === 'WriteRecord' ? effect.record.entries : []
}

const writtenBy = (...changes: readonly Change[]): readonly ConfigurationEntry[] => {
  const effect = effectOf(...changes)
  return effect?.kind === 'WriteConfiguration' ? effect.entries : []
}

const both = { resources: ['secrets', 'configmaps'] }

/** Secrets under A, configmaps under Z, pods left alone on purpose. */
const file = [
  listed('secrets', A, Plaintext),
  listed('configmaps', Z, A),
  listed('pods', Plaintext),
]

const steady = [
  recorded({
    entries: [entry(A), entry(Z, null, [], ['configmaps'])],
    history: epochs(completed(A)),
  }),
  liveFile(before(3), ...file),
  rolled(before(3)),
  wishing(B, both),
]

const running_ = (
  state: 'ReadOnlyDeploy' | 'WritePromote' | 'Migrating',
  ...entries: RecordEntry[]
) =>
  recorded({
    entries,
    history: epochs({ from: A, to: B, state, epoch: running }, completed(A)),
  })

const toB = [entry(A, B), entry(Z, B, [A], ['configmaps'])]

describe('entries with different writers', () => {
  it('all move to the wished key, each from its own, with its own older readers', () => {
    expect(recordedBy(...steady)).toEqual(toB)
  })

  it('get the target as a reader, and an entry that was excluded is not touched', () => {
    const published = writtenBy(
      running_('ReadOnlyDeploy', ...toB),
      liveFile(before(3), ...file),
      rolled(before(3)),
      wishing(B, both),
    )
    expect(published).toEqual([
      listed('secrets', A, B, Plaintext),
      listed('configmaps', Z, B, A),
      listed('pods', Plaintext),
    ])
  })

  it('are promoted in one write, also when one of them is already', () => {
    const published = writtenBy(
      running_('WritePromote', ...toB),
      liveFile(
        at(1),
        listed('secrets', B, A, Plaintext),
        listed('configmaps', Z, B, A),
        listed('pods', Plaintext),
      ),
      rolled(at(1)),
      wishing(B, both),
    )
    expect(published).toEqual([
      listed('secrets', B, A, Plaintext),
      listed('configmaps', B, Z, A),
      listed('pods', Plaintext),
    ])
  })

  it('are finished together, when every resource has evidence', () => {
    const migrating = [
      running_('Migrating', ...toB),
      liveFile(
        at(2),
        listed('secrets', B, A, Plaintext),
        listed('configmaps', B, Z, A),
        listed('pods', Plaintext),
      ),
      rolled(at(2)),
      wishing(B, both),
      resources(resource('secrets'), resource('configmaps')),
    ]
    expect(effectOf(...migrating, migrations(migration()))).toMatchObject({
      kind: 'CreateMigration',
      resource: 'configmaps',
    })
    expect(
      recordedBy(...migrating, migrations(migration(), migration({ resource: 'configmaps' }))),
    ).toEqual([entry(B), entry(B, null, [], ['configmaps'])])
  })

  it('are adopted as they stand, exclusions apart', () => {
    expect(
      recordedBy(
        nothingRecorded,
        noCopies,
        liveFile(null, listed('secrets', A, Plaintext), listed('pods', Plaintext)),
        rolled(null),
        wishing(A),
      ),
    ).toEqual([entry(A)])
  })

  it('count as one that differs when only one of them does', () => {
    const decision = afterCopies(
      conservative,
      seeing(
        recorded({ entries: [entry(A), entry(Z, null, [], ['configmaps'])] }),
        liveFile(before(3), listed('secrets', A), listed('configmaps', Z)),
        wishing(A, both),
      ),
    ).decision
    expect(decision.row).toBe('start')
  })
})

describe('a KMS key in several entries', () => {
  it('has a provider name of its own in each, since names are unique in a file', () => {
    const targets = recordedBy(...steady, wishing(K1, both)).map(({ targetKey }) => targetKey)
    expect(targets).toEqual([K1, sealingKey('kmsv2', 'k1-2', K1.fingerprint)])
  })

  it('takes no name that another KMS key of the file has', () => {
    const other = sealingKey('kmsv2', 'k1-2', 'of-other')
    const targets = recordedBy(
      recorded({
        entries: [entry(A), entry(other, null, [], ['configmaps'])],
        history: epochs(completed(A)),
      }),
      liveFile(before(3), listed('secrets', A), listed('configmaps', other)),
      wishing(K1, both),
    ).map(({ targetKey }) => targetKey)
    expect(targets).toEqual([K1, sealingKey('kmsv2', 'k1-3', K1.fingerprint)])
  })

  it('is the same key under each name: nothing is to be done when it is active everywhere', () => {
    const second = sealingKey('kmsv2', 'k1-2', K1.fingerprint)
    const { decision } = afterCopies(
      conservative,
      seeing(
        recorded({ entries: [entry(K1), entry(second, null, [], ['configmaps'])] }),
        liveFile(before(3), listed('secrets', K1), listed('configmaps', second)),
        wishing(K1, both),
      ),
    )
    expect([decision.row, decision.refusal]).toEqual(['otherwise', null])
  })

  it('keeps its name in an entry that has it as a reader', () => {
    const second = sealingKey('kmsv2', 'k1-2', K1.fingerprint)
    expect(
      recordedBy(
        recorded({ entries: [entry(A)], history: epochs(completed(A)) }),
        liveFile(before(3), listed('secrets', A, second)),
        wishing(K1),
      ),
    ).toEqual([entry(A, second, [second])])
  })
})

describe('keys of different kinds', () => {
  it.each([
    ['aescbc to kms', A, K1],
    ['kms to secretbox', K1, C],
    ['secretbox to plaintext', C, Plaintext],
    ['plaintext to aescbc', Plaintext, A],
  ])('rotate the same way: %s', (_, from, to) => {
    const start = [
      recorded({ entries: [entry(from)], history: epochs(completed(from)) }),
      liveFile(before(3), listed('secrets', from)),
      rolled(before(3)),
      wishing(to),
    ]
    expect(recordedBy(...start)).toEqual([entry(from, to)])
    const record = recorded({
      entries: [entry(from, to)],
      history: epochs({ from, to, state: 'ReadOnlyDeploy', epoch: running }, completed(from)),
    })
    expect(writtenBy(...start, record)).toEqual([listed('secrets', from, to)])
  })
})

describe('a resource that joins', () => {
  const before_ = [
    recorded({ entries: [entry(A)] }),
    liveFile(before(3), listed('secrets', A, Plaintext), listed('pods', Plaintext)),
  ]

  it('comes from plaintext, in an entry of its own behind the others', () => {
    const wish = wishing(A, both)
    expect(recordedBy(...before_, wish)).toEqual([
      entry(A, A),
      entry(Plaintext, A, [], ['configmaps']),
    ])
    const published = writtenBy(
      ...before_,
      wish,
      recorded({
        entries: [entry(A, A), entry(Plaintext, A, [], ['configmaps'])],
        history: epochs({ from: A, to: A, state: 'ReadOnlyDeploy', epoch: running }, completed(A)),
      }),
    )
    expect(published).toEqual([
      listed('secrets', A, Plaintext),
      listed('pods', Plaintext),
      listed('configmaps', Plaintext, A),
    ])
  })

  it('comes from its exclusion, where it had one', () => {
    expect(recordedBy(...before_, wishing(A, { resources: ['secrets', 'pods'] }))).toEqual([
      entry(A, A),
      entry(Plaintext, A, [], ['pods']),
    ])
  })

  it('stands before a wildcard that covers it, where kube-apiserver would refuse it behind', () => {
    const published = writtenBy(
      recorded({
        entries: [entry(A, A), entry(Plaintext, A, [], ['configmaps'])],
        history: epochs({ from: A, to: A, state: 'ReadOnlyDeploy', epoch: running }, completed(A)),
      }),
      liveFile(before(3), listed('secrets', A, Plaintext), listed('*.', Plaintext)),
      wishing(A, both),
    )
    expect(published.map(({ resources: [first] }) => first)).toEqual([
      'secrets',
      'configmaps',
      '*.',
    ])
  })
})

describe('a resource under a wildcard that is rotated', () => {
  const wildcard = [
    recorded({ entries: [entry(A, null, [], ['*.'])], history: epochs(completed(A)) }),
    liveFile(before(3), listed('*.', A, Plaintext)),
  ]

  it('never gets an entry of its own, which could not read what is stored: the wildcard is rotated', () => {
    expect(recordedBy(...wildcard, wishing(B))).toEqual([entry(A, B, [], ['*.'])])
  })

  it('asks for nothing where the wildcard has the wished key', () => {
    const { decision } = afterCopies(conservative, seeing(...wildcard, wishing(A)))
    expect(decision.row).toBe('otherwise')
  })

  it('takes an entry along that a wished wildcard covers, and no exclusion', () => {
    expect(
      recordedBy(
        recorded({ entries: [entry(A)], history: epochs(completed(A)) }),
        liveFile(before(3), listed('secrets', A), listed('pods', Plaintext)),
        wishing(B, { resources: ['*.'] }),
      ),
    ).toEqual([entry(A, B), entry(Plaintext, B, [], ['*.'])])
  })
})

describe('a resource that leaves', () => {
  it('goes to plaintext in its whole entry, and stays listed until there is evidence', () => {
    const start = [...steady, wishing(A)]
    expect(recordedBy(...start)).toEqual([entry(A, A), entry(Z, Plaintext, [A], ['configmaps'])])
    const published = writtenBy(
      ...start,
      running_('ReadOnlyDeploy', entry(A, A), entry(Z, Plaintext, [A], ['configmaps'])),
    )
    expect(published[1]).toEqual(listed('configmaps', Z, A, Plaintext))
  })
})

describe('a resource that was skipped', () => {
  const skippedLater = [
    recorded({
      entries: [entry(B), entry(B, null, [Z], ['configmaps'])],
      history: epochs(completed(B, running, A), completed(A)),
      skipped: ['configmaps'],
    }),
    liveFile(at(2), listed('secrets', B, A, Plaintext), listed('configmaps', B, Z)),
    rolled(at(2)),
    wishing(B, both),
    resources(
      resource('secrets'),
      resource('configmaps', { served: known('NotServed'), absentSince: now - 900 }),
    ),
    migrations(migration()),
  ]
  const impatient = { ...conservative, grace: 0 }

  it('keeps the readers of its entry, while the others leave', () => {
    const { effect } = afterCopies(impatient, seeing(...skippedLater)).decision
    expect(effect).toMatchObject({
      change: 'drop',
      entries: [listed('secrets', B, Plaintext), listed('configmaps', B, Z)],
    })
  })

  it('keeps its readers also through the next rotation', () => {
    expect(recordedBy(...skippedLater, wishing(C, both))).toEqual([
      entry(B, C, [A]),
      entry(B, C, [Z], ['configmaps']),
    ])
  })
})
