/** One turn of keyroll in a story: it looks, decides, and writes. */
import { isDeepStrictEqual } from 'node:util'
import type { Observation, PortError } from '@keyroll/core'
import { type World, observe, perform } from '@keyroll/adapters-fake'
import * as E from 'fp-ts/lib/Either.js'
import { partialLook } from './partial-look.js'
import type { Story } from './setting.js'
import { type Told, fail } from './telling.js'
import { tornLook } from './torn-look.js'

/** What was seen, decided and done. */
export interface Taken {
  readonly told: Extract<Told, { readonly kind: 'Turn' }>
  readonly observation: Observation
  readonly before: World
  readonly after: World
}

const lost: PortError = { _tag: 'PortError', kind: 'Unavailable', message: 'no answer came' }

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
export const turned = (story: Story, world: World, look: Observation['look']): Taken => {
  const { environment, policy, decide: decider, reply } = story.setting
  const observation = lookOf(story, world, look)
  const decision = decider(policy)(observation)
  if (!isDeepStrictEqual(decider(policy)(observation), decision))
    fail(story.told, 'the same observation led to two decisions')
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
export const nextLook = ({ decision, error }: Taken['told']) =>
  error === null
    ? decision.nextLook
    : { after: error.kind === 'Conflict' ? 0.5 : 5, look: 'fresh' as const }
