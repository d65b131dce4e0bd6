/**
 * One check from its bounds to what is printed of it.
 */
import type { Bounds } from './bounds.js'
import type { PropertyId } from './properties.js'
import { statements } from './properties.js'
import { type Decide, shipped } from './search/controller.js'
import { type Explored, explore } from './search/explore.js'
import type { Lens } from './search/memo.js'
import { type Liveness, livenessOf } from './search/liveness.js'
import { type TraceStep, pathTo, traceOf } from './search/trace.js'
import { type Witnesses, witnessesOf } from './witnesses.js'

type Verdict = 'holds' | 'violated' | 'not checked'

export interface Report {
  readonly bounds: Bounds
  readonly states: number
  readonly transitions: number
  readonly depth: number
  /** Null: there is no such path, or it was not looked for. */
  readonly longestPathToGoal: number | null
  readonly seconds: number
  readonly complete: boolean
  readonly properties: { readonly [id: string]: Verdict }
  readonly witnesses: Witnesses
  readonly violations: readonly {
    readonly property: PropertyId
    readonly about: string
    readonly trace: readonly TraceStep[]
  }[]
}

export interface Checking {
  readonly bounds: Bounds
  readonly decide?: Decide
  readonly lens?: Lens
  readonly until?: PropertyId
  readonly verifyEvery?: number
  readonly maxSeconds?: number
  readonly progress?: (states: number, expanded: number, depth: number) => void
}

interface Failure {
  readonly property: PropertyId
  readonly about: string
  readonly path: readonly number[]
}

const livenessFailures = (
  explored: Explored,
  { unrecoverable, stuck, cycle }: Liveness,
): readonly Failure[] => {
  const first = cycle.length === 0 ? -1 : Math.min(...cycle)
  const at = cycle.indexOf(first)
  return [
    ...(unrecoverable < 0
      ? []
      : [
          {
            property: 'L1' as const,
            about: 'no goal from here',
            path: pathTo(explored, unrecoverable),
          },
        ]),
    ...(stuck < 0
      ? []
      : [{ property: 'L3' as const, about: 'an end, and no goal', path: pathTo(explored, stuck) }]),
    ...(first < 0
      ? []
      : [
          {
            property: 'L3' as const,
            about: `a cycle of ${cycle.length} moves`,
            path: [...pathTo(explored, first), ...cycle.slice(at + 1), ...cycle.slice(0, at + 1)],
          },
        ]),
  ]
}

const isId = (id: string): id is PropertyId => id in statements

const ids: readonly PropertyId[] = Object.keys(statements).filter(isId)

const verdictsOf = (
  failures: readonly Failure[],
  complete: boolean,
): { readonly [id: string]: Verdict } => {
  const broken = new Set<PropertyId>(failures.map(({ property }) => property))
  if (ids.slice(0, 9).some((id) => broken.has(id))) broken.add('S11')
  if (broken.has('L1') || broken.has('L3')) broken.add('L4')
  return Object.fromEntries(
    ids.map((id) => [id, broken.has(id) ? 'violated' : complete ? 'holds' : 'not checked']),
  )
}

/** Searches, and reports. Liveness is looked at only where all states were visited. */
export const check = ({ decide = shipped, ...options }: Checking): Report => {
  const began = performance.now()
  const explored = explore({ ...options, decide })
  const { complete } = explored
  const liveness = complete ? livenessOf(explored) : null
  const failures: readonly Failure[] = [
    ...explored.violations.map(({ property, state, about }) => ({
      property,
      about,
      path: pathTo(explored, state),
    })),
    ...(liveness === null ? [] : livenessFailures(explored, liveness)),
  ]
  const longest = liveness?.longestPath ?? -1
  return {
    bounds: options.bounds,
    states: explored.found.count(),
    transitions: explored.transitions,
    depth: explored.depth,
    longestPathToGoal: longest < 0 ? null : longest,
    seconds: Math.round(performance.now() - began) / 1000,
    complete,
    properties: verdictsOf(failures, complete),
    witnesses: witnessesOf(explored),
    violations: failures.map(({ property, about, path }) => ({
      property,
      about,
      trace: traceOf(explored, decide, path),
    })),
  }
}
