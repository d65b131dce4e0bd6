/** The loop that a controller would run: `drive` over the port of the fake, under clients' traffic. */
import { type Policy, conservative, drive } from '@keyroll/core'
import {
  type Cell,
  type Play,
  type World,
  apply,
  censusOf,
  fakePort,
  playStep,
  startPlay,
} from '@keyroll/adapters-fake'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { A, B, C, inSymbols, wishFor, worldOf } from './cast.js'
import { brokenIn } from './promises.js'

const idle = {
  controller: (world: World) => ({
    world,
    stage: '',
    effect: null,
    error: null,
    nextLook: { after: 1, look: 'cached' as const },
  }),
  goal: () => false,
  seed: 7,
  traffic: 1,
}

interface Outside {
  readonly failed: number
  readonly reads: number
  readonly broken: readonly string[]
}

/** The control plane lives on for so many seconds, with clients, while the controller waits. */
const living = (cell: Cell, seconds: number): Outside => {
  const end = cell.world.now + seconds
  let play: Play = startPlay({ ...idle, world: cell.world })
  const broken: string[] = []
  const step = playStep(inSymbols, { ...idle, world: cell.world, steps: Infinity })
  while (play.world.now < end) {
    play = step(play)
    broken.push(...brokenIn(play.world))
  }
  cell.world = play.world
  return { failed: play.requests.failed, reads: play.requests.reads, broken }
}

const driven = async (
  world: World,
  policy: Policy,
  happens: (cell: Cell, turns: number) => void,
) => {
  const cell: Cell = { world }
  const seen: Outside[] = []
  let turns = 0
  const result = await drive({
    policy,
    port: fakePort(inSymbols)(cell),
    wait: (seconds) => () => {
      if (seconds > 0) seen.push(living(cell, Math.ceil(seconds)))
      return Promise.resolve()
    },
    until: ({ decision: { effect, gate, nextLook } }) => {
      turns += 1
      happens(cell, turns)
      return effect === null && gate === null && nextLook === null
    },
  })()
  return { cell, seen, result, turns }
}

const start = (): World => worldOf(inSymbols, { wish: wishFor(B), objects: 20 })

describe('a controller that drives the port', () => {
  it('ends a rotation with all data under the new key and without one failed read', async () => {
    const { cell, seen, result } = await driven(start(), conservative, () => undefined)
    expect(E.isRight(result)).toBe(true)
    expect(seen.flatMap(({ broken }) => broken)).toEqual([])
    expect(seen.reduce((sum, { failed }) => sum + failed, 0)).toBe(0)
    expect(seen.reduce((sum, { reads }) => sum + reads, 0)).toBeGreaterThan(50)
    expect(censusOf(cell.world)).toEqual([
      { resource: 'secrets', prefixes: { 'k8s:enc:aescbc:v1:b': 20 } },
    ])
    expect(cell.world.api.condition?.status).toBe('True')
  })

  it('looks again when somebody else has written in between, and ends as wished all the same', async () => {
    const wishes = [C, A, B]
    const { cell, seen, result } = await driven(start(), conservative, (now, turns) => {
      const wish = turns % 9 === 0 ? wishes[turns / 9] : undefined
      if (wish !== undefined)
        now.world = apply(inSymbols)(now.world, {
          kind: 'WishChanges',
          wish: wishFor(wish),
        }).world
      // Another writer touches the record between the look and the write.
      if (turns % 4 === 0 && now.world.api.record !== null)
        now.world = apply(inSymbols)(now.world, {
          kind: 'RecordRestored',
          record: now.world.api.record,
        }).world
    })
    expect(E.isRight(result)).toBe(true)
    expect(seen.flatMap(({ broken }) => broken)).toEqual([])
    expect(cell.world.api.record?.entries[0]?.activeKey.id).toBe(B.id)
  })

  it('leaves the loop where only a person can help, with what the port said', async () => {
    const world = worldOf({ ...inSymbols, keyring: [] }, { wish: wishFor(B) })
    const cell: Cell = { world }
    const result = await drive({
      policy: conservative,
      port: {
        ...fakePort(inSymbols)(cell),
        perform: () => () =>
          Promise.resolve(
            E.left({ _tag: 'PortError', kind: 'Refused', message: 'no key of that name is known' }),
          ),
      },
      wait: () => () => Promise.resolve(),
      until: () => false,
    })()
    expect(E.isLeft(result) && result.left.message).toBe('no key of that name is known')
  })
})
