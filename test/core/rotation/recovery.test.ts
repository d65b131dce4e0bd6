import {
  type Effect,
  Plaintext,
  type Policy,
  type Record,
  conservative,
  decide,
  known,
  unknown,
} from '@keyroll/core'
import { describe, expect, it } from 'vitest'
import {
  A,
  B,
  C,
  type Change,
  Z,
  afterCopies,
  at,
  before,
  completed,
  copy,
  entry,
  epochs,
  finished,
  live,
  noConfiguration,
  noCopies,
  nothingRecorded,
  now,
  past,
  recorded,
  rolled,
  rotating,
  running,
  seeing,
  servers,
  wishing,
  with_,
} from './observation-builder.js'

const effectOf = (changes: readonly Change[], policy: Policy = conservative): Effect | null =>
  afterCopies(policy, seeing(...changes)).decision.effect

const recordOf = (...changes: readonly Change[]): Record | null => {
  const effect = effectOf(changes)
  return effect?.kind === 'WriteRecord' ? effect.record : null
}

const keysOf = (...changes: readonly Change[]) => {
  const effect = effectOf(changes)
  return effect?.kind === 'WriteConfiguration' ? effect.entries[0]?.keys : effect
}

describe('a lost configuration', () => {
  it('is written under a new epoch above every one ever seen', () => {
    const ahead = now + 500
    const record = recordOf(
      recorded({ history: epochs(completed(A, ahead)) }),
      noConfiguration,
      rolled({ epoch: ahead, step: 7 }),
    )
    expect(record?.history[0]).toMatchObject({ startedTime: ahead + 1, state: 'WritePromote' })
    expect(record?.entries).toEqual([entry(A, A)])
  })

  it('writes with the active key before the commit: the target may not be readable everywhere', () => {
    const lost = [
      recorded({
        entries: [entry(A, B, [Z])],
        history: epochs({ from: A, to: B, state: 'ReadOnlyDeploy', epoch: running }),
      }),
      noConfiguration,
    ]
    expect(keysOf(...lost)).toEqual([A, B, Z, Plaintext])
  })

  it('writes with the target after the commit: the former key may not be readable everywhere', () => {
    const rebuilt = [
      recorded({
        entries: [entry(B, A, [Z])],
        history: epochs({ from: B, to: A, state: 'WritePromote', epoch: running }),
      }),
      noConfiguration,
    ]
    expect(keysOf(...rebuilt)).toEqual([A, B, Z, Plaintext])
  })

  it('keeps every key of the newest copy and of an older file that stands in its place', () => {
    const stale = [
      rotating(A, A, 'WritePromote'),
      live(before(1), A, C),
      copy(before(3), A, B),
      rolled(before(3)),
    ]
    expect(keysOf(...stale)).toEqual([A, B, C, Plaintext])
  })

  it('counts as committed where a copy of its epoch already writes with the target', () => {
    const record = recordOf(
      rotating(A, B, 'ReadOnlyDeploy'),
      noConfiguration,
      copy(at(2), B, A),
      rolled(at(2)),
    )
    expect(record?.history.map(({ state }) => state)).toEqual([
      'WritePromote',
      'Interrupted',
      'Completed',
    ])
  })

  it('stays uncommitted where no copy does', () => {
    const record = recordOf(
      rotating(A, B, 'ReadOnlyDeploy'),
      noConfiguration,
      copy(at(1), A, B),
      rolled(at(1)),
    )
    expect(record?.history[0]?.state).toBe('ReadOnlyDeploy')
  })

  it('is written again although everything is plaintext, while an older reader is remembered', () => {
    const record = recordOf(
      recorded({ entries: [entry(Plaintext, null, [A])], history: [] }),
      noConfiguration,
      noCopies,
      rolled(null),
    )
    expect(record?.entries).toEqual([entry(Plaintext, Plaintext, [A])])
  })

  it('is not written where nothing needs it: decrypted, and no server made for one', () => {
    const decision = decide(conservative)(
      seeing(
        recorded({ entries: [entry(Plaintext)], history: epochs(completed(Plaintext, past, A)) }),
        noConfiguration,
        noCopies,
        servers(null, null, null),
        with_({ template: known({ version: 't', ordinal: null, hash: null, encrypts: false }) }),
        wishing(Plaintext),
      ),
    )
    expect(decision.row).toBe('otherwise')
  })

  it('together with the record is held, and the copies that are kept are named', () => {
    const { gate } = decide(conservative)(
      seeing(nothingRecorded, noConfiguration, copy(at(2), B, A)),
    )
    expect(gate?.about.join()).toContain('aescbc:b, aescbc:a')
  })
})

