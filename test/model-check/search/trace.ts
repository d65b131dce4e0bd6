/**
 * The way to a state: moves by name, and one line of state after each.
 */
import { formatOrdinal } from '@keyroll/core'
import type { World } from '@keyroll/adapters-fake'
import { vectorItems } from '@keyroll/adapters-fake'
import type { Space, Tuple } from '../state/space.js'
import type { Decide } from './controller.js'
import type { Explored } from './explore.js'
import { successors, viewIn } from './plain.js'

export interface TraceStep {
  readonly move: string
  readonly state: string
}

const short = (id: string): string => id.split(':')[1] ?? id

const ordinal = (of: { readonly epoch: number; readonly step: number } | null): string =>
  of === null ? '-' : formatOrdinal(of)

/** One line: wish, record, live and older configurations, template, servers, objects, migrations. */
const line = (world: World): string => {
  const { record, wish, configurations, deployment, migrations, copies } = world.api
  const lists = (entries: (typeof configurations)[number]['loaded']['entries']): string =>
    entries.map(({ keys }) => keys.map(({ id }) => short(id)).join('')).join('|')
  const recorded =
    record === null
      ? 'none'
      : record.entries
          .map(
            ({ activeKey, targetKey, older }) =>
              `${short(activeKey.id)}${targetKey === null ? '' : `>${short(targetKey.id)}`}${older.length === 0 ? '' : `+${older.map(({ id }) => short(id)).join('')}`}`,
          )
          .join('|') +
        ` ${record.history.map(({ state, startedTime }) => `${state}@${startedTime}`).join(',')}`
  const servers = world.servers
    .map(
      ({ ordinal: of, phase, terminating }) =>
        `${ordinal(of)}${phase[0] ?? ''}${terminating ? '!' : ''}`,
    )
    .join(' ')
  const objects = world.etcd.resources
    .map(({ objects: each }) =>
      vectorItems(each)
        .map(({ under }) => short(under))
        .join(''),
    )
    .join('|')
  const flights = world.inFlight
    .map(({ object, value }) => `${object}:${short(value.under)}`)
    .join()
  return [
    `wish ${wish === null ? 'none' : short(wish.key.id)}`,
    `record ${recorded}`,
    `live ${configurations.map(({ loaded }) => `${ordinal(loaded.ordinal)}[${lists(loaded.entries)}]`).join(' ')}`,
    `copies ${copies.map(({ loaded }) => ordinal(loaded.ordinal)).join(' ')}`,
    `template ${ordinal(deployment.template.ordinal)}`,
    `servers ${servers}`,
    `objects ${objects}${flights === '' ? '' : ` in flight ${flights}`}`,
    ...(migrations.length === 0
      ? []
      : [
          `migrations ${migrations.map((each) => `${ordinal(each.ordinal)}#${each.attempt}${each.end ?? (each.hangs ? 'Hangs' : each.startedTime === null ? 'Pending' : 'Running')}${each.continuity === '' ? '' : `(${each.continuity})`}`).join(' ')}`,
        ]),
  ].join('; ')
}

const stateLine = (space: Space, t: Tuple): string => {
  const text = line(space.worldOf(t))
  if (t[7] === 0) return text
  return `${text}; ${viewIn(space, t)}`
}

export const pathTo = (explored: Explored, state: number): readonly number[] => {
  const path: number[] = []
  for (let at = state; at >= 0; at = explored.parents.at(at)) path.unshift(at)
  return path
}

export const traceOf = (
  explored: Explored,
  decide: Decide,
  path: readonly number[],
): readonly TraceStep[] => {
  const { space, found } = explored
  const read = (number: number): Tuple => {
    const tuple: Tuple = [0, 0, 0, 0, 0, 0, 0, 0]
    found.read(number, tuple)
    return tuple
  }
  return path.map((number, at) => {
    const tuple = read(number)
    const before = path[at - 1]
    const key = tuple.join()
    const move =
      before === undefined
        ? 'start'
        : (successors(space, decide, read(before)).find((each) => each.tuple.join() === key)
            ?.label ?? '?')
    return { move, state: stateLine(space, tuple) }
  })
}

/** Follows moves by name from the start; null: at that step there is no such move. */
export const replayed = (
  space: Space,
  decide: Decide,
  first: Tuple,
  moves: readonly string[],
): Tuple | null => {
  let at: Tuple = first
  for (const move of moves) {
    const next = successors(space, decide, at).find(({ label }) => label === move)
    if (next === undefined) return null
    at = next.tuple
  }
  return at
}
