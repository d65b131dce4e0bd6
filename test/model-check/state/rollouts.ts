/**
 * Rollouts (the Deployment, its ReplicaSets and the servers) as a shape and a list of configurations.
 *
 * The shape names configurations by their place in the list, oldest first, so that rollouts that differ only in
 * which configurations they are between share their shape; whatever can be told from the shape is worked
 * out once.
 */
import { table } from '../search/table.js'
import { type Used, ordinalIn } from './codes.js'
import type { DeploymentPart, ServersPart } from './parts.js'
import { configurationsUse, renamedConfigurations } from './rename.js'
import type { Start } from './start.js'

export interface Shape {
  readonly deployment: DeploymentPart
  readonly servers: ServersPart
}

const must = <A>(item: A | undefined): A => {
  if (item === undefined) throw new Error('no such rollout')
  return item
}

const byAge = (a: number, b: number): number => ordinalIn(a) - ordinalIn(b) || a - b

const mapped = ({ deployment, servers }: Shape, by: (configuration: number) => number): Shape => ({
  deployment: {
    template: by(deployment.template),
    observed: deployment.observed,
    observedReplicaSet: deployment.observedReplicaSet < 0 ? -1 : by(deployment.observedReplicaSet),
    replicaSets: deployment.replicaSets.map(({ of, replicas }) => ({ of: by(of), replicas })),
  },
  servers: {
    servers: servers.servers.map((server) => ({ ...server, of: by(server.of) })),
    settled: servers.settled,
  },
})

const named = ({ deployment, servers }: Shape): readonly number[] => [
  deployment.template,
  ...(deployment.observedReplicaSet < 0 ? [] : [deployment.observedReplicaSet]),
  ...deployment.replicaSets.map(({ of }) => of),
  ...servers.servers.map(({ of }) => of),
]

const idle = ({ deployment, servers }: Shape): boolean =>
  deployment.replicaSets.some(
    ({ of, replicas }) =>
      replicas === 0 &&
      of !== deployment.template &&
      of !== deployment.observedReplicaSet &&
      !servers.servers.some((server) => server.of === of),
  )

/** A change of a rollout that brings no new configuration: the next shape, and which of the old ones it names. */
export interface ShapeChange {
  readonly shape: number
  readonly subset: number
}

