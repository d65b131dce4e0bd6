/**
 * What must come, on the graph of quiet moves: those that are left when clients, users, faults and stale views
 * stop.
 */
import type { Explored } from './explore.js'

export interface Liveness {
  /** A state from which no goal can be reached; -1: none. */
  readonly unrecoverable: number
  /** A state that ends and is no goal; -1: none. */
  readonly stuck: number
  /** States of a cycle, in order; empty: there is none. */
  readonly cycle: readonly number[]
  /** Moves to the goal, at most; -1 where a cycle or a dead end makes it meaningless. */
  readonly longestPath: number
  readonly goals: number
}

/** Both directions of the graph as flat lists: the places of a state's edges begin at `from[state]`. */
interface Graph {
  readonly count: number
  readonly from: Int32Array
  readonly to: Int32Array
  readonly backFrom: Int32Array
  readonly backTo: Int32Array
}

const graphOf = ({ found, edgesFrom, edges }: Explored): Graph => {
  const count = found.count()
  const from = new Int32Array(count + 1)
  const to = new Int32Array(edges.length())
  for (let state = 0; state <= count; state += 1) from[state] = edgesFrom.at(state)
  for (let at = 0; at < to.length; at += 1) to[at] = edges.at(at)
  const backFrom = new Int32Array(count + 2)
  for (const state of to) backFrom[state + 2] = (backFrom[state + 2] ?? 0) + 1
  for (let at = 2; at < backFrom.length; at += 1)
    backFrom[at] = (backFrom[at] ?? 0) + (backFrom[at - 1] ?? 0)
  const backTo = new Int32Array(to.length)
  for (let state = 0; state < count; state += 1)
    for (let at = from[state] ?? 0; at < (from[state + 1] ?? 0); at += 1) {
      const target = (to[at] ?? 0) + 1
      const place = backFrom[target] ?? 0
      backTo[place] = state
      backFrom[target] = place + 1
    }
  return { count, from, to, backFrom, backTo }
}

const firstUnmarked = (marks: Uint8Array, count: number): number => {
  for (let state = 0; state < count; state += 1) if (marks[state] === 0) return state
  return -1
}

const unrecoverable = ({ count, backFrom, backTo }: Graph, goals: Uint8Array): number => {
  const reached = new Uint8Array(count)
  const queue = new Int32Array(count)
  let end = 0
  for (let state = 0; state < count; state += 1)
    if (goals[state] === 1) {
      reached[state] = 1
      queue[end] = state
      end += 1
    }
  for (let next = 0; next < end; next += 1) {
    const state = queue[next] ?? 0
    for (let at = backFrom[state] ?? 0; at < (backFrom[state + 1] ?? 0); at += 1) {
      const before = backTo[at] ?? 0
      if (reached[before] === 1) continue
      reached[before] = 1
      queue[end] = before
      end += 1
    }
  }
  return firstUnmarked(reached, count)
}

const cycleAmong = ({ from, to }: Graph, done: Uint8Array, first: number): readonly number[] => {
  const path: number[] = []
  const seen = new Map<number, number>()
  let state = first
  for (;;) {
    const before = seen.get(state)
    if (before !== undefined) return path.slice(before)
    seen.set(state, path.length)
    path.push(state)
    let next = -1
    for (let at = from[state] ?? 0; at < (from[state + 1] ?? 0); at += 1)
      if (done[to[at] ?? 0] === 0) next = to[at] ?? 0
    if (next < 0) return path
    state = next
  }
}

export const livenessOf = (explored: Explored): Liveness => {
  const graph = graphOf(explored)
  const { count, from, backFrom, backTo } = graph
  const { goals } = explored
  const left = new Int32Array(count)
  const distance = new Int32Array(count)
  const done = new Uint8Array(count)
  const queue = new Int32Array(count)
  let end = 0
  let stuck = -1
  let found = 0
  for (let state = 0; state < count; state += 1) {
    if (goals[state] === 1) found += 1
    left[state] = (from[state + 1] ?? 0) - (from[state] ?? 0)
    if (left[state] !== 0) continue
    if (goals[state] !== 1 && stuck < 0) stuck = state
    done[state] = 1
    queue[end] = state
    end += 1
  }
  let longest = 0
  for (let next = 0; next < end; next += 1) {
    const state = queue[next] ?? 0
    const further = (distance[state] ?? 0) + 1
    longest = Math.max(longest, further - 1)
    for (let at = backFrom[state] ?? 0; at < (backFrom[state + 1] ?? 0); at += 1) {
      const before = backTo[at] ?? 0
      if (further > (distance[before] ?? 0)) distance[before] = further
      left[before] = (left[before] ?? 0) - 1
      if (left[before] !== 0) continue
      done[before] = 1
      queue[end] = before
      end += 1
    }
  }
  const first = firstUnmarked(done, count)
  return {
    unrecoverable: unrecoverable(graph, goals),
    stuck,
    cycle: first < 0 ? [] : cycleAmong(graph, done, first),
    longestPath: first < 0 && stuck < 0 ? longest : -1,
    goals: found,
  }
}
