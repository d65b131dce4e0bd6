/**
 * Clients' traffic in a play: reads, lists and writes at every server that clients know of.
 */
import { apply } from '../world/apply.js'
import type { Environment } from '../world/environment.js'
import type { ClientMove, Move } from '../world/move.js'
import type { Answer } from '../world/outcome.js'
import { advance, drawBelow } from '../world/random.js'
import type { World } from '../world/world.js'
import type { Server } from '../servers/server.js'

/** Requests by kind, and how many of them did not go well. */
export interface Requests {
  readonly reads: number
  readonly lists: number
  readonly writes: number
  readonly failed: number
  readonly interrupted: number
}

export const noRequests: Requests = Object.freeze({
  reads: 0,
  lists: 0,
  writes: 0,
  failed: 0,
  interrupted: 0,
})

/** The requests with one more. */
export const counted = (requests: Requests, { kind, verdict }: Answer): Requests => ({
  reads: requests.reads + (kind === 'read' ? 1 : 0),
  lists: requests.lists + (kind === 'list' ? 1 : 0),
  writes: requests.writes + (kind === 'write' ? 1 : 0),
  failed: requests.failed + (verdict === 'failed' ? 1 : 0),
  interrupted: requests.interrupted + (verdict === 'interrupted' ? 1 : 0),
})

/** A server that clients are connected to: it serves, or has just crashed. */
const isKnown = ({ phase, mounted, process }: Server): boolean =>
  phase === 'Ready' || (phase === 'Created' && mounted !== null && process === null)

interface Traffic {
  readonly world: World
  readonly random: number
  readonly answers: readonly Answer[]
}

/** Of ten requests, four read, two list, four write; a write is read back at another server. */
const requestAt = (
  world: World,
  random: number,
  server: string,
  others: readonly string[],
): readonly ClientMove[] => {
  const place = world.etcd.resources[drawBelow(random, world.etcd.resources.length)]
  if (place === undefined || place.objects.size === 0) return []
  const object = drawBelow(advance(random), place.objects.size)
  const dice = drawBelow(advance(advance(random)), 20)
  const elsewhere = others[drawBelow(advance(advance(advance(random))), others.length)] ?? server
  const target = { server, resource: place.resource, object }
  if (dice < 8) return [{ kind: 'ClientReads', ...target }]
  if (dice < 12) return [{ kind: 'ClientLists', server, resource: place.resource }]
  if (dice === 19) return [{ kind: 'WriteSealed', ...target }]
  return [
    { kind: dice < 16 ? 'ClientWrites' : 'ClientRewrites', ...target },
    { kind: 'ClientReads', ...target, server: elsewhere },
  ]
}

/** A client of a server that has just ended finds its connection broken. */
export const brokenConnections = (
  environment: Environment,
  world: World,
  move: Move,
): readonly Answer[] => {
  if (move.kind !== 'PodGone' && move.kind !== 'PodCrashes') return []
  const resource = world.etcd.resources[0]?.resource ?? ''
  const { server } = move
  return apply(environment)(world, { kind: 'ClientReads', server, resource, object: 0 }).answers
}

const drawsPerRequest = 4

/** So many requests at each server. */
export const traffic = (
  environment: Environment,
  world: World,
  random: number,
  each: number,
): Traffic => {
  const answers: Answer[] = []
  const names = world.servers.filter(isKnown).map(({ name }) => name)
  let next = world
  let state = random
  for (let round = 0; round < each; round += 1)
    for (const name of names) {
      const moves = requestAt(
        next,
        state,
        name,
        names.filter((other) => other !== name),
      )
      for (let draw = 0; draw < drawsPerRequest; draw += 1) state = advance(state)
      for (const move of moves) {
        const outcome = apply(environment)(next, move)
        next = outcome.world
        answers.push(...outcome.answers)
      }
    }
  return { world: next, random: state, answers }
}
