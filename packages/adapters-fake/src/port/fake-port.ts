/**
 * Core's port over a world: the only file of this package in which something changes.
 */
import type { Port } from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import type { Environment } from '../world/environment.js'
import type { World } from '../world/world.js'
import { observe } from './observe.js'
import { perform } from './perform.js'

/** Holds the world of now. Moves and effects put the next one in. */
export interface Cell {
  world: World
}

/** The port over the cell: for code that drives a real cluster through core's `Port`. */
export const fakePort =
  (environment: Environment) =>
  (cell: Cell): Port => ({
    observe: (look) => TE.fromIO(() => observe(cell.world, look)),
    perform: (effect) => () => {
      const performed = perform(environment)(cell.world, effect)
      if (E.isLeft(performed)) return Promise.resolve(performed)
      cell.world = performed.right
      return Promise.resolve(E.right(undefined))
    },
  })
