/**
 * An embedded KMS plugin: plain data, and pure functions in place of its socket.
 *
 * Its key encryption keys are derived from names, so a plugin is as small as what it reports. It protects
 * nothing: it is there to behave like one.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { NonceSource } from './nonce-source.js'
import { authenticationFailed, openGcm, sealGcm } from './wire/aesgcm.js'

export interface KmsPlugin {
  /** Where it listens, as configurations name it: `unix:///run/kms.sock`. */
  readonly endpoint: string
  /** The remote key that it stands behind: two plugins in front of one key open each other's values. */
  readonly remoteKey: string
  /** Every key_id that it can still open, the one it reports and seals with first. */
  readonly keyIds: readonly string[]
  /** False: it answers every call with an error. */
  readonly answers: boolean
}

/** A key encryption key, by name. */
export interface Kek {
  readonly remoteKey: string
  readonly keyId: string
}

/** Data sealed by a plugin. */
export interface Wrapped {
  readonly ciphertext: Uint8Array
  readonly keyId: string
}

const kekBytes = ({ remoteKey, keyId }: Kek): Uint8Array =>
  sha256(utf8ToBytes(JSON.stringify(['kek', remoteKey, keyId])))

const unavailable = (endpoint: string): string =>
  `rpc error: code = Unavailable desc = no plugin answers at ${endpoint}`

const noBinding = new Uint8Array(0)

/** The plugin that answers at the endpoint; left: the gRPC error. */
export const pluginAt = (
  plugins: readonly KmsPlugin[],
  endpoint: string,
): E.Either<string, KmsPlugin> => {
  for (const plugin of plugins)
    if (plugin.endpoint === endpoint && plugin.answers) return E.right(plugin)
  return E.left(unavailable(endpoint))
}

/** Which key encryption key the plugin seals with now; left: the gRPC error. */
export const currentKek = (plugin: KmsPlugin): E.Either<string, Kek> => {
  const keyId = plugin.keyIds[0]
  return keyId === undefined
    ? E.left('rpc error: code = FailedPrecondition desc = the plugin has no key')
    : E.right({ remoteKey: plugin.remoteKey, keyId })
}

/** Encrypt: a seed or a data key under the plugin's current key. */
export const wrap = (
  plugin: KmsPlugin,
  plaintext: Uint8Array,
  nonce: NonceSource,
): E.Either<string, Wrapped> =>
  pipe(
    currentKek(plugin),
    E.map((kek) => ({
      ciphertext: sealGcm(kekBytes(kek), plaintext, noBinding, nonce('kms', 12)),
      keyId: kek.keyId,
    })),
  )

const unknownKey = (keyId: string): string =>
  `rpc error: code = Internal desc = unknown key ${keyId}`

const internal = (text: string): string => `rpc error: code = Internal desc = ${text}`

const noKeyOpens = internal('no key opens the data')

/** Decrypt, as version 2 asks for it: by key_id. Left: the gRPC error. */
export const unwrap = (
  plugin: KmsPlugin,
  { ciphertext, keyId }: Wrapped,
): E.Either<string, Uint8Array> =>
  plugin.keyIds.includes(keyId)
    ? E.mapLeft(internal)(
        openGcm(kekBytes({ remoteKey: plugin.remoteKey, keyId }), ciphertext, noBinding),
      )
    : E.left(unknownKey(keyId))

/** Decrypt, as version 1 asks for it: without a key_id, so every key is tried. Left: the gRPC error. */
export const unwrapAny = (
  plugin: KmsPlugin,
  ciphertext: Uint8Array,
): E.Either<string, Uint8Array> => {
  for (const keyId of plugin.keyIds) {
    const opened = unwrap(plugin, { ciphertext, keyId })
    if (E.isRight(opened)) return opened
  }
  return E.left(noKeyOpens)
}

/** What `unwrap` would answer for data under a known key, without the data. */
export const unwraps = (plugin: KmsPlugin, kek: Kek): E.Either<string, KmsPlugin> => {
  if (!plugin.keyIds.includes(kek.keyId)) return E.left(unknownKey(kek.keyId))
  return plugin.remoteKey === kek.remoteKey
    ? E.right(plugin)
    : E.left(internal(authenticationFailed))
}

/** What `unwrapAny` would answer for data under a known key, without the data. */
export const unwrapsAny = (plugin: KmsPlugin, kek: Kek): E.Either<string, KmsPlugin> =>
  plugin.remoteKey === kek.remoteKey && plugin.keyIds.includes(kek.keyId)
    ? E.right(plugin)
    : E.left(noKeyOpens)

/**
 * The plugin with a new key_id that seals from now on; those before it still open.
 *
 * @example
 * import { withKeyId } from '@keyroll/adapters-fake'
 *
 * const plugin = { endpoint: 'unix:///k.sock', remoteKey: 'vault', keyIds: ['1'], answers: true }
 * assert.deepEqual(withKeyId(plugin, '2').keyIds, ['2', '1'])
 */
export const withKeyId = (plugin: KmsPlugin, keyId: string): KmsPlugin => ({
  ...plugin,
  keyIds: [keyId, ...plugin.keyIds.filter((each) => each !== keyId)],
})

/** The plugin without a key_id: what was sealed with it is lost. */
export const withoutKeyId = (plugin: KmsPlugin, keyId: string): KmsPlugin => ({
  ...plugin,
  keyIds: plugin.keyIds.filter((each) => each !== keyId),
})
