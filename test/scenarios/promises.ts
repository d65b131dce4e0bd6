/**
 * What keyroll promises of every single moment, whatever happens in a control plane: one function for each
 * promise. An answer is what is broken, in words.
 */
import { type Policy, safeToDestroy } from '@keyroll/core'
import { type Loaded, type World, observe } from '@keyroll/adapters-fake'
import { type Serving, keysInUse, readers, serving, shortly } from './keys-in-use.js'
import { isLost, liveIn } from './live.js'

type WorldPromise = (world: World, servers: readonly Serving[]) => readonly string[]

/** Every server that takes requests reads everything that is stored. */
const everythingIsReadable: WorldPromise = ({ etcd }, servers) => {
  const broken: string[] = []
  for (const [at, { resource, under }] of etcd.resources.entries())
    for (const id in under)
      for (const { name, loaded } of servers)
        if (!readers(loaded, at).includes(id))
          broken.push(`${name} cannot read ${resource} under ${shortly(id)}`)
  return broken
}

/** What one server writes, every other one reads. */
const everyWriteIsReadable: WorldPromise = ({ etcd }, servers) => {
  const broken: string[] = []
  for (const [at, { resource }] of etcd.resources.entries())
    for (const writer of servers)
      for (const { name, loaded } of servers)
        if (!readers(loaded, at).includes(readers(writer.loaded, at)[0] ?? ''))
          broken.push(`${name} could not read ${resource} written at ${writer.name}`)
  return broken
}

/** What the record names: enough to write a lost configuration again. */
const recordedKeys = ({ api: { record } }: World): readonly string[] =>
  (record?.entries ?? []).flatMap(({ activeKey, targetKey, older }) =>
    [activeKey, targetKey ?? activeKey, ...older].map(({ id }) => id),
  )

/** Every key that data is under is in the stored configuration; while that is lost, it is kept elsewhere. */
const noKeyIsForgotten: WorldPromise = (world) => {
  const { configurations, copies } = world.api
  const live = liveIn(world)
  const lost = isLost(world)
  const known = live !== null && !lost ? [live] : [...configurations, ...copies]
  if (known.length === 0 && world.api.record === null) return []
  return world.etcd.resources.flatMap(({ resource }, at) =>
    keysInUse(world, at)
      .filter((id) => !known.some(({ loaded }) => readers(loaded, at).includes(id)))
      .filter((id) => !lost || (id !== 'identity' && !recordedKeys(world).includes(id)))
      .map((id) => `${shortly(id)}, under which ${resource} are, is in no configuration`),
  )
}

const inWorld = [everythingIsReadable, everyWriteIsReadable, noKeyIsForgotten]

/** What is broken in a world. */
export const brokenIn = (world: World): readonly string[] => {
  const servers = serving(world)
  return inWorld.flatMap((promise) => promise(world, servers))
}

/** A key that data is under, that a server has loaded, or that one could load, may never be destroyed. */
export const usedKeysAreNeeded = (world: World, policy: Policy): readonly string[] => {
  const observation = observe(world, 'fresh')
  const keys = [
    ...world.api.configurations.map(({ loaded }) => loaded),
    ...serving(world).flatMap(({ loaded }) => (loaded === null ? [] : [loaded])),
    ...world.api.copies.map(({ loaded }) => loaded),
  ].flatMap(({ entries }) => entries.flatMap((entry) => entry.keys))
  const used = new Set([
    ...world.etcd.resources.flatMap((_, at) => keysInUse(world, at)),
    ...world.api.configurations.flatMap(({ loaded }) => idsIn(loaded)),
    ...serving(world).flatMap(({ loaded }) => (loaded === null ? [] : idsIn(loaded))),
  ])
  return [...new Map(keys.map((key) => [key.id, key])).values()]
    .filter((key) => key.provider !== 'identity' && used.has(key.id))
    .filter((key) => safeToDestroy(key)(observation, policy).safe)
    .map((key) => `${shortly(key.id)} is used, and may be destroyed`)
}

const idsIn = ({ entries }: Loaded): readonly string[] =>
  entries.flatMap(({ keys }) => keys.map(({ id }) => id))
