/**
 * etcd: the stored objects of each resource, with the revision that wrote them.
 *
 * Counts are kept per sealing key, so that "which keys is data under" never walks the objects.
 */
import type { Sealed } from '../etcd/sealer.js'
import { type Vector, vectorAppend, vectorGet, vectorSet } from './vector.js'

export interface StoredObject {
  /** The bytes (or, symbolically, the seal). */
  readonly value: Sealed
  /** mod_revision. */
  readonly revision: number
  /** Which version of its content it should hold, from 1: the truth that answers are compared with. */
  readonly content: number
  /** The id of the key that sealed it. */
  readonly under: string
  /** What its value begins with, as `storedPrefix` writes it. */
  readonly prefix: string
}

/** Counts by name; none is 0. */
export type Counts = Readonly<{ [name: string]: number }>

/** The objects of one resource. */
export interface Objects {
  /** Group-resource: `secrets`, `deployments.apps`. */
  readonly resource: string
  /** What one object is called: `secret`. */
  readonly label: string
  /** What their keys begin with: `/registry/secrets/default/`. */
  readonly keys: string
  readonly objects: Vector<StoredObject>
  /** How many objects are under each key id. */
  readonly under: Counts
  /** How many objects have each stored prefix. */
  readonly prefixes: Counts
  /** Per key id, the newest revision at which etcd's history still holds a value under it. */
  readonly history: Counts
  /** Of its newest write. */
  readonly revision: number
}

export interface Etcd {
  readonly revision: number
  /** History up to this revision is gone. */
  readonly compacted: number
  readonly resources: readonly Objects[]
}

/** Where an object is: indexes of its resource and within it. */
export interface Place {
  readonly resource: number
  readonly object: number
}

/** A value to be stored. */
export type Value = Omit<StoredObject, 'revision'>

/** The stored object; undefined when there is none. */
export const objectAt = (etcd: Etcd, { resource, object }: Place): StoredObject | undefined => {
  const objects = etcd.resources[resource]
  return objects === undefined ? undefined : vectorGet(objects.objects, object)
}

const moved = (counts: Counts, from: string | null, to: string): Counts => {
  if (from === to) return counts
  const next: { [name: string]: number } = { ...counts, [to]: (counts[to] ?? 0) + 1 }
  if (from !== null) {
    const left = (next[from] ?? 0) - 1
    if (left > 0) next[from] = left
    else delete next[from]
  }
  return next
}

/** etcd after one write. An index after the last one creates the object; one beyond changes nothing. */
export const put = (etcd: Etcd, place: Place, value: Value): Etcd => {
  const before = etcd.resources[place.resource]
  if (before === undefined || place.object > before.objects.size || place.object < 0) return etcd
  const revision = etcd.revision + 1
  const old = vectorGet(before.objects, place.object)
  const stored: StoredObject = { ...value, revision }
  const after: Objects = {
    resource: before.resource,
    label: before.label,
    keys: before.keys,
    objects:
      old === undefined
        ? vectorAppend(before.objects, stored)
        : vectorSet(before.objects, place.object, stored),
    under: moved(before.under, old?.under ?? null, value.under),
    prefixes: moved(before.prefixes, old?.prefix ?? null, value.prefix),
    history: old === undefined ? before.history : { ...before.history, [old.under]: revision },
    revision,
  }
  const resources = etcd.resources.slice()
  resources[place.resource] = after
  return { revision, compacted: etcd.compacted, resources }
}

/** Drops the history up to now. */
export const compact = (etcd: Etcd): Etcd => ({
  revision: etcd.revision,
  compacted: etcd.revision,
  resources: etcd.resources.map((objects) => ({ ...objects, history: {} })),
})

/** The index of a resource; -1 when nothing of it is stored. */
export const resourceIndex = (etcd: Etcd, resource: string): number => {
  for (let at = 0; at < etcd.resources.length; at += 1)
    if (etcd.resources[at]?.resource === resource) return at
  return -1
}
