import { controlPlane, fakePort, symbolicText } from '@keyroll/adapters-fake'
import { type Effect, Plaintext } from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'
import { expect, it } from 'vitest'
import { aWorld, built, entriesOf, environment, nextKey, oldKey } from '../adapters-fake/a-world.js'
import { portContract } from './port.js'

portContract('the fake control plane', () => {
  const world = built(
    controlPlane(environment)({
      configuration: symbolicText(entriesOf([oldKey, Plaintext])),
      resources: ['secrets'],
      objects: 4,
    }),
  )
  return { port: fakePort(environment)({ world }), old: oldKey, next: nextKey }
})

it('the fake port changes the world in its cell by performed effects alone', async () => {
  const cell = { world: aWorld() }
  const before = cell.world
  const port = fakePort(environment)(cell)
  await port.observe('fresh')()
  const impossible: Effect = { kind: 'DeleteMigration', name: 'none' }
  expect(E.isLeft(await port.perform(impossible)())).toBe(true)
  expect(cell.world).toBe(before)
  const { ordinal, hash, entries } = before.api.configurations[0]?.loaded ?? { entries: [] }
  await port.perform({
    kind: 'KeepCopy',
    of: 'live',
    ordinal: ordinal ?? null,
    hash: hash ?? null,
    entries,
  })()
  expect(cell.world.api.copies).toHaveLength(1)
  expect(before.api.copies).toEqual([])
})
