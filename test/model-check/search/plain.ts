/**
 * All successors of a state, the plain way: the whole world is rebuilt, every move is made on it, and what
 * comes out is taken apart again. Slow, and the measure of the fast way.
 */
import type { Effect } from '@keyroll/core'
import type { Server, World } from '@keyroll/adapters-fake'
import { type Space, type Tuple, faultsIn, oneFault, oneWish, wishesIn } from '../state/space.js'
import * as S from '../state/steps.js'
import { type Decide, decided, effectOf, performed } from './controller.js'
import { outcomes } from './frozen.js'
import { isAllowedWish } from './symmetry.js'
import { type MoveKind, isQuiet } from './move-kind.js'

export interface Successor {
  readonly kind: MoveKind
  readonly label: string
  readonly tuple: Tuple
  /** Neither a client, a user, a fault nor a view that freezes. */
  readonly quiet: boolean
  readonly effect: Effect | null
}

interface Change {
  readonly kind: MoveKind
  readonly label: string
  readonly to: Tuple
  readonly effect?: Effect
}

const changes = (space: Space, decideBy: Decide, from: Readonly<Tuple>): readonly Change[] => {
  const { start } = space
  const world = space.worldOf(from)
  const found: Change[] = []
  const x = from[1]
  const into = (kind: MoveKind, label: string, next: World, cost = 0): void => {
    found.push({ kind, label, to: space.tupleOf(next, x - cost, from[7]) })
  }
  const orphans = (label: string, next: World, ended: Server | null, cost = 0): void => {
    if (ended === null || world.inFlight.length >= start.bounds.inFlight) return
    if (faultsIn(x) * oneFault <= cost) return
    for (const step of S.orphanSteps(world, ended))
      into(
        'orphan',
        `${label} ${step.label}`,
        { ...next, inFlight: step.world.inFlight },
        cost + oneFault,
      )
  }
  for (const step of S.rolloutSteps(world)) {
    into('rollout', step.label, step.world)
    orphans(step.label, step.world, step.ended)
  }
  for (const step of S.podStartSteps(world)) into('podStarts', step.label, step.world)
  for (const step of S.podReadySteps(world)) into('podReady', step.label, step.world)
  for (const step of S.clientSteps(world)) into('client', step.label, step.world)
  for (const step of S.flightSteps(world)) into('flight', step.label, step.world)
  for (const step of S.migratorSteps(start, world)) into('migrator', step.label, step.world)
  for (const step of S.settleSteps(world)) into('settle', step.label, step.world)
  for (const step of S.deadlineSteps(world)) into('deadline', step.label, step.world)
  if (wishesIn(x) > 0)
    for (const step of S.wishSteps(world)) {
      const to = space.tupleOf(step.world, x - oneWish, from[7])
      if (isAllowedWish(space, from, to[1] & 7)) found.push({ kind: 'wish', label: step.label, to })
    }
  if (faultsIn(x) > 0) {
    for (const step of S.serverFaultSteps(world)) {
      into('serverFault', step.label, step.world, oneFault)
      orphans(step.label, step.world, step.ended, oneFault)
    }
    for (const step of S.migrationFaultSteps(world))
      into('migrationFault', step.label, step.world, oneFault)
    for (const step of S.recordFaultSteps(world))
      into('recordFault', step.label, step.world, oneFault)
    for (const step of S.configurationFaultSteps(world))
      into('configurationFault', step.label, step.world, oneFault)
  }
  const act = (kind: 'fresh' | 'cached', seen: World, on: World): 'fresh' | 'done' => {
    const decision = decided(decideBy, seen, kind)
    const effect = effectOf(decision)
    if (effect === null) return decision.nextLook?.look === 'fresh' ? 'fresh' : 'done'
    const next = performed(on, effect)
    if (next === null) return 'fresh'
    const gone: Change = {
      kind,
      label: `${kind} controller: ${decision.row} ${effect.kind}`,
      to: space.tupleOf(next, x, from[7]),
      effect,
    }
    found.push(gone)
    return decision.nextLook?.look === 'fresh' ? 'fresh' : 'done'
  }
  if (from[7] === 0) {
    act('fresh', world, world)
    return found
  }
  const part = space.frozens[from[7]] ?? space.nothingFrozen
  if (part.late >= 0) {
    const effect = space.effectAt(part.late)
    const landed = performed(world, effect)
    if (landed !== null)
      found.push({
        kind: 'late',
        label: `a late write lands: ${effect.kind}`,
        to: space.tupleOf(landed, x, 0),
        effect,
      })
    act('fresh', world, world)
    found.push({ kind: 'thaw', label: 'the late write is lost', to: thawedFrom(from) })
    return found
  }
  const on = space.worldOf(from, {
    record: part.recordDirty ? '2' : '1',
    template: part.templateDirty ? 2 : 1,
  })
  const asks = act('cached', space.worldOf(space.seenIn(from)), on)
  if (asks === 'fresh' || start.bounds.controllers > 1) act('fresh', world, world)
  found.push({ kind: 'thaw', label: 'ViewThaws', to: thawedFrom(from) })
  return found
}

const frozenKinds = [
  'record',
  'published',
  'copies',
  'deployment',
  'servers',
  'migrations',
  'wish',
] as const

/** What stands still in a state, or is late; empty: nothing. */
export const viewIn = (space: Space, tuple: Readonly<Tuple>): string => {
  const part = space.frozens[tuple[7]] ?? space.nothingFrozen
  const kind = frozenKinds.find((each) => part[each] >= 0)
  if (part.late >= 0) return `${space.effectAt(part.late).kind} is late`
  return kind === undefined ? '' : `the view of ${kind} freezes`
}

const thawedFrom = (from: Readonly<Tuple>): Tuple => {
  const thawed: Tuple = [...from]
  thawed[7] = 0
  return thawed
}

/** Every successor, in canonical form. */
export const successors = (
  space: Space,
  decideBy: Decide,
  from: Readonly<Tuple>,
): readonly Successor[] => {
  const effect = effectOf(decided(decideBy, space.worldOf(from), 'fresh'))
  const decision = effect === null ? -1 : space.effectNumber(effect)
  return changes(space, decideBy, from).flatMap((change) =>
    outcomes(space, from, change.to, change.kind === 'fresh' ? -1 : decision).map(
      ({ tuple, freezes }) => ({
        kind: change.kind,
        label: freezes ? `${viewIn(space, tuple)}, then ${change.label}` : change.label,
        tuple,
        quiet: isQuiet(change.kind) && !freezes,
        effect: change.effect ?? null,
      }),
    ),
  )
}
