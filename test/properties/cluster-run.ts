/**
 * Runs of the protocol on the abstract cluster: first whatever happens, then a time in which nothing bad does.
 */
import type { Decision, GateReason, Policy, RowId } from '@keyroll/core'
import type { Cluster } from './abstract-cluster.js'
import { type Move, type WorldMove, apply } from './cluster-moves.js'
import { broken, missingFromGoal, step } from './cluster-properties.js'

export interface Run {
  readonly cluster: Cluster
  readonly look: 'cached' | 'fresh'
  /** What cached looks show; null: the present. */
  readonly view: Cluster | null
  /** What happened, a word each. */
  readonly trace: readonly string[]
  readonly broken: readonly string[]
}

const told = ({ row, gate, effect }: Decision): string =>
  `${row}${gate === null ? '' : `(${gate.reason})`}${effect === null ? '' : `:${effect.kind}`}`

const decides =
  (policy: Policy) =>
  (run: Run): Run & { readonly decision: Decision } => {
    const seen = run.look === 'cached' && run.view !== null ? run.view : run.cluster
    const { cluster, decision, broken: faults } = step(policy)(run.cluster, seen, run.look)
    const conflict = decision.effect !== null && cluster === run.cluster
    return {
      cluster,
      decision,
      view: run.view,
      look: conflict ? 'fresh' : (decision.nextLook?.look ?? 'cached'),
      trace: [...run.trace, `${told(decision)}${conflict ? ' conflict' : ''}`],
      broken: faults,
    }
  }

/** A run that has not begun. */
export const begin = (cluster: Cluster): Run => ({
  cluster,
  look: 'fresh',
  view: null,
  trace: [],
  broken: [],
})

/** Whatever happens, up to the first promise that is broken. */
export const happen =
  (policy: Policy) =>
  (start: Run, moves: readonly Move[]): Run =>
    moves.reduce<Run>((run, move) => {
      if (run.broken.length > 0) return run
      if (move.kind === 'decide') return decides(policy)(run)
      if (move.kind === 'freeze')
        return { ...run, view: run.cluster, trace: [...run.trace, 'freeze'] }
      const cluster = apply(run.cluster, move)
      return cluster === run.cluster
        ? run
        : { ...run, cluster, trace: [...run.trace, JSON.stringify(move)], broken: broken(cluster) }
    }, start)

/** Everything outside makes progress: servers roll one after the other, the migrator works, time passes. */
const outside = (cluster: Cluster, seconds: number): Cluster => {
  const moves: readonly WorldMove[] = [
    ...cluster.servers.map((_, server) => ({ kind: 'roll' as const, server })),
    ...cluster.migrations.map((_, migration) => ({
      kind: 'migrate' as const,
      migration,
      server: migration,
    })),
    { kind: 'wait', seconds: Math.max(seconds, 1) },
  ]
  return moves.reduce<Cluster>((now, move) => apply(now, move), cluster)
}

/** The protocol decides until a row has written what it is about: copies and waits come before. */
export const until =
  (policy: Policy, limit: number) =>
  (run: Run, row: RowId): Run => {
    let now = run
    for (let decisions = 0; decisions < limit && now.broken.length === 0; decisions += 1) {
      const { decision, ...next } = decides(policy)(now)
      now = next
      const { effect } = decision
      if (decision.row === row && effect !== null && effect.kind !== 'KeepCopy') return now
    }
    return { ...now, broken: [...now.broken, `${row} was not reached in ${limit} decisions`] }
  }

export interface Ending extends Run {
  /** Decisions until the protocol came to rest. */
  readonly decisions: number
  /** What it holds for at the end; null: for nothing. */
  readonly held: GateReason | null
  /** What is missing from the goal at the end. */
  readonly missing: readonly string[]
}

/** From now on nothing bad happens: the protocol comes to rest, in the goal or in a hold. */
export const calm =
  (policy: Policy, limit: number) =>
  (run: Run): Ending => {
    let now: Run = { ...run, view: null, trace: [...run.trace, 'calm'] }
    for (let decisions = 1; decisions <= limit && now.broken.length === 0; decisions += 1) {
      const { decision, ...next } = decides(policy)(now)
      const { effect, gate, nextLook } = decision
      now = next
      if (effect !== null || nextLook?.after === 0) continue
      const moved = outside(next.cluster, nextLook?.after ?? 60)
      const still =
        moved.servers === next.cluster.servers && moved.migrations === next.cluster.migrations
      const lost = gate?.reason === 'RecordAndConfigurationLost'
      if (still && (lost || (gate === null && nextLook === null)))
        return {
          ...now,
          decisions,
          held: gate?.reason ?? null,
          missing: lost ? [] : missingFromGoal(moved),
        }
      now = { ...next, cluster: moved, broken: broken(moved) }
    }
    return {
      ...now,
      decisions: limit,
      held: null,
      missing: now.broken.length > 0 ? [] : [`no rest after ${limit} decisions`],
    }
  }
