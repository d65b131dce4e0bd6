/**
 * The wish as a document: `{ "key", "resources", "reencryptAt"?, "backupKey"? }`, written by a person, so
 * every field is checked and none is ignored.
 *
 * What kube-apiserver would not take in its configuration is not taken here either: a rotation to it could
 * only stand still.
 */
import type * as t from 'io-ts'
import { type JsonObject, fields, orNull } from '../codec/fields.js'
import { type Contradiction, refined } from '../codec/refined.js'
import { listOf, seconds, textLike } from '../codec/scalars.js'
import { type Key, isPlaintext } from '../key/key.js'
import { keyCodec } from '../key/key-codec.js'
import type { Wish } from './wish.js'

const resource = textLike(
  'a resource such as secrets, deployments.apps, *.apps or *.*',
  /^([a-z][a-z0-9-]*|\*(?=\.))(\.|(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+|(?<=\*)\.\*)?$/,
)

const shape: t.Type<Wish, JsonObject> = fields(
  'the wish',
  {
    key: keyCodec,
    resources: listOf('a list of resources, at least one', resource, 1),
    reencryptAt: orNull(seconds),
    backupKey: orNull(keyCodec),
  },
  'refused',
)

/** `secrets.` is `secrets`; a wildcard covers its group, `*.*` everything. */
const covers = (one: string, other: string): boolean => {
  if (one.replace(/\.$/, '') === other.replace(/\.$/, '')) return true
  if (one === '*.*') return true
  if (!one.startsWith('*.')) return false
  const dot = other.indexOf('.')
  return one.slice(2) === (dot < 0 ? '' : other.slice(dot + 1))
}

const overlaps = ({ resources }: Wish): readonly Contradiction[] =>
  resources.flatMap((each, at) => {
    const twin = resources.findIndex(
      (other, place) => place !== at && covers(other, each) && !(covers(each, other) && place > at),
    )
    return twin < 0
      ? []
      : [
          {
            path: ['resources', at],
            message: `resources[${twin}] covers it already: leave one out`,
          },
        ]
  })

const nameOf = (field: string, key: Key | null): readonly Contradiction[] => {
  if (key === null || isPlaintext(key)) return []
  const path = [field, 'name']
  if (key.name === '') return [{ path, message: 'expected a name, found an empty text' }]
  return key.provider === 'kmsv2' && key.name.includes(':')
    ? [{ path, message: 'expected a name without a colon, as kmsv2 demands' }]
    : []
}

/** What a person asks for. */
export const wishCodec: t.Type<Wish, JsonObject> = refined(shape, (wish) => [
  ...overlaps(wish),
  ...nameOf('key', wish.key),
  ...nameOf('backupKey', wish.backupKey),
])