describe('a record that is behind', () => {
  const behind = [live(at(2), B, A, Z, Plaintext), rolled(at(2)), wishing(B)]

  it('is rebuilt from two live data keys as committed, with all others as older readers', () => {
    const record = recordOf(...behind)
    expect(record?.entries).toEqual([entry(A, B, [Z])])
    expect(record?.history[0]).toMatchObject({ state: 'WritePromote', startedTime: now + 1 })
  })

  it('adopts a single live data key as active', () => {
    const record = recordOf(live(at(3), B, Plaintext), rolled(at(3)), wishing(B))
    expect(record?.entries).toEqual([entry(B)])
    expect(record?.history[0]).toMatchObject({ state: 'Interrupted', startedTime: now + 1 })
  })

  it('adopts plaintext where plaintext is written, and remembers what is read', () => {
    const record = recordOf(live(at(3), Plaintext, B), rolled(at(3)), wishing(B))
    expect(record?.entries).toEqual([entry(Plaintext, null, [B])])
  })

  it('does not tell that all is well with what it adopts, whatever had completed', () => {
    const effect = effectOf([live(at(3), B, Plaintext), rolled(at(3)), wishing(B)])
    expect(effect?.kind === 'WriteRecord' ? effect.condition : null).toMatchObject({
      status: 'Unknown',
      reason: 'EvidenceMissing',
    })
  })

  it('keeps an entry that it knew, though plaintext alone is left of it', () => {
    const record = recordOf(live(at(3), Plaintext), rolled(at(3)), wishing(Plaintext))
    expect(record?.entries).toEqual([entry(Plaintext)])
  })

  it.each(['template', 'servers', 'copies'] as const)(
    'is not rebuilt from what may be older than something that cannot be seen: %s',
    (field) => {
      const decision = decide(conservative)(
        seeing(...behind, with_({ [field]: unknown('cannot be listed') })),
      )
      expect([decision.row, decision.gate?.reason]).toEqual(['rebuild', 'LoadedUnknown'])
    },
  )
})

describe('what was published', () => {
  it('is stamped also where nothing is recorded and nothing is encrypted any more', () => {
    const left = [nothingRecorded, live(at(2), Plaintext), rolled(at(1)), wishing(Plaintext)]
    expect(effectOf(left)?.kind).toBe('StampTemplate')
    expect(decide(conservative)(seeing(...left, rolled(at(2)))).row).toBe('nothing')
  })

  it('has an older reader again that a hand edit removed, although plaintext is active', () => {
    expect(
      keysOf(
        recorded({ entries: [entry(Plaintext, null, [A])], history: [] }),
        noCopies,
        live(null, Plaintext),
        rolled(null),
      ),
    ).toEqual([Plaintext, A])
  })
})

describe('an adopted file', () => {
  it('without ordinals gets no epoch and no stamp', () => {
    const record = recordOf(
      nothingRecorded,
      noCopies,
      live(null, A, Z, Plaintext),
      rolled(null),
      wishing(Z),
    )
    expect(record?.entries).toEqual([entry(Z, A)])
    const single = recordOf(nothingRecorded, noCopies, live(null, A), rolled(null))
    expect([single?.entries, single?.history]).toEqual([[entry(A)], []])
  })

  it('under a backup key is read with it, and everything is rewritten', () => {
    const record = recordOf(
      nothingRecorded,
      noCopies,
      live(null, A, Plaintext),
      rolled(null),
      wishing(A, { backupKey: B }),
    )
    expect(record?.entries).toEqual([entry(B, A)])
    expect(record?.history[0]?.state).toBe('WritePromote')
  })
})

describe('a live writer that is ahead of the record', () => {
  it('is recorded as committed, not as a start of something else', () => {
    const record = recordOf(
      rotating(A, B, 'ReadOnlyDeploy', [Z]),
      live(at(2), B, A, Z),
      rolled(at(2)),
    )
    expect(record?.entries).toEqual([entry(A, B, [Z])])
    expect(record?.history.map(({ state }) => state)).toEqual(['WritePromote', 'Completed'])
  })

  it('is not followed when the wish for it is refused', () => {
    const decision = decide(conservative)(
      seeing(live(before(4), B, A), rolled(before(4)), wishing(B), with_({ selfHosted: true })),
    )
    expect([decision.row, decision.gate?.reason]).toEqual(['foreign', 'ForeignKey'])
  })
})

describe('a reversal', () => {
  it('swaps the keys under a new epoch, and the configuration goes back by one write', () => {
    const committed = [
      rotating(A, B, 'WritePromote', [Z]),
      live(at(2), B, A, Z, Plaintext),
      rolled(at(2)),
      wishing(A),
    ]
    const record = recordOf(...committed)
    expect(record?.entries).toEqual([entry(B, A, [Z])])
    expect(record?.history.map(({ state }) => state)).toEqual([
      'WritePromote',
      'Interrupted',
      'Completed',
    ])
    expect(keysOf(...committed, rotating(B, A, 'WritePromote', [Z]))).toEqual([A, B, Z, Plaintext])
  })

  it.each<readonly [string, Change]>([
    [
      'a starting server could load a file without them',
      with_({
        superseded: known([
          { ordinal: before(3), hash: 'x', entries: [{ resources: ['secrets'], keys: [B] }] },
        ]),
      }),
    ],
    [
      'it cannot be seen what a starting server could load',
      with_({ superseded: unknown('forbidden') }),
    ],
    ['the servers cannot be listed', with_({ servers: unknown('forbidden') })],
    ['a server runs something that no copy is known of', servers(at(2), at(9), at(2))],
  ])('waits while %s', (_, change) => {
    const decision = decide(conservative)(
      seeing(rotating(A, B, 'WritePromote'), live(at(2), B, A), rolled(at(2)), wishing(A), change),
    )
    expect(decision.row).not.toBe('reverse')
  })
})

describe('what has finished', () => {
  it('stays finished by the snapshot, whatever is wished by then', () => {
    const record = recordOf(finished(B, A), live(at(2), B, A), rolled(at(2)), wishing(C))
    expect(record?.entries).toEqual([entry(B, C, [A])])
  })
})
