/**
 * Breadth first through all states: properties are checked as states and writes are met for the first time, so
 * that the first violation found has a shortest trace.
 */
import type { Bounds } from '../bounds.js'
import { type PropertyId, inState, inWrite, isGoal } from '../properties.js'
import { type Space, type Tuple, budgeted, spaceOf, wishIn } from '../state/space.js'
import { startOf } from '../state/start.js'
import { type Decide, shipped } from './controller.js'
import { type Counted, type Lens, memoOf } from './memo.js'
import { moveKinds } from './move-kind.js'
import { successors } from './plain.js'
import { type Numbers, type States, numbers, states } from './states.js'
import { table } from './table.js'

interface Violation {
  readonly property: PropertyId
  /** The state in which it shows, or from which the write is made. */
  readonly state: number
  readonly about: string
}

export interface Explored {
  readonly space: Space
  readonly found: States
  readonly parents: Numbers
  readonly depth: number
  readonly transitions: number
  /** All states were visited. */
  readonly complete: boolean
  readonly violations: readonly Violation[]
  /** Quiet moves: per state the place of its first edge, and where edges lead. */
  readonly edgesFrom: Numbers
  readonly edges: Numbers
  readonly goals: Uint8Array
  readonly fired: readonly number[]
  readonly seconds: number
  readonly counted: Counted
  readonly servingOf: (rollout: number) => number
}

export interface Options {
  readonly bounds: Bounds
  readonly decide?: Decide
  readonly lens?: Lens
  /** Compares every so many states with the plain way; 0: none. */
  readonly verifyEvery?: number
  readonly maxSeconds?: number
  /** Ends where this property breaks. */
  readonly until?: PropertyId
  readonly progress?: (states: number, expanded: number, depth: number) => void
}

const asItIs: Lens = (observation) => observation

export const firstTuple = (space: Space): Tuple => {
  const { world, bounds } = space.start
  const tuple = space.tupleOf(
    world,
    budgeted(0, {
      wishes: bounds.specChanges,
      faults: bounds.faults,
      views: bounds.staleViews,
    }),
    0,
  )
  space.settleNames(tuple)
  return tuple
}

/** Throws where the fast way and the plain way differ. */
const compared = (space: Space, decide: Decide, from: Tuple, fast: ReadonlySet<string>): void => {
  const plain = new Map(successors(space, decide, from).map((each) => [each.tuple.join(), each]))
  plain.delete(from.join())
  for (const [key, { label }] of plain)
    if (!fast.has(key)) throw new Error(`the fast way misses ${label}: ${from.join()} to ${key}`)
  for (const key of fast)
    if (!plain.has(key) && key !== from.join())
      throw new Error(`the fast way invents ${from.join()} to ${key}`)
}

export const explore = (options: Options): Explored => {
  const { bounds, decide = shipped, lens = asItIs, verifyEvery = 0 } = options
  const began = performance.now()
  const deadline = began + (options.maxSeconds ?? 3600) * 1000
  const space = spaceOf(startOf(bounds))
  const found = states()
  const parents = numbers()
  const edgesFrom = numbers()
  const edges = numbers()
  const violations: Violation[] = []
  const violated = new Set<PropertyId>()
  const fired = moveKinds.map(() => 0)
  let goals = new Uint8Array(1 << 16)
  let transitions = 0
  let at = -1
  const checkedStates = table()
  const violate = (property: PropertyId, state: number, about: string): void => {
    if (violated.has(property)) return
    violated.add(property)
    violations.push({ property, state, about })
  }
  let sample: Set<string> | null = null
  const emit = (t: Tuple, kind: number, quiet: boolean): void => {
    transitions += 1
    fired[kind] = (fired[kind] ?? 0) + 1
    const number = found.add(t)
    if (sample !== null) sample.add(t.join())
    const to = number < 0 ? -1 - number : number
    if (quiet && to !== at) edges.push(to)
    if (number < 0) return
    parents.push(at)
    checkState(t, number)
  }
  const checkState = (t: Tuple, number: number): void => {
    const serving = memo.servingOf(t[4])
    const u = memo.under(t[5])
    if (checkedStates.get(serving, u, t[2], t[0], 0, 0, 0, 0) >= 0) return
    checkedStates.add(serving, u, t[2], t[0], 0, 0, 0, 0, 1)
    const world = space.worldOf(t)
    for (const id of ['S1', 'S2', 'S3', 'S4'] as const)
      if (!inState[id](world)) violate(id, number, '')
  }
  const memo = memoOf(space, decide, lens, emit, (effect, late, before, after) => {
    for (const id of ['S5', 'S6', 'S7', 'S8', 'S9'] as const)
      if (!inWrite[id]({ effect, late, before, after }))
        violate(id, at, JSON.stringify(effect).slice(0, 300))
  })
  const first = firstTuple(space)
  found.add(first)
  parents.push(-1)
  checkState(first, 0)
  const goalMemo = table()
  const isGoalAt = (t: Tuple): boolean => {
    const known = goalMemo.get(t[0], wishIn(t[1]), t[2], t[4], t[5], 0, 0, 0)
    if (known >= 0) return known === 1
    const goal = isGoal(space.worldOf(t))
    goalMemo.add(t[0], wishIn(t[1]), t[2], t[4], t[5], 0, 0, 0, goal ? 1 : 0)
    return goal
  }
  const state: Tuple = [0, 0, 0, 0, 0, 0, 0, 0]
  let levelEnd = 1
  let depth = 0
  let complete = true
  for (at = 0; at < found.count(); at += 1) {
    if (at === levelEnd) {
      depth += 1
      levelEnd = found.count()
    }
    if ((at & 4095) === 0) {
      options.progress?.(found.count(), at, depth)
      if (performance.now() > deadline) {
        complete = false
        break
      }
    }
    if (options.until !== undefined && violated.has(options.until)) {
      complete = false
      break
    }
    found.read(at, state)
    edgesFrom.push(edges.length())
    sample = verifyEvery > 0 && at % verifyEvery === 0 ? new Set() : null
    const before = edges.length()
    const seen = memo.expand(state)
    if (sample !== null) compared(space, decide, [...state], sample)
    if (seen !== null && seen.effect < 0 && isGoalAt(state)) {
      if (at >= goals.length) {
        const larger = new Uint8Array(Math.max(goals.length * 2, at + 1))
        larger.set(goals)
        goals = larger
      }
      goals[at] = 1
      if (edges.length() > before) violate('L2', at, '')
    } else if (edges.length() === before && seen?.decision.gate == null) violate('L5', at, '')
  }
  edgesFrom.push(edges.length())
  if (memo.counted.unstable > 0) violate('S10', 0, 'two decisions on one view differ')
  return {
    space,
    found,
    parents,
    depth,
    transitions,
    complete,
    violations,
    edgesFrom,
    edges,
    goals,
    fired,
    counted: memo.counted,
    servingOf: memo.servingOf,
    seconds: (performance.now() - began) / 1000,
  }
}
