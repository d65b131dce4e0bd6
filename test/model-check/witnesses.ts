/**
 * What a search must have seen, so that its properties do not hold for lack of anything that could break them.
 */
import type { Explored } from './search/explore.js'
import { moveKinds } from './search/move-kind.js'
import { type Tuple, inPool } from './state/space.js'

export interface Witnesses {
  readonly [name: string]: number
}

const expectedStages = ['Steady', 'ReadOnlyDeploy', 'WritePromote', 'Migrating', 'Retiring']

/** States and moves of each sort, counted. */
export const witnessesOf = (explored: Explored): Witnesses => {
  const { space, found, fired, counted, goals } = explored
  const { rollouts, start } = space
  const counts: { [name: string]: number } = {}
  const count = (name: string, holds: boolean): void => {
    counts[name] = (counts[name] ?? 0) + (holds ? 1 : 0)
  }
  for (const stage of expectedStages) counts[`stage ${stage}`] = counted.stages[stage] ?? 0
  counts['goals'] = 0
  const objectsUnderTwoKeys: boolean[] = []
  const failedThenSucceeded: boolean[] = []
  const lingering = new Map<number, boolean>()
  const isLingering = (t: Tuple): boolean => {
    const record = space.records.items[t[0]] ?? null
    const target = record?.entries[0]?.target ?? -1
    if (record?.history[0]?.state !== 'WritePromote' || target < 0) return false
    const key = t[4] * 16 + target
    const known = lingering.get(key)
    if (known !== undefined) return known
    const { servers } = rollouts.partsOf(t[4]).servers
    const is = servers.some(
      ({ of, phase, terminating }) =>
        phase === 2 && terminating && start.keysIn(of, 0)[0] !== target,
    )
    lingering.set(key, is)
    return is
  }
  const t: Tuple = [0, 0, 0, 0, 0, 0, 0, 0]
  for (let state = 0; state < found.count(); state += 1) {
    found.read(state, t)
    const objects = (objectsUnderTwoKeys[t[5]] ??= inPool(space.etcds, t[5]).some(
      (part) => new Set(part.objects.map(({ under }) => under)).size > 1,
    ))
    const retried = (failedThenSucceeded[t[6]] ??=
      inPool(space.migrations, t[6]).some(({ end }) => end === 'Failed') &&
      inPool(space.migrations, t[6]).some(({ end }) => end === 'Succeeded'))
    count('goals', goals[state] === 1)
    count(
      'three configurations serve at once',
      (rollouts.lists[explored.servingOf(t[4])]?.length ?? 0) > 2,
    )
    count('objects under two keys', objects)
    count('a terminating server writes the old key after the commit', isLingering(t))
    count('a migration failed, another succeeded', retried)
  }
  counts['a wish replaces the target'] = counted.rows['replace'] ?? 0
  counts['a wish cancels the target'] = counted.rows['cancel'] ?? 0
  counts['a wish reverses the rotation'] = counted.rows['reverse'] ?? 0
  counts['a write is rejected by version'] = counted.rejectedByVersion
  counts['a write is rejected by the fence'] = counted.rejectedByFence
  moveKinds.forEach((kind, at) => {
    counts[`move ${kind}`] = fired[at] ?? 0
  })
  for (const [row, writes] of Object.entries(counted.rows)) counts[`row ${row}`] = writes
  return counts
}
