/**
 * What was waited for, and how long: gates of decisions added up over a stage.
 */
import { type Gate, type GateReason, gate, gateMessage } from '@keyroll/core'
import { listed } from './measures.js'

interface Wait {
  readonly seconds: number
  /** All that was named, in order. */
  readonly about: readonly string[]
  /** What was named last. */
  readonly last: readonly string[]
}

export type Waits = ReadonlyMap<GateReason, Wait>

export const noWaits: Waits = new Map()

/** Seconds more at a gate. A stale view only asks for a fresh look, which waits for nothing. */
export const waited = (waits: Waits, gate: Gate | null, seconds: number): Waits => {
  if (gate === null || gate.reason === 'StaleView' || seconds <= 0) return waits
  const before = waits.get(gate.reason)
  return new Map(waits).set(gate.reason, {
    seconds: (before?.seconds ?? 0) + seconds,
    about: [...new Set([...(before?.about ?? []), ...gate.about])],
    last: gate.about,
  })
}

/** Gates of every rotation, in words of their own. */
const usual: Readonly<{ [reason in GateReason]?: (wait: Wait) => string }> = {
  ServersNotConverged: ({ last }) => `for every server to run it; the last: ${last[0] ?? ''}`,
  Settling: () => 'until no write of a server that has ended can still arrive',
  AwaitingMigrations: ({ about }) => `for the migrator: ${listed(about)}`,
  CompactionGrace: ({ about }) =>
    `while etcd's history may still hold values under ${listed(about)}`,
}

/** Each wait with its length and what for. */
export const waitLines = (
  waits: Waits,
): readonly { readonly seconds: number; readonly text: string }[] =>
  [...waits].map(([reason, wait]) => ({
    seconds: wait.seconds,
    text: usual[reason]?.(wait) ?? `because ${gateMessage(gate(reason, wait.last))}`,
  }))
