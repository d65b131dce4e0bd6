/**
 * Effects on configurations: keep a copy, publish it, withdraw what it supersedes, discard the copy.
 */
import {
  type ConfigurationEntry,
  type DiscardCopy,
  type KeepCopy,
  type Ordinal,
  type PortError,
  type WithdrawConfiguration,
  type WriteConfiguration,
  formatOrdinal,
  olderThan,
  sameOrdinal,
} from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'
import { liveConfiguration } from '../configuration/live.js'
import { loadText } from '../configuration/loaded.js'
import { withObject, withoutObject } from '../configuration/objects.js'
import {
  type KeptConfiguration,
  type PublishedConfiguration,
  nameOf,
} from '../configuration/published.js'
import { sameEntries } from '../configuration/same-entries.js'
import type { Environment } from '../world/environment.js'
import type { World } from '../world/world.js'
import { conflict, refused } from './port-error.js'

type Performed = E.Either<PortError, World>

const withCopy = (world: World, copy: KeptConfiguration): World => ({
  ...world,
  api: { ...world.api, copies: [...world.api.copies, copy] },
})

const copyOf = ({ api }: World, ordinal: Ordinal): KeptConfiguration | undefined =>
  api.copies.find(({ loaded }) => sameOrdinal(loaded.ordinal, ordinal))

/** The live one, or (`superseded`) another that is published. */
const toCopy = ({ api }: World, effect: KeepCopy): PublishedConfiguration | null => {
  const live = liveConfiguration(api.configurations)
  return effect.of === 'live'
    ? live
    : (api.configurations.find((each) => each !== live && each.loaded.hash === effect.hash) ?? null)
}

const keepPublished = (world: World, effect: KeepCopy): Performed => {
  const found = toCopy(world, effect)
  if (found === null) return conflict('there is no such configuration to copy')
  const { text, loaded } = found
  if (
    loaded.hash !== effect.hash ||
    !sameOrdinal(loaded.ordinal, effect.ordinal) ||
    !sameEntries(loaded.entries, effect.entries)
  )
    return conflict('the configuration is another one')
  return E.right(
    world.api.copies.some((copy) => copy.loaded.hash === loaded.hash)
      ? world
      : withCopy(world, { text, loaded }),
  )
}

const keepNext = (
  environment: Environment,
  world: World,
  ordinal: Ordinal,
  entries: readonly ConfigurationEntry[],
): Performed => {
  const kept = copyOf(world, ordinal)
  if (kept !== undefined)
    return sameEntries(kept.loaded.entries, entries)
      ? E.right(world)
      : conflict(`another configuration is kept under ${formatOrdinal(ordinal)}`)
  const live = liveConfiguration(world.api.configurations)
  const others = [...world.api.configurations, ...world.api.copies].map(({ text }) => text)
  const rendered = environment.codec.render({
    base: live?.text ?? world.api.copies.at(-1)?.text ?? null,
    others,
    keyring: environment.keyring,
    next: { ordinal, entries },
  })
  if (E.isLeft(rendered)) return refused(rendered.left)
  const resources = world.etcd.resources.map(({ resource }) => resource)
  const loaded = loadText(environment.codec, resources, rendered.right)
  if (E.isLeft(loaded)) return refused(loaded.left)
  return sameOrdinal(loaded.right.ordinal, ordinal) && sameEntries(loaded.right.entries, entries)
    ? E.right(withCopy(world, { text: rendered.right, loaded: loaded.right }))
    : refused('the codec wrote another configuration than it was asked for')
}

/** Keeps a published configuration as it is, or the text of one that is to come; kept ones stay as they are. */
export const keepCopy = (environment: Environment, world: World, effect: KeepCopy): Performed => {
  if (effect.of !== 'next') return keepPublished(world, effect)
  return effect.ordinal === null
    ? refused('a configuration that is to come needs an ordinal')
    : keepNext(environment, world, effect.ordinal, effect.entries)
}

/** Publishes the text of its kept copy, over the version named and over an older ordinal only. */
export const writeConfiguration = (world: World, effect: WriteConfiguration): Performed => {
  const { configurations, delivery } = world.api
  const live = liveConfiguration(configurations)
  const version = live === null ? null : String(live.version)
  if (version !== effect.expectedVersion)
    return conflict('the live configuration is of another version')
  if (live !== null && !olderThan(live.loaded.ordinal, effect.ordinal))
    return conflict(`the live configuration is not older than ${formatOrdinal(effect.ordinal)}`)
  const name = nameOf(delivery, effect.ordinal)
  if (delivery === 'immutable' && configurations.some((each) => each.name === name))
    return conflict(`${name} exists`)
  const copy = copyOf(world, effect.ordinal)
  if (copy === undefined || !sameEntries(copy.loaded.entries, effect.entries))
    return conflict(`no copy is kept of ${formatOrdinal(effect.ordinal)}`)
  return E.right(withObject(world, name, copy.text, copy.loaded))
}

/** Deletes a superseded object, never the live one, and only with a kept copy. */
export const withdrawConfiguration = (
  world: World,
  { ordinal, hash }: WithdrawConfiguration,
): Performed => {
  const { configurations, copies } = world.api
  const object = configurations.find(
    ({ loaded }) => loaded.hash === hash && sameOrdinal(loaded.ordinal, ordinal),
  )
  if (object === undefined) return conflict('no such configuration is published')
  if (object === liveConfiguration(configurations))
    return conflict('the configuration is the live one')
  return copies.some(({ loaded }) => loaded.hash === hash)
    ? E.right(withoutObject(world, object.name))
    : conflict('no copy of the configuration is kept')
}

/** Discards a copy, never that of a configuration that pods can still mount. */
export const discardCopy = (world: World, { ordinal, hash }: DiscardCopy): Performed => {
  const { api } = world
  const copy = api.copies.find(
    ({ loaded }) => loaded.hash === hash && sameOrdinal(loaded.ordinal, ordinal),
  )
  if (copy === undefined) return conflict('no such copy is kept')
  return api.configurations.some(({ loaded }) => loaded.hash === hash)
    ? conflict('the configuration is still published')
    : E.right({
        ...world,
        api: { ...api, copies: api.copies.filter((each) => each !== copy) },
      })
}
