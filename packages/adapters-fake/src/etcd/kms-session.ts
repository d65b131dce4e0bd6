/**
 * What a process holds of a KMS v2 plugin: a seed of its own, sealed by the plugin.
 *
 * A process draws one seed at its start and one more whenever the plugin reports another key_id. It seals
 * with the newest and keeps those before it.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { type Concealed, conceal } from '@keyroll/core'
import type { NonceSource } from './nonce-source.js'
import { type KmsPlugin, pluginAt, wrap } from './kms-plugin.js'

/** A seed, as its owner knows it. */
export interface KmsSeed {
  readonly remoteKey: string
  readonly keyId: string
  /** The seed sealed by the plugin, hex: it stands in every value, and names the seed. */
  readonly source: string
  readonly secret: Concealed<Uint8Array>
}

export interface KmsSession {
  /** The name of the KMS provider: two of one endpoint have a session each. */
  readonly name: string
  readonly endpoint: string
  readonly current: KmsSeed
  readonly earlier: readonly KmsSeed[]
}

/** What a server can reach while it seals or opens. */
export interface KmsReach {
  readonly plugins: readonly KmsPlugin[]
  readonly sessions: readonly KmsSession[]
}

/** No plugin, no session. */
export const noKms: KmsReach = Object.freeze({ plugins: [], sessions: [] })

const drawSeed = (plugin: KmsPlugin, nonce: NonceSource): E.Either<string, KmsSeed> => {
  const secret = nonce('seed', 32)
  return pipe(
    wrap(plugin, secret, nonce),
    E.map(({ ciphertext, keyId }) => ({
      remoteKey: plugin.remoteKey,
      keyId,
      source: bytesToHex(ciphertext),
      secret: conceal(secret),
    })),
  )
}

/**
 * What a process does when it loads a KMS v2 provider; left: the gRPC error, and there is no session.
 *
 * @example
 * import * as E from 'fp-ts/lib/Either.js'
 * import { nonceSource, startSession } from '@keyroll/adapters-fake'
 *
 * const plugin = { endpoint: 'unix:///k.sock', remoteKey: 'vault', keyIds: ['1'], answers: true }
 * const session = startSession([plugin], 'kms1', plugin.endpoint, nonceSource('server a'))
 * assert.ok(E.isRight(session))
 * assert.equal(session.right.current.keyId, '1')
 */
export const startSession = (
  plugins: readonly KmsPlugin[],
  name: string,
  endpoint: string,
  nonce: NonceSource,
): E.Either<string, KmsSession> =>
  pipe(
    pluginAt(plugins, endpoint),
    E.flatMap((plugin) => drawSeed(plugin, nonce)),
    E.map((current) => ({ name, endpoint, current, earlier: [] })),
  )

/**
 * What a process does on each Status call: a new seed when the key_id is another one.
 *
 * A plugin that does not answer leaves the session as it is, which kube-apiserver bears for 3 minutes.
 */
export const refreshSession = (
  session: KmsSession,
  plugins: readonly KmsPlugin[],
  nonce: NonceSource,
): KmsSession => {
  const plugin = pluginAt(plugins, session.endpoint)
  if (E.isLeft(plugin) || plugin.right.keyIds[0] === session.current.keyId) return session
  const seed = drawSeed(plugin.right, nonce)
  return E.isLeft(seed)
    ? session
    : { ...session, current: seed.right, earlier: [session.current, ...session.earlier] }
}

/** The session of a loaded provider; left: the process never had one. Source: kube-apiserver's own text. */
export const sessionOf = (
  reach: KmsReach,
  name: string,
  endpoint: string,
): E.Either<string, KmsSession> => {
  for (const session of reach.sessions)
    if (session.name === name && session.endpoint === endpoint) return E.right(session)
  return E.left('got unexpected nil transformer')
}

/** The seed that a source names, if the process drew it. */
export const ownSeed = (session: KmsSession, source: string): KmsSeed | null => {
  if (session.current.source === source) return session.current
  for (const seed of session.earlier) if (seed.source === source) return seed
  return null
}
