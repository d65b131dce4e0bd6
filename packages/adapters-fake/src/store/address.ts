/**
 * Where an object is, what it is called there, and what it should hold.
 */
import type { StoredPlaintext } from '../etcd/stored-plaintext.js'
import type { Etcd, Place } from './etcd.js'

/** Worked out once for each request, since a write is decoded by every server. */
export interface Address extends Place {
  /** Group-resource. */
  readonly kind: string
  /** Of the object: `secret-0007`. */
  readonly name: string
  /** Its key in etcd, which some providers authenticate as well. */
  readonly etcdKey: string
}

const digits = (index: number): string => {
  if (index >= 1000) return String(index)
  if (index >= 100) return `0${index}`
  return index >= 10 ? `00${index}` : `000${index}`
}

/** The address of a place; null when its resource is not stored. */
export const addressOf = (etcd: Etcd, { resource, object }: Place): Address | null => {
  const objects = etcd.resources[resource]
  if (objects === undefined) return null
  const number = digits(object)
  return {
    resource,
    object,
    kind: objects.resource,
    name: `${objects.label}-${number}`,
    etcdKey: `${objects.keys}${objects.label}-${number}`,
  }
}

/** The object's content in one version: it follows from the address, so that a wrong answer shows. */
export const contentOf = ({ kind, name }: Address, version: number): StoredPlaintext => ({
  resource: kind,
  name,
  version,
})

/** Whether an opened object is the one that should stand there. */
export const isContent = (
  object: StoredPlaintext,
  { kind, name }: Address,
  version: number,
): boolean =>
  object['version'] === version && object['name'] === name && object['resource'] === kind
