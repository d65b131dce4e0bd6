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
import { type Move, type World, apply, startPlay } from '@keyroll/adapters-fake'
import { type Found, worldOf } from './cast.js'
import { type Setting, type Story, usual } from './setting.js'
import { idle, stepped } from './step.js'
import { type Told, fail } from './telling.js'

/** What comes next in a story. */
export type Chapter = (story: Story) => Story

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

/** The story from its beginning. */
export const tell = (start: Story, ...chapters: readonly Chapter[]): Story =>
  chapters.reduce((story, chapter) => chapter(story), start)

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
      if (story.play.end !== null) return fail(story.told, `nothing more happens before ${says}`)
      story = stepped(story)
    }
    return isNow(story) ? story : fail(story.told, `${within} steps passed before ${says}`)
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
      if (!happened) return fail(story.told, `${JSON.stringify(result)} is not possible`)
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
