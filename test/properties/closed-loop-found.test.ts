import { type Key, Plaintext, type RowId, type Wish, conservative, sealingKey } from '@keyroll/core'
import { describe, expect, it } from 'vitest'
import type { Cluster } from './abstract-cluster.js'
import type { WorldMove } from './cluster-moves.js'
import { begin, calm, happen, until } from './cluster-run.js'
import { starts } from './cluster-starts.js'

const [A, B, C] = ['a', 'b', 'c'].map((name) => sealingKey('aescbc', name, `of-${name}`)) as [
  Key,
  Key,
  Key,
]

const wishFor = (key: Key, resources: readonly string[] = ['secrets']): Wish => ({
  key,
  resources,
  reencryptAt: null,
  backupKey: null,
})

/** A row that is waited for, or something that happens. */
type Line = RowId | WorldMove

const rolled: readonly Line[] = [
  { kind: 'roll', server: 0 },
  { kind: 'roll', server: 1 },
]

interface Found {
  readonly promise: string
  readonly start: string
  readonly wish: Key
  readonly story: readonly Line[]
  /** What is wished at the end; the same when not said. */
  readonly last?: Key
}

const restore = (version: number): Line => ({ kind: 'restore', version })
const lose: Line = { kind: 'loseConfiguration' }
const wait: Line = { kind: 'wait', seconds: 1_000 }

/** Each of these once broke a promise: counterexamples of the closed loop, cut to what matters. */
const found: readonly Found[] = [
  {
    promise:
      'a target taken for the former key by a rebuilt record is not written first, when the configuration is lost too',
    start: 'one key',
    wish: C,
    story: [
      'adopt',
      'start',
      lose,
      'create',
      restore(0),
      'rebuild',
      lose,
      'create',
      'stamp',
      ...rolled,
    ],
  },
  {
    promise:
      'a record of before the commit does not let a written target be replaced, when the configuration is lost too',
    start: 'one key',
    wish: B,
    story: [
      'adopt',
      'start',
      'addReaders',
      'stamp',
      ...rolled,
      'commit',
      'promote',
      'stamp',
      ...rolled,
      { kind: 'write', object: 0, server: 0 },
      'startMigrating',
      restore(1),
      lose,
      'lostEpoch',
      'create',
      { kind: 'wish', wish: wishFor(C) },
    ],
    last: C,
  },
  {
    promise:
      'a reversal does not promote while an old server could still start that cannot read the key',
    start: 'one key',
    wish: C,
    story: [
      'adopt',
      'start',
      'addReaders',
      'stamp',
      restore(0),
      ...rolled,
      'rebuild',
      'promote',
      { kind: 'stray', server: 1, superseded: 0 },
      'stamp',
      { kind: 'roll', server: 0 },
    ],
  },
  {
    promise:
      'a key that is only read is not forgotten, when the configuration is lost while plaintext is written',
    start: 'plaintext, with a key that can be read',
    wish: A,
    story: ['adopt', lose],
  },
  {
    promise: 'a decrypted cluster gets its lost configuration again',
    start: 'one key',
    wish: Plaintext,
    story: [
      'adopt',
      'start',
      'addReaders',
      'stamp',
      ...rolled,
      'commit',
      'promote',
      'stamp',
      ...rolled,
      'startMigrating',
      wait,
      'migrate',
      { kind: 'migrate', migration: 0, server: 0 },
      'finish',
      wait,
      'drop',
      'stamp',
      ...rolled,
      lose,
    ],
    last: A,
  },
  {
    promise:
      'an entry that is left with plaintext alone stays known to a record that is taken over, and is stamped',
    start: 'nothing is encrypted',
    wish: A,
    story: [
      'start',
      'create',
      { kind: 'wish', wish: wishFor(Plaintext) },
      'cancel',
      'dropCancelled',
      restore(0),
    ],
    last: Plaintext,
  },
  {
    promise:
      'what a record adopts anew is not called complete because something had completed before',
    start: 'a writer and an older reader',
    wish: Plaintext,
    story: [
      'rebuild',
      'promote',
      'stamp',
      ...rolled,
      'startMigrating',
      wait,
      'migrate',
      { kind: 'migrate', migration: 0, server: 0 },
      'finish',
      'start',
      'addReaders',
      'stamp',
      ...rolled,
      'commit',
      'promote',
      restore(3),
    ],
  },
]

describe('a counterexample that was found stays closed:', () => {
  it.each(found.map((each) => [each.promise, each] as const))(
    '%s',
    (_, { start, wish, story, last }) => {
      const cluster: Cluster | undefined = starts[start]
      expect(cluster).toBeDefined()
      if (cluster === undefined) return
      const told = story.reduce(
        (run, line) =>
          typeof line === 'string'
            ? until(conservative, 20)(run, line)
            : happen(conservative)(run, [line]),
        begin({ ...cluster, wish: wishFor(wish) }),
      )
      expect(told.broken, told.trace.join('\n')).toEqual([])
      const ending = calm(
        conservative,
        200,
      )({
        ...told,
        cluster: { ...told.cluster, wish: wishFor(last ?? wish) },
      })
      expect([...ending.broken, ...ending.missing, ending.held], ending.trace.join('\n')).toEqual([
        null,
      ])
    },
  )
})
