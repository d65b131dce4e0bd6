/**
 * Frozen views. Freezing is a part of the move that first makes the frozen part differ: before that, a frozen
 * view shows what a current one does.
 */
import { ordinalIn } from '../state/codes.js'
import type { FrozenPart } from '../state/parts.js'
import { type Space, type Tuple, oneView, viewsIn, wishIn } from '../state/space.js'

/** Whether the template was written by the change from one rollout to another. */
const templateWritten = (space: Space, from: number, to: number): boolean => {
  if (from === to) return false
  const one = space.deploymentOf(from)
  const other = space.deploymentOf(to)
  return (
    one !== other &&
    space.deployments.items[one]?.template !== space.deployments.items[other]?.template
  )
}

/** The frozen view after a change: what it holds of record and template may be out of date now. */
export const dirtied = (space: Space, from: Readonly<Tuple>, to: Readonly<Tuple>): number => {
  const id = from[7]
  if (id === 0) return 0
  const part = space.frozens[id] ?? space.nothingFrozen
  if (part.late >= 0) return isOvertaken(space, part.late, from, to) ? 0 : id
  const recordDirty = part.recordDirty || (part.record >= 0 && from[0] !== to[0])
  const templateDirty =
    part.templateDirty || (part.deployment >= 0 && templateWritten(space, from[4], to[4]))
  return recordDirty === part.recordDirty && templateDirty === part.templateDirty
    ? id
    : space.frozen({ ...part, recordDirty, templateDirty })
}

/** A late write whose precondition can never hold again: it is as good as lost. */
const isOvertaken = (
  space: Space,
  late: number,
  from: Readonly<Tuple>,
  to: Readonly<Tuple>,
): boolean => {
  const kind = space.effects.items[late]?.kind
  if (kind === 'WriteRecord') return from[0] !== to[0]
  return kind === 'StampTemplate' && templateWritten(space, from[4], to[4])
}

/**
 * Frozen servers as far as `decide` can tell: either all of them are ready on one configuration, or nobody is
 * converged and only their ordinals count.
 */
const seenServers = (space: Space, rollout: number): number => {
  const id = space.serversOf(rollout)
  const part = space.serverSets.items[id]
  if (part === undefined) return id
  const alive = part.servers.filter(({ phase }) => phase !== 3)
  const of = alive[0]?.of ?? -1
  const whole =
    alive.length === space.start.bounds.replicas &&
    alive.every((each) => each.of === of && each.phase === 2 && !each.terminating) &&
    part.servers.every((each) => each.phase !== 3 || ordinalIn(each.of) < ordinalIn(of))
  return space.serverSets.number(
    whole
      ? { servers: alive, settled: part.settled }
      : {
          servers: [...new Set(alive.map((each) => each.of))].map((each) => ({
            of: each,
            phase: 1,
            terminating: false,
          })),
          settled: false,
        },
  )
}

const isWhole = (space: Space, servers: number): boolean =>
  space.serverSets.items[servers]?.servers.every(({ phase }) => phase === 2) === true

/**
 * A frozen Deployment as far as `decide` can tell: its template, its ReplicaSets, and whether it is done. The
 * counters that say so stand in its status, and freeze with it.
 */
const seenDeployment = (space: Space, rollout: number): number => {
  const id = space.deploymentOf(rollout)
  const part = space.deployments.items[id]
  if (part === undefined) return id
  const wanted = space.start.bounds.replicas
  const asked = part.replicaSets.reduce((sum, { replicas }) => sum + replicas, 0)
  const own = part.replicaSets.find(({ of }) => of === part.template)?.replicas
  const done = part.observed && asked === wanted && own === wanted
  return space.deployments.number({
    template: part.template,
    observed: done,
    observedReplicaSet: done ? part.template : -1,
    replicaSets: part.replicaSets.map(({ of }) => ({
      of,
      replicas: done && of === part.template ? wanted : 0,
    })),
  })
}

/**
 * The views that may have frozen just before the change, each by itself, and the write that may have been
 * decided on before it (`decided`, -1: none) and lands after it; none when used up.
 */
export const freezing = (
  space: Space,
  from: Readonly<Tuple>,
  to: Readonly<Tuple>,
  decided: number,
): readonly number[] => {
  if (from[7] !== 0 || viewsIn(from[1]) === 0) return []
  const recordDirty = from[0] !== to[0]
  const templateDirty = templateWritten(space, from[4], to[4])
  const found: FrozenPart[] = []
  const none = space.nothingFrozen
  if (recordDirty) found.push({ ...none, record: from[0], recordDirty })
  if (wishIn(from[1]) !== wishIn(to[1])) found.push({ ...none, wish: wishIn(from[1]) })
  if (from[2] !== to[2]) found.push({ ...none, published: from[2] })
  if (from[3] !== to[3]) found.push({ ...none, copies: from[3] })
  if (from[4] !== to[4]) {
    const { extended } = space.start.bounds
    const deployment = seenDeployment(space, from[4])
    // A view that shows a rollout under way only holds what a current one lets through, as long as its template
    // is current.
    if (
      templateDirty ||
      (deployment !== seenDeployment(space, to[4]) &&
        (extended || space.deployments.items[deployment]?.observed === true))
    )
      found.push({ ...none, deployment, templateDirty })
    const servers = seenServers(space, from[4])
    if (servers !== seenServers(space, to[4]) && (extended || isWhole(space, servers)))
      found.push({ ...none, servers })
  }
  if (from[6] !== to[6]) found.push({ ...none, migrations: from[6] })
  if (found.length > 0 && decided >= 0 && !isOvertaken(space, decided, from, to))
    found.push({ ...none, late: decided })
  return found.map(space.frozen)
}

/** All that a change may lead to: with views as they were, or with some frozen just before it. */
export const outcomes = (
  space: Space,
  from: Readonly<Tuple>,
  to: Readonly<Tuple>,
  decided: number,
): readonly { readonly tuple: Tuple; readonly freezes: boolean }[] => {
  const plain: Tuple = [...to]
  plain[7] = to[7] === from[7] ? dirtied(space, from, to) : to[7]
  const frozen = freezing(space, from, to, decided).map((view): Tuple => {
    const next: Tuple = [...to]
    next[1] -= oneView
    next[7] = view
    return next
  })
  return [plain, ...frozen].map((tuple, at) => {
    space.settleNames(tuple)
    return { tuple, freezes: at > 0 }
  })
}
