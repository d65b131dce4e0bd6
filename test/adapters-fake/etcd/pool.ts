/**
 * A small pool of loaded keys, KMS plugins and places, and arbitraries over it.
 */
import {
  type KmsPlugin,
  type KmsSession,
  type LoadedKey,
  loadedKms,
  loadedPlaintext,
  loadedSecret,
  nonceSource,
  startSession,
} from '@keyroll/adapters-fake'
import { isKms, storedPrefix } from '@keyroll/core'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'

export const filled = (length: number, byte: number): Uint8Array =>
  new Uint8Array(length).fill(byte)

export const place = '/registry/secrets/default/a'

export const elsewhere = '/registry/secrets/default/b'

const plugin = (endpoint: string, remoteKey: string, ...keyIds: readonly string[]): KmsPlugin => ({
  endpoint: `unix:///${endpoint}.sock`,
  remoteKey,
  keyIds,
  answers: true,
})

/** In front of the same remote key, before and after its key_id changed; of another one; of none. */
export const plugins: readonly KmsPlugin[] = [
  plugin('before', 'vault', '1'),
  plugin('after', 'vault', '2', '1'),
  plugin('forgetful', 'vault', '3'),
  plugin('other', 'elsewhere', '1'),
  { ...plugin('silent', 'vault', '1'), answers: false },
]

const kmsKeys = plugins.flatMap(({ endpoint }, at) => [
  loadedKms('kmsv1', 'one', endpoint, endpoint),
  loadedKms('kmsv2', 'two', endpoint, endpoint),
  loadedKms('kmsv2', `own${at}`, endpoint, endpoint),
])

/** Every provider and key length; of those that are authenticated also one name with two secrets. */
export const pool: readonly LoadedKey[] = [
  loadedPlaintext,
  loadedSecret('aescbc', 'a', filled(16, 1)),
  loadedSecret('aescbc', 'b', filled(24, 2)),
  loadedSecret('aescbc', 'c', filled(32, 3)),
  loadedSecret('aesgcm', 'a', filled(16, 1)),
  loadedSecret('aesgcm', 'a', filled(24, 2)),
  loadedSecret('aesgcm', 'a:b', filled(32, 3)),
  loadedSecret('secretbox', 'a', filled(32, 1)),
  loadedSecret('secretbox', 'a', filled(32, 2)),
  loadedSecret('secretbox', 'ä', filled(32, 3)),
  ...kmsKeys,
]

const identityOf = ({ key }: LoadedKey): string =>
  // Files name a KMS provider once.
  isKms(key) ? storedPrefix(key) : key.id

/** The keys without those that a file could not list once more. */
export const uniqueKeys = (keys: readonly LoadedKey[]): readonly LoadedKey[] =>
  [
    ...new Map(keys.toReversed().map((loaded) => [identityOf(loaded), loaded])).values(),
  ].toReversed()

export const keysOf = (keys: readonly LoadedKey[]): fc.Arbitrary<readonly LoadedKey[]> =>
  fc.uniqueArray(fc.constantFrom(...keys), { selector: identityOf, maxLength: 5 })

/** The sessions of a process that has loaded the keys; plugins that do not answer give it none. */
export const sessionsOf = (keys: readonly LoadedKey[], process: string): readonly KmsSession[] =>
  keys.flatMap(({ key, material }) => {
    if (key.provider !== 'kmsv2' || material._tag !== 'Endpoint') return []
    const session = startSession(plugins, key.name, material.endpoint, nonceSource(process))
    return E.isRight(session) ? [session.right] : []
  })

/** The right side; the test fails with the left one where there is none. */
export const rightOf = <A>(either: E.Either<unknown, A>): A => {
  if (E.isLeft(either)) throw new Error(`expected a right: ${JSON.stringify(either.left)}`)
  return either.right
}
