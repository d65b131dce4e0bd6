/**
 * Clients' requests at one named server.
 *
 * GET reads etcd each time. LIST is served from the server's watch cache, which has decoded each event
 * once: it costs the same for ten objects and for ten thousand. Source: kube-apiserver 1.37, as run.
 */
import * as E from 'fp-ts/lib/Either.js'
import { openedBy, sealedBy } from '../servers/sealing.js'
import type { RunningServer, Server } from '../servers/server.js'
import { isServing, serverNamed, unreadableKey } from '../servers/serving.js'
import { type Address, addressOf } from '../store/address.js'
import { type Place, objectAt, resourceIndex } from '../store/etcd.js'
import { landed } from '../store/landing.js'
import type { Environment } from '../world/environment.js'
import type { ClientMove } from '../world/move.js'
import type { Answer, Outcome } from '../world/outcome.js'
import type { World } from '../world/world.js'
import {
  type Request,
  corrupt,
  fine,
  listFailed,
  listLost,
  refused,
  starting,
  unsealed,
  wrong,
} from './answers.js'

/** Seconds from the first undecodable event until the watch cache gives up. */
const cacheWindow = 30

interface Target {
  readonly server: RunningServer
  readonly address: Address
  readonly request: Request
}

const answered = (world: World, answer: Answer): Outcome => ({
  world,
  answers: [answer],
  happened: true,
})

const impossible = (world: World): Outcome => ({ world, answers: [], happened: false })

const unavailable = (server: Server | undefined, request: Request): Answer =>
  server === undefined || server.process === null ? refused(request) : starting(request)

const list = (world: World, { process }: RunningServer, at: number, request: Request): Answer => {
  const keyId = unreadableKey(world, process, at)
  if (keyId === null) return fine(request, 200)
  const since = process.failing.find(({ resource }) => resource === at)?.since
  return since !== undefined && world.now - since < cacheWindow
    ? listFailed(request, keyId)
    : listLost(request, keyId)
}

const read = (
  environment: Environment,
  world: World,
  { server, address, request }: Target,
): Answer => {
  const stored = objectAt(world.etcd, address)
  if (stored === undefined) return fine(request, 404)
  const reading = openedBy(environment, world, server.process, address, stored)
  switch (reading._tag) {
    case 'Read':
      return fine(request, 200)
    case 'Wrong':
      return wrong(request)
    case 'Unreadable':
      return corrupt(request, address.etcdKey, reading.text)
  }
}

/** An update reads what it replaces; a creation does not. `inFlight`: etcd has not taken it yet. */
const write = (
  environment: Environment,
  world: World,
  target: Target,
  inFlight: boolean,
): Outcome => {
  const { server, address, request } = target
  const stored = objectAt(world.etcd, address)
  if (stored !== undefined) {
    const answer = read(environment, world, target)
    if (answer.verdict !== 'ok') return answered(world, answer)
  }
  const value = sealedBy(environment, world, server, address, (stored?.content ?? 0) + 1)
  if (E.isLeft(value)) return answered(world, unsealed(request, value.left))
  if (!inFlight)
    return answered(
      landed(environment, world, address, value.right),
      fine(request, stored === undefined ? 201 : 200),
    )
  const { resource, object } = address
  const sent = {
    server: server.name,
    resource,
    object,
    over: stored?.revision ?? 0,
    value: value.right,
    deadline: null,
  }
  return {
    world: { ...world, inFlight: [...world.inFlight, sent] },
    answers: [],
    happened: true,
  }
}

/** Writing back unchanged: a write only where the server finds the value stale. */
const rewrite = (environment: Environment, world: World, target: Target): Outcome => {
  const { server, address, request } = target
  const stored = objectAt(world.etcd, address)
  if (stored === undefined) return answered(world, fine(request, 404))
  const reading = openedBy(environment, world, server.process, address, stored)
  if (reading._tag === 'Wrong') return answered(world, wrong(request))
  if (reading._tag === 'Unreadable')
    return answered(world, corrupt(request, address.etcdKey, reading.text))
  if (!reading.stale) return answered(world, fine(request, 200))
  const value = sealedBy(environment, world, server, address, stored.content)
  return E.isLeft(value)
    ? answered(world, unsealed(request, value.left))
    : answered(landed(environment, world, address, value.right), fine(request, 200))
}

/** One object written back unchanged through a server that serves. */
export const rewrittenAt = (
  environment: Environment,
  world: World,
  server: RunningServer,
  place: Place,
): Outcome => {
  const address = addressOf(world.etcd, place)
  if (address === null) return impossible(world)
  const { kind: resource, name } = address
  const request: Request = { kind: 'write', server: server.name, resource, name }
  return rewrite(environment, world, { server, address, request })
}

const kindOf = (move: ClientMove): Answer['kind'] => {
  switch (move.kind) {
    case 'ClientReads':
      return 'read'
    case 'ClientLists':
      return 'list'
    case 'ClientWrites':
    case 'ClientRewrites':
    case 'WriteSealed':
      return 'write'
  }
}

/** Answers one request; a resource that is not stored at all makes none. */
export const requested = (environment: Environment, world: World, move: ClientMove): Outcome => {
  const resource = resourceIndex(world.etcd, move.resource)
  const object = move.kind === 'ClientLists' ? 0 : move.object
  const address = addressOf(world.etcd, { resource, object })
  const size = world.etcd.resources[resource]?.objects.size ?? 0
  if (address === null || object < 0 || object > size) return impossible(world)
  const request: Request = {
    kind: kindOf(move),
    server: move.server,
    resource: move.resource,
    name: move.kind === 'ClientLists' ? null : address.name,
  }
  const server = serverNamed(world, move.server)
  if (server === undefined || !isServing(server))
    return answered(world, unavailable(server, request))
  const target: Target = { server, address, request }
  switch (move.kind) {
    case 'ClientReads':
      return answered(world, read(environment, world, target))
    case 'ClientLists':
      return answered(world, list(world, server, resource, request))
    case 'ClientWrites':
      return write(environment, world, target, false)
    case 'ClientRewrites':
      return rewrite(environment, world, target)
    case 'WriteSealed':
      return write(environment, world, target, true)
  }
}
