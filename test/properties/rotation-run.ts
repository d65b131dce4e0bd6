/**
 * Runs of the protocol in the fake control plane: first whatever happens, from a seed; then only fair moves,
 * until there is nothing left to do.
 */
import {
  type ConfigurationEntry,
  type GateReason,
  type Key,
  Plaintext,
  type Policy,
  type Wish,
  conservative,
  decide,
  epochOf,
  hypershift,
} from '@keyroll/core'
import { type Budget, type MigratorKind, type World } from '@keyroll/adapters-fake'
import { A, B, Box, C, Vault, entry, wishFor } from '../scenarios/cast.js'
import { aBackupIsTaken } from '../scenarios/happenings.js'
import { isLost } from '../scenarios/live.js'
import { lastDecision, moment } from '../scenarios/moments.js'
import type { Decider, Story } from '../scenarios/setting.js'
import { type Moment, attempt, given, tell, until, when } from '../scenarios/story.js'
import { telling } from '../scenarios/telling.js'
import { type Trouble, movesOf, untroubled } from './rotation-troubles.js'

/** How control planes are found. */
const starts = {
  'one key': [entry('secrets', A, Plaintext)],
  'an older reader': [entry('secrets', A, C, Plaintext)],
  'plaintext, and a key that can be read': [entry('secrets', Plaintext, A)],
  'two keys and no plaintext': [entry('secrets', C, A)],
  'no configuration': null,
  'two entries with writers of their own': [
    entry('secrets', A, Plaintext),
    entry('configmaps', Box, C),
  ],
  'a KMS key for two resources': [entry(['secrets', 'configmaps'], Vault, Plaintext)],
  'Secrets alone of two resources': [entry('secrets', A, Plaintext)],
} satisfies { readonly [name: string]: readonly ConfigurationEntry[] | null }

export type Start = keyof typeof starts

export const startNames = Object.keys(starts).filter((name): name is Start => name in starts)

const wishable: { readonly [name: string]: Key } = { A, B, C, Vault, Plaintext }

const ofSecretsAlone = ' of Secrets alone'

export const wishNames: readonly string[] = [
  ...Object.keys(wishable),
  ...Object.keys(wishable),
  `B${ofSecretsAlone}`,
  `Vault${ofSecretsAlone}`,
  'none',
]

const policies = {
  conservative,
  /** Room for two KMS keys, no grace, and servers are believed. */
  hypershift: { ...hypershift, record: 'plain' },
} satisfies { readonly [name: string]: Policy }

/** One run, as small plain data: a failing one can be kept and told again. */
export interface Run {
  readonly start: Start
  readonly policy: keyof typeof policies
  readonly seed: number
  /**
   * Names of keys, of all resources or of Secrets alone; `none`: the wish is removed. The first one is wished
   * at the beginning.
   */
  readonly wishes: readonly string[]
  readonly budget: Budget
  /** One step in so many is unkind. */
  readonly every: number
  readonly crashes: boolean
  readonly servers: number
  readonly delivery: 'immutable' | 'fixed'
  readonly migrator: MigratorKind
  /** One turn in so many is that of a second controller with a torn look; 0: there is none. */
  readonly rival: number
  /** One look in so many lacks parts; 0: none does. */
  readonly partial: number
  /** What else happens, and after how many steps. */
  readonly troubles: readonly { readonly after: number; readonly trouble: Trouble }[]
}

const resourcesOf = (start: Start): readonly string[] => {
  if (start === 'Secrets alone of two resources') return ['secrets', 'configmaps']
  return starts[start] === null ? ['secrets'] : starts[start].flatMap(({ resources }) => resources)
}

const wishOf = (start: Start, name: string): Wish | null => {
  const alone = name.endsWith(ofSecretsAlone)
  const key = wishable[alone ? name.slice(0, -ofSecretsAlone.length) : name]
  return key === undefined ? null : wishFor(key, alone ? ['secrets'] : resourcesOf(start))
}

const spent = ({ budget }: World): boolean =>
  budget.faults + budget.views + budget.sabotage + budget.wishes === 0

const now = (story: Story): number => story.play.world.now

const unkindSteps = 700

