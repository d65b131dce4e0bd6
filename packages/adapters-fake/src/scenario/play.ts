/**
 * The driver: plays a world from a seed around a controller, fairly, under clients' traffic.
 *
 * What is due comes in random order, the controller's turn among it; when nothing is due, virtual time
 * jumps to what comes next. A play is plain data, and one step of it is a pure function.
 */
import type { Observation } from '@keyroll/core'
import { apply } from '../world/apply.js'
import type { Environment } from '../world/environment.js'
import type { Move } from '../world/move.js'
import type { Answer } from '../world/outcome.js'
import { advance, drawBelow } from '../world/random.js'
import type { World } from '../world/world.js'
import { mischief, unkindMoves } from './mischief.js'
import { type Play, type PlayOptions, startPlay } from './play-state.js'
import { brokenConnections, counted, traffic } from './requests.js'
import { scheduleOf } from './schedule.js'

const defaultPatience = 48 * 3600
const defaultSteps = 200_000

const withAnswers = (play: Play, answers: readonly Answer[]): Play => {
  let { requests, firstFailure } = play
  for (const answer of answers) {
    requests = counted(requests, answer)
    if (answer.verdict === 'failed')
      firstFailure ??= { answer, stage: play.lastTurn?.stage ?? 'Unknown', at: play.world.now }
  }
  return { ...play, requests, firstFailure }
}

const turned = (play: Play, options: PlayOptions, look: Observation['look']): Play => {
  const turn = options.controller(play.world, look)
  const { nextLook, world } = turn
  return {
    ...play,
    world,
    turns: play.turns + 1,
    lastTurn: turn,
    last: { kind: 'Turned', turn },
    nextLook: nextLook === null ? null : { at: world.now + nextLook.after, look: nextLook.look },
    end: options.goal(world, turn) ? 'Goal' : null,
  }
}

/** The migrator takes a fiftieth of the objects in one go, so that a migration is never one moment. */
const inBatches = (world: World, move: Move): Move => {
  if (move.kind !== 'MigrationSteps') return move
  const migration = world.api.migrations.find(({ name }) => name === move.migration)
  const size =
    world.etcd.resources.find(({ resource }) => resource === migration?.resource)?.objects.size ?? 0
  return { ...move, objects: Math.max(1, Math.ceil(size / 50)) }
}

const moved = (environment: Environment, options: PlayOptions, play: Play, move: Move): Play => {
  const made = inBatches(play.world, move)
  const { world, answers } = apply(environment)(play.world, made)
  const broken = options.traffic === 0 ? [] : brokenConnections(environment, world, made)
  const wakes = play.nextLook === null && made.kind !== 'Tick'
  return withAnswers(
    {
      ...play,
      world,
      last: { kind: 'Moved', move: made },
      nextLook: wakes ? { at: world.now, look: 'cached' } : play.nextLook,
    },
    [...answers, ...broken],
  )
}

const chosen = (environment: Environment, options: PlayOptions, play: Play): Play => {
  const { world, nextLook } = play
  const { due, next } = scheduleOf(world)
  const looks = nextLook !== null && nextLook.at <= world.now
  const choices = due.length + (looks ? 1 : 0)
  if (choices > 0) {
    const choice = due[drawBelow(play.random, choices)]
    const drawn = { ...play, random: advance(play.random) }
    return choice === undefined
      ? turned(drawn, options, nextLook?.look ?? 'cached')
      : moved(environment, options, drawn, choice)
  }
  const idle = (options.mischiefEvery ?? 0) > 0 && unkindMoves(world).length > 0
  const wake = Math.min(
    next ?? Infinity,
    nextLook?.at ?? Infinity,
    idle ? world.now + 60 : Infinity,
  )
  return Number.isFinite(wake)
    ? moved(environment, options, play, {
        kind: 'Tick',
        seconds: Math.max(1, Math.ceil(wake - world.now)),
      })
    : { ...play, end: 'Stuck' }
}

/** Clients of many servers would otherwise seal more writes than land, and time would stand still. */
const hasLanded = ({ last }: Play): boolean =>
  last?.kind === 'Moved' && last.move.kind === 'WriteLands'

/** One step on: clients' requests, then one move or one turn. A play that has ended stays as it is. */
export const playStep =
  (environment: Environment, options: PlayOptions) =>
  (play: Play): Play => {
    if (play.end !== null) return play
    const { world: start, patience = defaultPatience, steps = defaultSteps } = options
    if (play.world.now - start.now > patience || play.steps >= steps)
      return { ...play, end: 'Stuck' }
    const each = hasLanded(play) ? 0 : (options.traffic ?? 2)
    const requests = traffic(environment, play.world, play.random, each)
    const served = withAnswers(
      {
        ...play,
        world: requests.world,
        random: advance(requests.random),
        steps: play.steps + 1,
      },
      requests.answers,
    )
    const unkind = mischief(served.world, served.random, {
      crashes: options.crashes ?? false,
      every: options.mischiefEvery ?? 0,
    })
    if (unkind === null) return chosen(environment, options, served)
    return moved(
      environment,
      options,
      { ...served, random: advance(advance(served.random)) },
      unkind,
    )
  }

/**
 * Plays to the end: `Goal`, or `Stuck` when nothing more can happen or patience is over.
 *
 * @example
 * import { sealingKey } from '@keyroll/core'
 * import * as E from 'fp-ts/lib/Either.js'
 * import { controlPlane, play, symbolicEnvironment, symbolicText } from '@keyroll/adapters-fake'
 *
 * const configuration = symbolicText([
 *   { resources: ['secrets'], keys: [sealingKey('aescbc', 'key1', 'ab12')] },
 * ])
 * const world = controlPlane(symbolicEnvironment)({ configuration, resources: ['secrets'] })
 * assert.ok(E.isRight(world))
 * const idle = play(symbolicEnvironment)({
 *   world: world.right,
 *   seed: 1,
 *   controller: (now) => ({
 *     world: now, stage: 'Steady', effect: null, error: null, nextLook: { after: 60, look: 'cached' },
 *   }),
 *   goal: (now) => now.now >= world.right.now + 600,
 * })
 * assert.equal(idle.end, 'Goal')
 * assert.equal(idle.requests.failed, 0)
 */
export const play =
  (environment: Environment) =>
  (options: PlayOptions): Play => {
    const step = playStep(environment, options)
    let now = startPlay(options)
    while (now.end === null) now = step(now)
    return now
  }
