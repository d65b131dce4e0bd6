/**
 * One run: a world, a controller and its clients, step by step to the end, with what is worth telling of it.
 */
import {
  type Environment,
  type Move,
  type Play,
  type PlayOptions,
  type Turn,
  playStep,
  startPlay,
} from '@keyroll/adapters-fake'
import {
  type Concealed,
  type ConfigurationChange,
  type Decision,
  type EffectKind,
  type Ordinal,
  sameOrdinal,
} from '@keyroll/core'

/** What is told of a decision; core's decisions are ones. */
export type Decided = Pick<Decision, 'stage' | 'gate' | 'effect' | 'refusal' | 'nextLook'>

/** A configuration that was written. */
export interface Published {
  readonly stage: string
  readonly change: ConfigurationChange
  readonly ordinal: Ordinal
  /** Virtual unix seconds. */
  readonly at: number
  readonly text: Concealed<string>
}

/** What an onlooker is told while it happens. */
export type Happening =
  | { readonly kind: 'Stepped'; readonly play: Play }
  | {
      readonly kind: 'Decided'
      readonly at: number
      readonly decision: Decided
      readonly turn: Turn
    }
  | { readonly kind: 'Published'; readonly published: Published }
  | { readonly kind: 'Restarted'; readonly who: 'controller' | 'server' }
  | { readonly kind: 'Ended'; readonly at: number }

export interface Run {
  readonly play: Play
  readonly published: readonly Published[]
  /** Effects that were done, by kind. */
  readonly effects: ReadonlyMap<EffectKind, number>
  /** The last decision; null: none was made. */
  readonly decision: Decided | null
}

export interface RunRequest {
  readonly environment: Environment
  readonly options: PlayOptions
  /** What the controller decided in the turn that has just been played. */
  readonly lastDecision: () => Decided | null
  /** Ends the run with the first failed request. */
  readonly stopAtFailure: boolean
  readonly tell: (happening: Happening) => void
}

/** Moves after which something starts anew. */
const restarts: Readonly<{ [move in Move['kind']]?: 'controller' | 'server' }> = {
  ControllerRestarts: 'controller',
  PodCrashes: 'server',
  PodEvicted: 'server',
  PodFails: 'server',
}

const publishedIn = ({ effect, error, stage, world }: Turn): Published | null => {
  if (effect?.kind !== 'WriteConfiguration' || error !== null) return null
  const { change, ordinal } = effect
  const written = world.api.configurations.find(({ loaded }) =>
    sameOrdinal(loaded.ordinal, ordinal),
  )
  return written === undefined
    ? null
    : { stage, change, ordinal, at: world.now, text: written.text }
}

/** Plays to the end, telling what happens. */
export const run = ({
  environment,
  options,
  lastDecision,
  stopAtFailure,
  tell,
}: RunRequest): Run => {
  const step = playStep(environment, options)
  const published: Published[] = []
  const effects = new Map<EffectKind, number>()
  let play = startPlay(options)
  while (play.end === null && !(stopAtFailure && play.firstFailure !== null)) {
    play = step(play)
    const { last } = play
    if (last?.kind === 'Turned') {
      const { turn } = last
      const decision = lastDecision()
      if (decision !== null) tell({ kind: 'Decided', at: turn.world.now, decision, turn })
      if (turn.effect !== null && turn.error === null)
        effects.set(turn.effect.kind, (effects.get(turn.effect.kind) ?? 0) + 1)
      const written = publishedIn(turn)
      if (written !== null) {
        published.push(written)
        tell({ kind: 'Published', published: written })
      }
    }
    const who = last?.kind === 'Moved' ? restarts[last.move.kind] : undefined
    if (who !== undefined) tell({ kind: 'Restarted', who })
    tell({ kind: 'Stepped', play })
  }
  tell({ kind: 'Ended', at: play.world.now })
  return { play, published, effects, decision: lastDecision() }
}
