/**
 * The concrete resources that a rotation is about: those that a configuration, the record or the wish
 * names, with wildcards expanded to what is stored. Exclusions take part only where they are named.
 */
import {
  type ConfigurationEntry,
  type StoredResource,
  Plaintext,
  entriesOf,
  isExclusion,
  unknown,
} from '@keyroll/core'
import { liveConfiguration } from '../configuration/live.js'
import { addressOf } from '../store/address.js'
import { objectAt, resourceIndex } from '../store/etcd.js'
import type { Seen } from '../views/views.js'
import type { World } from '../world/world.js'

const named = (lists: readonly (readonly string[])[], resource: string): boolean =>
  entriesOf(
    lists.map((resources) => ({ resources, keys: [Plaintext] })),
    resource,
  ).length > 0

const rotates = (entries: readonly ConfigurationEntry[], resource: string): boolean =>
  entriesOf(entries, resource).some((at) => {
    const entry = entries[at]
    return entry !== undefined && !isExclusion(entry)
  })

/** An entry of the live configuration leaves the resource alone. */
const excluded = (entries: readonly ConfigurationEntry[], resource: string): boolean =>
  entriesOf(entries, resource).length > 0 && !rotates(entries, resource)

/** The live entry that serves the resource is one that the record speaks of. */
const isRecorded = (
  entries: readonly ConfigurationEntry[],
  recorded: readonly (readonly string[])[],
  resource: string,
): boolean =>
  entriesOf(entries, resource).some((at) =>
    recorded.some((resources) =>
      resources.some((each) => entries[at]?.resources.includes(each) === true),
    ),
  )

const firstObject = ({ etcd }: World, resource: string): string | null => {
  const place = { resource: resourceIndex(etcd, resource), object: 0 }
  return objectAt(etcd, place) === undefined ? null : (addressOf(etcd, place)?.name ?? null)
}

/** What core sees of them; `known`: discovery could be read. */
export const storedResources = (
  world: World,
  seen: Seen,
  known: boolean,
): readonly StoredResource[] => {
  const live = liveConfiguration(seen.configurations)?.loaded.entries ?? []
  const recorded = (seen.record?.entries ?? []).map(({ resources }) => resources)
  const wished = seen.wish === null ? [] : [seen.wish.resources]
  const copied = live.length > 0 ? [] : (seen.copies.at(-1)?.loaded.entries ?? [])
  return seen.discovery
    .filter(
      ({ resource }) =>
        rotates(live, resource) ||
        rotates(copied, resource) ||
        named(wished, resource) ||
        (named(recorded, resource) &&
          (!excluded(live, resource) || isRecorded(live, recorded, resource))),
    )
    .map(({ resource, served, absentSince }) => ({
      resource,
      served: known ? served : unknown('discovery could not be read'),
      absentSince,
      touchable: world.clients.touchable.includes(resource) ? firstObject(world, resource) : null,
    }))
}