export const rolloutsOf = (start: Start, allNames: readonly (readonly number[])[]) => {
  const shapes: Shape[] = []
  const shapeNumbers = new Map<string, number>()
  const idleIn: boolean[] = []
  const shapeNumber = (shape: Shape): number => {
    const key = JSON.stringify(shape)
    const found = shapeNumbers.get(key)
    if (found !== undefined) return found
    const id = shapes.push(shape) - 1
    shapeNumbers.set(key, id)
    idleIn[id] = idle(shape)
    return id
  }

  const lists: (readonly number[])[] = []
  const listNumbers = new Map<string, number>()
  const listLow: number[] = []
  const listHigh: number[] = []
  const listNumber = (list: readonly number[]): number => {
    const key = list.join()
    const found = listNumbers.get(key)
    if (found !== undefined) return found
    const id = lists.push(list) - 1
    listNumbers.set(key, id)
    const used: Used = { low: 0, high: 0 }
    configurationsUse(used, list)
    listLow[id] = used.low
    listHigh[id] = used.high
    return id
  }

  const shapeOf: number[] = []
  const listOf: number[] = []
  const pairs = table()
  const pair = (shape: number, list: number): number => {
    const found = pairs.get(shape, list, 0, 0, 0, 0, 0, 0)
    if (found >= 0) return found
    const id = shapeOf.push(shape) - 1
    listOf.push(list)
    pairs.add(shape, list, 0, 0, 0, 0, 0, 0, id)
    return id
  }

  const number = (parts: Shape): number => {
    const list = [...new Set(named(parts))].toSorted(byAge)
    const shape = shapeNumber(mapped(parts, (each) => list.indexOf(each)))
    return pair(shape, listNumber(list))
  }
  const partsOf = (id: number): Shape => {
    const list = must(lists[must(listOf[id])])
    return mapped(must(shapes[must(shapeOf[id])]), (at) => must(list[at]))
  }

  const subsets: (readonly number[])[] = []
  const subsetNumbers = new Map<string, number>()
  const chosen = table()
  const choose = (list: number, subset: number): number => {
    const found = chosen.get(list, subset, 0, 0, 0, 0, 0, 0)
    if (found >= 0) return found
    const items = must(lists[list])
    const next = listNumber(must(subsets[subset]).map((at) => must(items[at])))
    chosen.add(list, subset, 0, 0, 0, 0, 0, 0, next)
    return next
  }
  /** The change from one rollout to another, as it can be made of any rollout of the same shape. */
  const changeBetween = (from: number, to: number): ShapeChange => {
    const before = must(lists[must(listOf[from])])
    const subset = must(lists[must(listOf[to])]).map((each) => before.indexOf(each))
    if (subset.includes(-1)) throw new Error('a rollout step brought a configuration of its own')
    const key = subset.join()
    let id = subsetNumbers.get(key)
    if (id === undefined) {
      id = subsets.push(subset) - 1
      subsetNumbers.set(key, id)
    }
    return { shape: must(shapeOf[to]), subset: id }
  }
  const changed = (id: number, shape: number, subset: number): number =>
    pair(shape, choose(must(listOf[id]), subset))

  const masks = table()
  /** Which configurations of a rollout are among others, as a mask of their places. */
  const among = (id: number, others: number, has: (configuration: number) => boolean): number => {
    const list = must(listOf[id])
    const found = masks.get(list, others, 0, 0, 0, 0, 0, 0)
    if (found >= 0) return found
    let mask = 0
    must(lists[list]).forEach((each, at) => {
      if (has(each)) mask |= 1 << at
    })
    masks.add(list, others, 0, 0, 0, 0, 0, 0, mask)
    return mask
  }

  const renamings = table()
  const renamed = (id: number, names: number): number => {
    const list = must(listOf[id])
    let next = renamings.get(list, names, 0, 0, 0, 0, 0, 0)
    if (next < 0) {
      next = listNumber(renamedConfigurations(start, must(lists[list]), must(allNames[names])))
      renamings.add(list, names, 0, 0, 0, 0, 0, 0, next)
    }
    return pair(must(shapeOf[id]), next)
  }

  const prunings = table()
  const prunedShapes: ShapeChange[] = []
  /** Without ReplicaSets that have no pods, that nobody asks for, and whose configuration is gone. */
  const pruned = (id: number, others: number, has: (configuration: number) => boolean): number => {
    const shape = must(shapeOf[id])
    if (idleIn[shape] !== true) return id
    const mask = among(id, others, has)
    const found = prunings.get(shape, mask, 0, 0, 0, 0, 0, 0)
    if (found >= 0) {
      const { shape: next, subset } = must(prunedShapes[found])
      return changed(id, next, subset)
    }
    const parts = partsOf(id)
    const { deployment, servers } = parts
    const next = number({
      ...parts,
      deployment: {
        ...deployment,
        replicaSets: deployment.replicaSets.filter(
          ({ of, replicas }) =>
            replicas > 0 ||
            of === deployment.template ||
            of === deployment.observedReplicaSet ||
            has(of) ||
            servers.servers.some((server) => server.of === of),
        ),
      },
    })
    prunings.add(shape, mask, 0, 0, 0, 0, 0, 0, prunedShapes.push(changeBetween(id, next)) - 1)
    return next
  }

  return {
    shapes,
    lists,
    shapeOf,
    listOf,
    listLow,
    listHigh,
    number,
    partsOf,
    changeBetween,
    changed,
    choose,
    listNumber,
    among,
    renamed,
    pruned,
    count: () => shapeOf.length,
  }
}
