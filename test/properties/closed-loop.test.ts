import { type RowId, conservative } from '@keyroll/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Cluster } from './abstract-cluster.js'
import { begin, calm, happen } from './cluster-run.js'
import { moves, starts, wishes } from './cluster-starts.js'

/** More than any run has ever needed, by a third. */
const decisions = 200

/** A run that ends in a failure prints its last moments. */
const story = (trace: readonly string[]): string => trace.slice(0, 120).join('\n')

/** Rows that runs must meet, or they would show nothing about them. */
const witnesses: readonly RowId[] = [
  ...(['staleView', 'bothLost', 'lostEpoch', 'create', 'rebuild', 'adopt'] as const),
  ...(['cancel', 'replace', 'reverse', 'addReaders', 'dropCancelled', 'promote'] as const),
  ...(['stamp', 'servers', 'withdraw', 'commit', 'startMigrating', 'void', 'settling'] as const),
  ...([
    'migrate',
    'await',
    'finish',
    'removal',
    'start',
    'reencrypt',
    'retireGate',
    'drop',
  ] as const),
]

const met = new Set<string>()
const endings = { goal: 0, held: 0 }

const plays = (start: Cluster) => {
  fc.assert(
    fc.property(moves(start), wishes(start), wishes(start), (happened, first, last) => {
      const run = happen(conservative)(begin({ ...start, wish: first }), happened)
      expect(run.broken, story(run.trace)).toEqual([])
      const ending = calm(
        conservative,
        decisions,
      )({ ...run, cluster: { ...run.cluster, wish: last } })
      expect([...ending.broken, ...ending.missing], story(ending.trace)).toEqual([])
      for (const each of ending.trace) met.add(each.split(/[:(]/, 1)[0] ?? '')
      endings[ending.held === null ? 'goal' : 'held'] += 1
    }),
  )
}

describe('whatever happens to it, and then nothing bad any more, a cluster', () => {
  it.each(Object.entries(starts))(
    'stays readable, is never called complete too early, and ends in what is wished: %s',
    (_, start) => {
      plays(start)
    },
  )

  it('has met every row that a run can meet', () => {
    expect(witnesses.filter((row) => !met.has(row))).toEqual([])
  })

  it('ends in the goal far more often than in the one hold, record and configuration both lost', () => {
    expect(endings.goal).toBeGreaterThan(2 * endings.held)
  })
})
