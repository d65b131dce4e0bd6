/**
 * Stories: a control plane is given, things happen, keyroll works, and what users see is told.
 *
 *     tell(
 *       given({ on: [entry('secrets', A, Plaintext)] }),
 *       when(theWishIs(B)),
 *       until(itRests),
 *       thenSee(noFailedRead, everythingUnder(B)),
 *     )
 *
 * Between the chapters a play runs the control plane from a seed. After every single step the promises are
 * looked at: a story in which one is broken ends at once, with its telling in the error.
 */
import { isDeepStrictEqual } from 'node:util'
import {
  type Condition,
  type Decision,
  type Observation,
  type Policy,
  type PortError,
  conditionChanged,
  conservative,
  decide,
} from '@keyroll/core'
import {
  type Environment,
  type Move,
  type Play,
  type PlayOptions,
  type World,
  apply,
  observe,
  perform,
  playStep,
  startPlay,
} from '@keyroll/adapters-fake'
import * as E from 'fp-ts/lib/Either.js'
import { type Found, inSymbols, worldOf } from './cast.js'
import { brokenBy, brokenIn, usedKeysAreNeeded } from './promises.js'
import { tornLook } from './torn-look.js'
import { partialLook } from './partial-look.js'
import { type Told, toldAfter, telling } from './telling.js'

/** Who decides; the stories are about core's `decide`, and can be told of others to see that they fail. */
export type Decider = (policy: Policy) => (observation: Observation) => Decision

/** What becomes of the nth write: its answer arrives, or is lost, or the write itself never arrives. */
export type Reply = 'arrives' | 'is lost' | 'never sent'

export interface Setting {
  readonly environment: Environment
  readonly policy: Policy
  readonly decide: Decider
  readonly seed: number
  /** Requests at each server before every step. */
  readonly traffic: number
  readonly reply: (write: number) => Reply
  /** Somebody acts against the protocol: what was damaged by hand is not promised to be readable. */
  readonly sabotage: boolean
  /** One step in so many is a move of the world's budget; 0: none. */
  readonly mischiefEvery: number
  readonly crashes: boolean
  /** One turn in so many is that of a second controller, whose look is torn; 0: there is none. */
  readonly rival: number
  /** One look in so many lacks parts that could not be read; 0: none does. */
  readonly partial: number
}

export interface Story {
  readonly setting: Setting
  readonly play: Play
  /** What happened, in order. */
  readonly told: readonly Told[]
  /** What users were told, each time that it changed. */
  readonly conditions: readonly Condition[]
  /** Writes that keyroll has asked for. */
  readonly writes: number
  /** The last worlds, oldest first, while there is a rival. */
  readonly past: readonly World[]
  /** Caches that somebody froze in the story: they stand still until the controller restarts. */
  readonly frozen: World['views']['frozen']
}

/** What comes next in a story. */
export type Chapter = (story: Story) => Story

const usual: Setting = {
  environment: inSymbols,
  policy: conservative,
  decide,
  seed: 1,
  traffic: 1,
  reply: () => 'arrives',
  sabotage: false,
  mischiefEvery: 0,
  crashes: false,
  rival: 0,
  partial: 0,
}

/** A control plane at rest, with keyroll about to look at it for the first time. */
export const given = ({
  environment = usual.environment,
  policy = usual.policy,
  decide: decider = usual.decide,
  traffic = usual.traffic,
  reply = usual.reply,
  sabotage = usual.sabotage,
  mischiefEvery = usual.mischiefEvery,
  crashes = usual.crashes,
  rival = usual.rival,
  partial = usual.partial,
  seed = usual.seed,
  ...found
}: Found & Partial<Setting> = {}): Story => {
  const setting: Setting = {
    environment,
    policy,
    decide: decider,
    seed,
    traffic,
    reply,
    sabotage,
    mischiefEvery,
    crashes,
    rival,
    partial,
  }
  const world = worldOf(environment, { seed, ...found })
  return {
    setting,
    play: startPlay({ ...idle, world, seed }),
    told: [],
    conditions: [],
    writes: 0,
    past: [],
    frozen: {},
  }
}

