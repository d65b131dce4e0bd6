/** One step of a story: clients' requests, then a move of the control plane or a turn of keyroll. */
import { conditionChanged } from '@keyroll/core'
import { type PlayOptions, playStep } from '@keyroll/adapters-fake'
import { brokenIn, usedKeysAreNeeded } from './promises.js'
import type { Story } from './setting.js'
import { type Told, fail, toldAfter } from './telling.js'
import { brokenBy } from './turn-promises.js'
import { type Taken, nextLook, turned } from './turn.js'

/** A play without a controller of its own, and without an end. */
export const idle: Pick<PlayOptions, 'controller' | 'goal'> = {
  controller: (world) => ({ world, stage: '', effect: null, error: null, nextLook: null }),
  goal: () => false,
}

/** So many steps can lie between the first and the last read of a torn look. */
const remembered = 12

/** The story one step on; it ends, with its telling in the error, where a promise is broken. */
export const stepped = (story: Story): Story => {
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
    return harm.length > 0 ? fail(story.told, harm.join('\n')) : story
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
  return broken.length > 0 ? fail(story.told, broken.join('\n')) : story
}
