/** Small worlds for the tests of the fake itself, and short ways to move them. */
import {
  type ConfigurationChange,
  type ConfigurationEntry,
  type Effect,
  type Key,
  Plaintext,
  type SealingKey,
  sealingKey,
} from '@keyroll/core'
import {
  type Answer,
  type ControlPlaneOptions,
  type Environment,
  type Move,
  type World,
  apply,
  controlPlane,
  enabled,
  perform,
  symbolicEnvironment,
  symbolicKey,
  symbolicText,
} from '@keyroll/adapters-fake'
import * as E from 'fp-ts/lib/Either.js'

const keyNamed = (name: string): SealingKey => sealingKey('aescbc', name, `f-${name}`)

export const oldKey = keyNamed('old')
export const nextKey = keyNamed('next')

export const environment: Environment = {
  ...symbolicEnvironment,
  keyring: [oldKey, nextKey].map(symbolicKey),
}

export const entriesOf = (
  keys: readonly Key[],
  resources: readonly string[] = ['secrets'],
): readonly ConfigurationEntry[] => [{ resources, keys }]

/** What a test asks for; a world that cannot be built is a mistake in the test. */
export const built = <A>(either: E.Either<unknown, A>): A => {
  if (E.isLeft(either)) throw new Error(JSON.stringify(either.left))
  return either.right
}

/** Secrets under `[old, identity]`, two of them, three servers, unless the options say otherwise. */
export const aWorld = (options: Partial<ControlPlaneOptions> = {}): World =>
  built(
    controlPlane(environment)({
      configuration: symbolicText(entriesOf([oldKey, Plaintext], options.resources)),
      resources: ['secrets'],
      objects: 2,
      ...options,
    }),
  )

/** The world after moves that must all be possible. */
export const after = (world: World, ...moves: readonly Move[]): World =>
  moves.reduce((now, move) => {
    const { world: next, happened } = apply(environment)(now, move)
    if (!happened) throw new Error(`${JSON.stringify(move)} is not possible`)
    return next
  }, world)

export const happens = (world: World, move: Move): boolean =>
  apply(environment)(world, move).happened

export const answerTo = (world: World, move: Move): Answer | undefined =>
  apply(environment)(world, move).answers[0]

/** The world after an effect that must be possible. */
export const done = (world: World, effect: Effect): World =>
  built(perform(environment)(world, effect))

/** Publishes keys for secrets under the ordinal, by way of a kept copy, and stamps the template. */
export const published = (
  world: World,
  step: number,
  keys: readonly Key[],
  change: ConfigurationChange = 'add',
): World => {
  const ordinal = { epoch: world.now, step }
  const entries = entriesOf(keys)
  const kept = done(world, { kind: 'KeepCopy', of: 'next', ordinal, hash: null, entries })
  const written = done(kept, {
    kind: 'WriteConfiguration',
    change,
    ordinal,
    entries,
    expectedVersion: String(kept.api.configurations.at(-1)?.version),
  })
  return done(written, {
    kind: 'StampTemplate',
    ordinal,
    hash: written.api.configurations.at(-1)?.loaded.hash ?? '',
    expectedVersion: String(written.api.deployment.version),
  })
}

/** Makes every move of the platform until only those are left that `until` allows to be left. */
export const rolledOut = (world: World, kinds: readonly Move['kind'][] = rolloutKinds): World => {
  let now = world
  for (let step = 0; step < 500; step += 1) {
    const move = enabled(now, ['platform']).find(({ kind }) => kinds.includes(kind))
    if (move === undefined) return now
    now = after(now, move)
  }
  throw new Error('the rollout does not end')
}

const rolloutKinds: readonly Move['kind'][] = [
  'RolloutObserved',
  'PodCreated',
  'PodStarts',
  'PodReady',
  'PodDrains',
  'PodGone',
]

export const serverAt = (world: World, index: number): string => world.servers[index]?.name ?? ''

/** The ids of the keys that the objects of a resource are under. */
export const keysIn = (world: World, resource = 'secrets'): { readonly [id: string]: number } =>
  world.etcd.resources.find((each) => each.resource === resource)?.under ?? {}