/** No budget is left, nothing of it can be spent, or it has been long enough. */
const nothingMoreHappens = (start: Story): Moment =>
  moment(
    'nothing more happens',
    ({ play }) =>
      spent(play.world) || play.end !== null || play.steps - start.play.steps > unkindSteps,
  )

const stepsLater = (start: Story, steps: number): Moment =>
  moment(
    `${steps} steps are over`,
    ({ play }) => play.end !== null || play.steps - start.play.steps >= steps,
  )

const calmed = (story: Story): Story => ({
  ...story,
  setting: { ...story.setting, mischiefEvery: 0, crashes: false, rival: 0, partial: 0 },
  play: {
    ...story.play,
    nextLook: { at: now(story), look: 'fresh' },
    end: null,
    world: {
      ...story.play.world,
      budget: { wishes: 0, faults: 0, views: 0, sabotage: 0 },
      views: { ...story.play.world.views, frozen: {} },
    },
  },
})

/** Holds that no patience ends, since a person must choose: the last three only after a hand's work. */
const forPeople: readonly GateReason[] = [
  'RecordAndConfigurationLost',
  'DataRestored',
  'ForeignKey',
  'StateConfigMismatch',
]

const heldFor = (story: Story): GateReason | null => {
  const reason = lastDecision(story)?.gate?.reason
  return forPeople.find((each) => each === reason) ?? null
}

/** Nothing is left to do and nothing more happens, or it holds for good. */
const itEnds: Moment = moment('it rests or holds', (story) => {
  const decision = lastDecision(story)
  if (decision === null || decision.effect !== null) return false
  return heldFor(story) !== null || (decision.gate === null && story.play.end !== null)
})

export interface Ending {
  readonly story: Story
  /** Null: it came to rest. */
  readonly held: GateReason | null
  /** What is not there at the end, or older than something that was made from it. */
  readonly lost: { readonly record: boolean; readonly configuration: boolean }
}

const recordIsLost = ({ api: { record, deployment, copies }, servers }: World): boolean => {
  const ordinals = [deployment.template, ...servers, ...copies.map(({ loaded }) => loaded)]
  const epochs = ordinals.map(({ ordinal }) => ordinal?.epoch ?? 0)
  return record === null || Math.max(...epochs) > epochOf(record)
}

/** Tells the run to its end; throws, with its telling, where a promise is broken or it never ends. */
export const runToItsEnd = (run: Run, decider: Decider = decide): Ending => {
  const [first = 'B', ...others] = run.wishes
  const begun = tell(
    given({
      on: starts[run.start],
      resources: resourcesOf(run.start),
      objects: 12,
      servers: run.servers,
      delivery: run.delivery,
      migrator: run.migrator,
      seed: run.seed,
      wish: wishOf(run.start, first),
      wishes: others.map((name) => wishOf(run.start, name)),
      budget: run.budget,
      mischiefEvery: run.every,
      crashes: run.crashes,
      rival: run.rival,
      partial: run.partial,
      sabotage: run.budget.sabotage > 0,
      decide: decider,
      policy: policies[run.policy],
    }),
    when(aBackupIsTaken),
  )
  const troublesome = run.troubles.reduce(
    (story, { after, trouble }) =>
      tell(story, until(stepsLater(story, after)), (then) =>
        attempt(...movesOf(trouble, then.play.world))(then),
      ),
    begun,
  )
  const story = tell(troublesome, until(nothingMoreHappens(troublesome)))
  const ended = tell(
    calmed(story),
    (then) => attempt(...untroubled(then.play.world, run.servers))(then),
    until(itEnds, 3000),
  )
  const { world } = ended.play
  return {
    story: ended,
    held: heldFor(ended),
    lost: { record: recordIsLost(world), configuration: isLost(world) },
  }
}

/** All that a run leaves behind, worlds apart. */
export const summaryOf = ({ story: { told, conditions, play }, held }: Ending) => ({
  told,
  conditions,
  held,
  requests: play.requests,
  under: play.world.etcd.resources.map(({ under }) => under),
})

/** What a person would read of an ending. */
export const tellingOf = ({ story }: Ending): string => telling(story.told)
