import {
  type Environment,
  type Move,
  type World,
  apply,
  censusOf,
  controlPlane,
  enabled,
  observe,
  symbolicCodecWith,
  symbolicText,
  vectorItems,
  wireSealer,
  loadedSecret,
} from '@keyroll/adapters-fake'
import { Plaintext } from '@keyroll/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aWorld, built, environment, nextKey, oldKey, published } from './a-world.js'

const frozen = <A>(value: A): A => {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  if (Object.isFrozen(value)) return value
  Object.freeze(value)
  Object.values(value).forEach(frozen)
  return value
}

const wishes = [nextKey, oldKey].map((key) => ({
  key,
  resources: ['secrets'],
  reencryptAt: null,
  backupKey: null,
}))

const start = (): World =>
  published(
    aWorld({ wishes, budget: { wishes: 3, faults: 3, views: 3, sabotage: 3 }, servers: 2 }),
    1,
    [nextKey, oldKey, Plaintext],
    'promote',
  )

/** Numbers that choose among the enabled moves, time among them. */
const choices = fc.array(fc.nat(), { maxLength: 60 })

const chosen = (world: World, choice: number): Move => {
  const moves: readonly Move[] = [...enabled(world), { kind: 'Tick', seconds: 5 }]
  return moves[choice % moves.length] ?? { kind: 'Compaction' }
}

const walk = (
  world: World,
  numbers: readonly number[],
  visit: (before: World, move: Move, after: World) => void,
  seals: Environment = environment,
): World => {
  let now = world
  for (const number of numbers) {
    const move = chosen(now, number)
    const { world: next, happened } = apply(seals)(now, move)
    expect(happened, JSON.stringify(move)).toBe(true)
    visit(now, move, next)
    now = next
  }
  return now
}

describe('apply', () => {
  it('makes every enabled move, changes nothing in the world that it was given, and repeats itself', () => {
    fc.assert(
      fc.property(choices, (numbers) => {
        walk(frozen(start()), numbers, (before, move, after) => {
          frozen(after)
          expect(apply(environment)(before, move).world).toEqual(after)
          expect(observe(after, 'cached')).toEqual(observe(after, 'cached'))
        })
      }),
    )
  })

  it('leaves a world alone in which the move is not possible', () => {
    const world = aWorld()
    const impossible: readonly Move[] = [
      { kind: 'Tick', seconds: 0 },
      { kind: 'PodGone', server: world.servers[0]?.name ?? '' },
      { kind: 'PodReady', server: 'nobody' },
      { kind: 'PodCreated', replicaSet: world.api.replicaSets[0]?.name ?? '' },
      { kind: 'RolloutObserved' },
      { kind: 'RolloutUndone', replicaSet: world.api.replicaSets[0]?.name ?? '' },
      { kind: 'MigrationSteps', migration: 'none', objects: 1 },
      { kind: 'WriteLands', write: 0 },
      { kind: 'EtcdRestored' },
      { kind: 'ClientReads', server: 'nobody', resource: 'nothings', object: 0 },
      { kind: 'ClientWrites', server: 'nobody', resource: 'secrets', object: 17 },
    ]
    for (const move of impossible) {
      const outcome = apply(environment)(world, move)
      expect(outcome.happened, move.kind).toBe(false)
      expect(outcome.world, move.kind).toBe(world)
    }
  })

  it('keeps counts that a recount of all objects confirms', () => {
    const ring = [1, 2].map((byte) =>
      loadedSecret('aesgcm', `key${byte}`, new Uint8Array(32).fill(byte)),
    )
    const [old, next] = ring.map(({ key }) => key)
    if (old === undefined || next === undefined) throw new Error('no keys')
    const onWire = { sealer: wireSealer, codec: symbolicCodecWith(ring), keyring: ring }
    const configuration = symbolicText([{ resources: ['secrets'], keys: [old, next, Plaintext] }])
    const world = built(
      controlPlane(onWire)({ configuration, resources: ['secrets'], objects: 40, servers: 2 }),
    )
    fc.assert(
      fc.property(choices, (numbers) => {
        walk(
          world,
          numbers,
          (_, __, { etcd }) => {
            const recount: { [id: string]: number } = {}
            for (const { under } of vectorItems(etcd.resources[0]?.objects ?? fail()))
              recount[under] = (recount[under] ?? 0) + 1
            expect(etcd.resources[0]?.under).toEqual(recount)
          },
          onWire,
        )
        const end = walk(world, numbers, () => undefined, onWire)
        expect(censusOf(end)[0]?.prefixes).toEqual(end.etcd.resources[0]?.prefixes)
      }),
      { numRuns: 20 },
    )
  })
})

const fail = (): never => {
  throw new Error('nothing is stored')
}

describe('enabled', () => {
  it('offers wishes, faults, frozen views and sabotage only while the budget lasts', () => {
    const unkind = ['user', 'fault', 'view', 'sabotage'] as const
    expect(enabled(aWorld({ wishes }), unkind)).toEqual([])
    const budget = { wishes: 1, faults: 1, views: 1, sabotage: 1 }
    const world = published(aWorld({ wishes, budget }), 1, [oldKey, nextKey, Plaintext])
    for (const sort of ['user', 'fault', 'view'] as const) {
      const [move] = enabled(world, [sort])
      expect(move).toBeDefined()
      if (move !== undefined)
        expect(enabled(apply(environment)(world, move).world, [sort])).toEqual([])
    }
  })

  it('offers no read and no list, and nothing to do at rest', () => {
    expect(enabled(aWorld(), ['platform'])).toEqual([])
    const kinds = new Set(enabled(aWorld()).map(({ kind }) => kind))
    expect([...kinds].toSorted()).toEqual(['ClientWrites', 'WriteSealed'])
  })
})

describe('controlPlane', () => {
  const refused = (options: Parameters<typeof aWorld>[0]) =>
    controlPlane(environment)({ configuration: null, resources: ['secrets'], ...options })

  it('names the option that makes no world, and the remedy', () => {
    expect(refused({ servers: 0 })).toEqual({
      _tag: 'Left',
      left: 'servers is 0: it must be a whole number from 1 on',
    })
    expect(refused({ objects: 1.5 })).toMatchObject({ left: expect.stringContaining('objects') })
    expect(refused({ resources: [] })).toMatchObject({ left: expect.stringContaining('resources') })
    expect(refused({ resources: ['a', 'a'] })).toMatchObject({
      left: expect.stringContaining('twice'),
    })
  })

  it('spreads the objects over the encrypted resources and leaves a share under each reader', () => {
    const world = aWorld({ resources: ['secrets', 'configmaps'], objects: 101, olderShare: 0.1 })
    expect(world.etcd.resources.map(({ objects }) => objects.size)).toEqual([51, 50])
    expect(world.etcd.resources.map(({ under }) => under)).toEqual([
      { [oldKey.id]: 46, identity: 5 },
      { [oldKey.id]: 45, identity: 5 },
    ])
  })

  it('fills what is excluded from encryption too, beside the objects that were asked for', () => {
    const configuration = symbolicText([
      { resources: ['events'], keys: [Plaintext] },
      { resources: ['*.*'], keys: [oldKey] },
    ])
    const world = aWorld({ configuration, resources: ['secrets', 'events'], objects: 20 })
    expect(world.etcd.resources.map(({ under }) => under)).toEqual([
      { [oldKey.id]: 20 },
      { identity: 10 },
    ])
  })
})
