/**
 * One figure of the benchmark, and how it is judged.
 */
export interface Figure {
  readonly name: string
  readonly unit: string
  readonly ours: number
  readonly peer: { readonly name: string; readonly value: number } | null
  /** Ours by the peer's; null without a peer. */
  readonly ratio: number | null
  readonly goal: string
  readonly met: boolean
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** A figure that must stay at or below a limit. */
export const atMost = (name: string, unit: string, ours: number, limit: number): Figure => ({
  name,
  unit,
  ours,
  peer: null,
  ratio: null,
  goal: `at most ${limit} ${unit}`,
  met: ours <= limit,
})
