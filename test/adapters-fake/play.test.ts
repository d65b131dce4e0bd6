import {
  type Environment,
  type Play,
  type PlayOptions,
  type Turn,
  type World,
  apply,
  censusOf,
  controlPlane,
  controllerOf,
  loadedSecret,
  perform,
  play,
  playStep,
  startPlay,
  symbolicCodecWith,
  symbolicSealer,
  symbolicText,
  wireSealer,
} from '@keyroll/adapters-fake'
import { Plaintext, conservative, decide } from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { built } from './a-world.js'

const ring = [1, 2].map((byte) =>
  loadedSecret('aescbc', `key${byte}`, new Uint8Array(32).fill(byte)),
)
const [oldKey, nextKey] = ring.map(({ key }) => key)
if (oldKey === undefined || nextKey === undefined) throw new Error('no keys')

const onWire: Environment = {
  sealer: wireSealer,
  codec: symbolicCodecWith(ring),
  keyring: ring,
}

const resources = ['secrets', 'configmaps']

const world = (objects: number, environment = onWire): World =>
  built(
    controlPlane(environment)({
      configuration: symbolicText([{ resources, keys: [oldKey, Plaintext] }]),
      resources,
      objects,
      wish: { key: nextKey, resources, reencryptAt: null, backupKey: null },
    }),
  )

const rotated = (now: World, { effect, nextLook }: Turn): boolean =>
  effect === null &&
  nextLook === null &&
  now.api.record?.entries[0]?.activeKey.id === nextKey.id &&
  now.api.configurations.length === 1

const options = (objects: number, rest: Partial<PlayOptions> = {}): PlayOptions => ({
  world: world(objects),
  controller: controllerOf(onWire, decide(conservative)),
  seed: 1,
  goal: rotated,
  ...rest,
})

const summary = ({ world: _, lastTurn: __, last: ___, ...rest }: Play) => rest

describe('a play of a whole rotation on real bytes', () => {
  const played = play(onWire)(options(300))

  it('ends with everything under the new key and without one failed answer', () => {
    expect(played.end).toBe('Goal')
    expect(played.firstFailure).toBeNull()
    expect(played.requests.failed).toBe(0)
    expect(censusOf(played.world)).toEqual(
      resources.map((resource) => ({ resource, prefixes: { 'k8s:enc:aescbc:v1:key2': 150 } })),
    )
  })

  it('has hundreds of reads, lists and writes, and interrupts only those at ending servers', () => {
    const { reads, lists, writes, interrupted } = played.requests
    for (const each of [reads, lists, writes]) expect(each).toBeGreaterThan(100)
    expect(interrupted).toBe(9)
  })

  it('comes out the same for the same seed, and otherwise for another', () => {
    const first = play(onWire)(options(20))
    const again = play(onWire)(options(20))
    expect(summary(again)).toEqual(summary(first))
    expect(censusOf(again.world)).toEqual(censusOf(first.world))
    expect(summary(play(onWire)(options(20, { seed: 2 })))).not.toEqual(summary(first))
  })

  it('reaches the same end while servers and the controller crash', () => {
    const crashing = play(onWire)(options(60, { crashes: true, seed: 5 }))
    expect(crashing.end).toBe('Goal')
    expect(crashing.requests.failed).toBe(0)
    expect(crashing.requests.interrupted).toBeGreaterThan(9)
  })

  it('can be stepped through, and an ended one stays as it is', () => {
    const settings = options(4, { traffic: 0 })
    const step = playStep(onWire, settings)
    let now = startPlay(settings)
    for (let count = 0; now.end === null; count += 1) {
      now = step(now)
      if (now.end === null) expect(now.steps).toBe(count + 1)
    }
    expect(step(now)).toBe(now)
    expect(summary(now)).toEqual(summary(play(onWire)(settings)))
  })
})

it('both sealers play the same run: what was asked, answered and stored under which key', () => {
  const symbolic: Environment = { ...onWire, sealer: symbolicSealer }
  const onBoth = [onWire, symbolic].map((environment) => {
    const played = play(environment)({
      ...options(20),
      world: world(20, environment),
      controller: controllerOf(environment, decide(conservative)),
    })
    return { ...summary(played), census: censusOf(played.world) }
  })
  expect(onBoth[0]?.end).toBe('Goal')
  expect(onBoth[1]).toEqual(onBoth[0])
})