const idle: Pick<PlayOptions, 'controller' | 'goal'> = {
  controller: (world) => ({ world, stage: '', effect: null, error: null, nextLook: null }),
  goal: () => false,
}

/** The story from its beginning. */
export const tell = (start: Story, ...chapters: readonly Chapter[]): Story =>
  chapters.reduce((story, chapter) => chapter(story), start)

const fail = (story: Story, what: string): never => {
  throw new Error(`${what}\n${telling(story.told)}`)
}

const lost: PortError = { _tag: 'PortError', kind: 'Unavailable', message: 'no answer came' }

interface Taken {
  readonly told: Extract<Told, { readonly kind: 'Turn' }>
  readonly observation: Observation
  readonly before: World
  readonly after: World
}

/** A rival's look covers the last worlds; its turns are drawn from the play's own random state. */
const lookOf = (story: Story, world: World, look: Observation['look']): Observation => {
  const { rival, partial } = story.setting
  let state = story.play.random
  const draw = (below: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return (state >>> 8) % below
  }
  if (rival > 0 && draw(rival) === 0) return tornLook([...story.past, world], draw)
  const frozen = { ...world.views.frozen, ...story.frozen }
  const seen = observe({ ...world, views: { ...world.views, frozen } }, look)
  return partial > 0 && draw(partial) === 0 ? partialLook(seen, draw) : seen
}

/** Looks, decides (twice, since the same must come out), and writes. */
const turned = (story: Story, world: World, look: Observation['look']): Taken => {
  const { environment, policy, decide: decider, reply } = story.setting
  const observation = lookOf(story, world, look)
  const decision = decider(policy)(observation)
  if (!isDeepStrictEqual(decider(policy)(observation), decision))
    fail(story, 'the same observation led to two decisions')
  const { effect } = decision
  const at = world.now
  if (effect === null)
    return {
      told: { kind: 'Turn', at, look, decision, error: null },
      observation,
      before: world,
      after: world,
    }
  const answer = reply(story.writes + 1)
  const performed = answer === 'never sent' ? E.left(lost) : perform(environment)(world, effect)
  const error = E.isLeft(performed) ? performed.left : answer === 'arrives' ? null : lost
  return {
    told: { kind: 'Turn', at, look, decision, error },
    observation,
    before: world,
    after: E.isLeft(performed) ? world : performed.right,
  }
}

/** As `drive` does: whatever was assumed has proven wrong, or was not seen. */
const nextLook = ({ decision, error }: Taken['told']) =>
  error === null
    ? decision.nextLook
    : { after: error.kind === 'Conflict' ? 0.5 : 5, look: 'fresh' as const }

/** So many steps can lie between the first and the last read of a torn look. */
const remembered = 12

/** One step of the play: clients' requests, then one move or one turn. */
const stepped = (story: Story): Story => {
  const { setting, play } = story
  const { environment, seed, traffic, mischiefEvery, crashes } = setting
  const turns: Taken[] = []
  const step = playStep(environment, {
    ...idle,
    world: play.world,
    seed,
    traffic,
    mischiefEvery,
    crashes,
    patience: Infinity,
    steps: Infinity,
    controller: (world, look) => {
      const taken = turned(story, world, look)
      turns.push(taken)
      const { decision, error } = taken.told
      return {
        world: taken.after,
        stage: decision.stage,
        effect: decision.effect,
        error,
        nextLook: nextLook(taken.told),
      }
    },
  })
  const next = step(play)
  const [taken] = turns
  const told: readonly Told[] =
    taken === undefined
      ? next.last?.kind === 'Moved' && next.end === null
        ? [{ kind: 'Move', at: next.world.now, move: next.last.move }]
        : []
      : [taken.told]
  const { condition } = next.world.api
  const after: Story = {
    setting,
    play: next,
    told: toldAfter(story.told, told),
    conditions:
      condition === null || !conditionChanged(story.conditions.at(-1) ?? null, condition)
        ? story.conditions
        : [...story.conditions, condition],
    writes: story.writes + (taken === undefined || taken.told.decision.effect === null ? 0 : 1),
    frozen: story.frozen,
    past: setting.rival === 0 ? story.past : [...story.past, play.world].slice(-remembered),
  }
  return judged(after, taken)
}

