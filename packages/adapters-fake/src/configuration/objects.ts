/**
 * Writing configuration objects: each write is a new version, and a fixed object remembers what it held.
 */
import type { Concealed } from '@keyroll/core'
import type { World } from '../world/world.js'
import type { Loaded } from './loaded.js'

/** The object of that name holds the text from now on. */
export const withObject = (
  world: World,
  name: string,
  text: Concealed<string>,
  loaded: Loaded,
): World => {
  const { api } = world
  const version = api.version + 1
  const before = api.configurations.find((each) => each.name === name)
  const others = api.configurations.filter((each) => each.name !== name)
  return {
    ...world,
    api: {
      ...api,
      version,
      configurations: [...others, { name, version, text, loaded }],
      overwritten: api.delivery === 'fixed' ? (before ?? api.overwritten) : null,
    },
  }
}

/** The object of that name is deleted. */
export const withoutObject = (world: World, name: string): World => ({
  ...world,
  api: {
    ...world.api,
    configurations: world.api.configurations.filter((each) => each.name !== name),
  },
})