it('the migrator in tree waits 41 s for an event of a quiet resource', () => {
  const start = world(20)
  const played = play(onWire)({
    world: start,
    seed: 1,
    traffic: 0,
    controller: controllerOf(onWire, ({ migrations }) => ({
      stage: 'Migrating',
      effect:
        migrations._tag === 'Known' && migrations.value.length > 0
          ? null
          : {
              kind: 'CreateMigration',
              name: 'migration',
              resource: 'secrets',
              ordinal: { epoch: 1, step: 1 },
              attempt: 1,
              continuity: '',
            },
      nextLook: { after: 1, look: 'cached' },
    })),
    goal: ({ api }) => api.migrations[0]?.end === 'Succeeded',
  })
  expect(played.end).toBe('Goal')
  expect(played.world.now - start.now).toBeGreaterThanOrEqual(41)
})

describe('a play of the naive way', () => {
  it('shows failed reads, and whose, as soon as one server writes what another cannot read', () => {
    const start = world(300)
    const entries = [{ resources, keys: [nextKey, oldKey, Plaintext] }]
    const ordinal = { epoch: start.now, step: 1 }
    const effects = (now: World) =>
      [
        { kind: 'KeepCopy', of: 'next', ordinal, hash: null, entries },
        {
          kind: 'WriteConfiguration',
          change: 'promote',
          ordinal,
          entries,
          expectedVersion: String(start.api.configurations[0]?.version),
        },
        {
          kind: 'StampTemplate',
          ordinal,
          hash: now.api.copies[0]?.loaded.hash ?? '',
          expectedVersion: String(start.api.deployment.version),
        },
      ] as const
    const published = [0, 1, 2].reduce((now, index) => {
      const effect = effects(now)[index]
      return effect === undefined ? now : built(perform(onWire)(now, effect))
    }, start)
    const played = play(onWire)({
      world: published,
      seed: 1,
      controller: (now) => ({
        world: now,
        stage: 'WritePromote',
        effect: null,
        error: null,
        nextLook: { after: 5, look: 'cached' },
      }),
      goal: ({ servers }) =>
        servers.length === 3 && servers.every((server) => server.ordinal?.step === 1),
    })
    expect(played.end).toBe('Goal')
    expect(played.requests.failed).toBeGreaterThan(0)
    expect(played.firstFailure).toMatchObject({
      stage: 'WritePromote',
      answer: { status: 500, verdict: 'failed' },
    })
    const old = start.servers.map(({ name }) => name)
    expect(old).toContain(played.firstFailure?.answer.server)
  })
})

describe('a play that leads nowhere', () => {
  const idle = {
    world: world(2),
    seed: 1,
    goal: () => false,
  }
  const turn = (now: World, nextLook: Turn['nextLook']): Turn => ({
    world: now,
    stage: 'Steady',
    effect: null,
    error: null,
    nextLook,
  })

  it('is stuck at once when nothing can happen any more', () => {
    const played = play(onWire)({ ...idle, traffic: 0, controller: (now) => turn(now, null) })
    expect(played.end).toBe('Stuck')
    expect(played.world.now).toBe(idle.world.now)
  })

  it('is stuck when patience is over, in virtual time', () => {
    const played = play(onWire)({
      ...idle,
      traffic: 0,
      patience: 3600,
      controller: (now) => turn(now, { after: 60, look: 'cached' }),
    })
    expect(played.end).toBe('Stuck')
    expect(played.world.now - idle.world.now).toBe(3660)
  })

  it('is stuck after so many steps when time does not even pass', () => {
    const played = play(onWire)({
      ...idle,
      traffic: 0,
      steps: 50,
      controller: (now) => turn(now, { after: 0, look: 'fresh' }),
    })
    expect(played).toMatchObject({ end: 'Stuck', steps: 50 })
  })

  it('wakes a controller that waits for a change by the change', () => {
    const evicted = apply(onWire)(idle.world, {
      kind: 'PodEvicted',
      server: idle.world.servers[0]?.name ?? '',
    }).world
    const played = play(onWire)({
      ...idle,
      world: evicted,
      traffic: 0,
      controller: (now) => turn(now, null),
    })
    expect(played.turns).toBeGreaterThan(1)
  })
})

it('a controller looks again when its write met a conflict', () => {
  const start = world(2)
  const controller = controllerOf(onWire, () => ({
    stage: 'Steady',
    effect: { kind: 'DeleteMigration', name: 'none' },
    nextLook: null,
  }))
  const turn = controller(start, 'fresh')
  expect(turn.world).toBe(start)
  expect(turn.error).toMatchObject({ kind: 'Conflict' })
  expect(turn.nextLook).toEqual({ after: 1, look: 'cached' })
  expect(E.isLeft(perform(onWire)(start, { kind: 'DeleteMigration', name: 'none' }))).toBe(true)
})