const judged = (story: Story, taken: Taken | undefined): Story => {
  const { play, setting } = story
  if (setting.sabotage) {
    const harm = taken === undefined ? [] : brokenBy({ ...taken, ...taken.told })
    return harm.length > 0 ? fail(story, harm.join('\n')) : story
  }
  const broken = [
    ...(taken === undefined ? [] : brokenBy({ ...taken, ...taken.told })),
    ...brokenIn(play.world),
    ...(taken === undefined || taken.told.decision.effect === null
      ? []
      : usedKeysAreNeeded(play.world, setting.policy)),
    ...(play.firstFailure === null
      ? []
      : [`${play.firstFailure.answer.server}: ${play.firstFailure.answer.message}`]),
  ]
  return broken.length > 0 ? fail(story, broken.join('\n')) : story
}

/** What a story waits for. */
export interface Moment {
  /** "until …" */
  readonly says: string
  readonly isNow: (story: Story) => boolean
}

const patience = 6000

/** keyroll and the control plane work until the moment has come. */
export const until =
  ({ says, isNow }: Moment, within = patience): Chapter =>
  (start) => {
    let story = start
    for (let step = 0; step < within; step += 1) {
      if (isNow(story)) return story
      if (story.play.end !== null) return fail(story, `nothing more happens before ${says}`)
      story = stepped(story)
    }
    return isNow(story) ? story : fail(story, `${within} steps passed before ${says}`)
  }

/** Virtual time passes, whatever happens in it. */
export const letPass =
  (seconds: number): Chapter =>
  (start) => {
    const end = start.play.world.now + seconds
    let story = start
    while (story.play.world.now < end)
      story =
        story.play.end === null
          ? stepped(story)
          : when({ kind: 'Tick', seconds: end - story.play.world.now })(story)
    return story
  }

/** A happening is a move, or one that depends on the world, or anything that is done to the world by hand. */
export type Happening = Move | ((world: World) => Move | World)

const isMove = (result: Move | World): result is Move => 'kind' in result

/** These things happen, one after the other, at this moment; keyroll notices. */
export const when =
  (...happenings: readonly Happening[]): Chapter =>
  (start) =>
    happenings.reduce<Story>((story, happening) => {
      const { world } = story.play
      const result = typeof happening === 'function' ? happening(world) : happening
      if (!isMove(result)) return noticed(story, result, [])
      const { world: next, happened } = apply(story.setting.environment)(world, result)
      if (!happened) return fail(story, `${JSON.stringify(result)} is not possible`)
      return noticed({ ...story, frozen: frozenAfter(story, result, next) }, next, [
        { kind: 'Move', at: world.now, move: result },
      ])
    }, start)

/** These moves are tried, one after the other; what is not possible does not happen. */
export const attempt =
  (...moves: readonly (Move | ((world: World) => Move))[]): Chapter =>
  (start) =>
    moves.reduce<Story>((story, move) => {
      const { world } = story.play
      const made = typeof move === 'function' ? move(world) : move
      return apply(story.setting.environment)(world, made).happened ? when(made)(story) : story
    }, start)

const frozenAfter = ({ frozen }: Story, move: Move, { views }: World): Story['frozen'] => {
  if (move.kind === 'ControllerRestarts') return {}
  return move.kind === 'ViewFreezes' ? views.frozen : frozen
}

const noticed = (story: Story, world: World, told: readonly Told[]): Story => ({
  ...story,
  play: { ...story.play, world, end: null, nextLook: { at: world.now, look: 'cached' } },
  told: [...story.told, ...told],
})

/** What is seen at this moment: each check fails by itself. */
export const thenSee =
  (...checks: readonly ((story: Story) => void)[]): Chapter =>
  (story) => {
    for (const check of checks) check(story)
    return story
  }
