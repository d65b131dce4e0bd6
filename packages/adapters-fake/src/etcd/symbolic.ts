/**
 * The symbolic sealer: a value is what sealed it and the object itself, small enough for a search through
 * all behaviours. It reads, refuses and calls stale what the wire sealer does.
 *
 * One difference is meant: a wrong aescbc key of the right name never opens here; on the wire it gives
 * garbage about once in 256 times.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { type Attempt, chooseKey } from './choose-key.js'
import { currentKek, pluginAt, unwraps, unwrapsAny } from './kms-plugin.js'
import { type KmsReach, ownSeed, sessionOf } from './kms-session.js'
import { type LoadedKey, endpointOf } from './loaded-key.js'
import {
  type Sealed,
  type SymbolicEnvelope,
  type SymbolicValue,
  headerUnder,
  prefixOf,
} from './sealed.js'
import type { OpenError, Opened, Opening, SealError, Sealer } from './sealer.js'
import type { StoredPlaintext } from './stored-plaintext.js'
import { wrongPadding } from './wire/aescbc.js'
import { authenticationFailed } from './wire/aesgcm.js'
import { notOpened } from './wire/secretbox.js'

const envelopeUnder = (
  writer: LoadedKey,
  kms: KmsReach,
): E.Either<string, SymbolicEnvelope | null> => {
  const { key } = writer
  switch (key.provider) {
    case 'identity':
    case 'aescbc':
    case 'aesgcm':
    case 'secretbox':
      return E.right(null)
    case 'kmsv1':
      return pipe(
        endpointOf(writer),
        E.flatMap((endpoint) => pluginAt(kms.plugins, endpoint)),
        E.flatMap(currentKek),
        E.map((kek) => ({ ...kek, source: '' })),
      )
    case 'kmsv2':
      return pipe(
        endpointOf(writer),
        E.flatMap((endpoint) => sessionOf(kms, key.name, endpoint)),
        E.map(({ current: { remoteKey, keyId, source } }) => ({ remoteKey, keyId, source })),
      )
  }
}

type Answer = E.Either<readonly string[], Attempt<StoredPlaintext>>

const when = (opens: boolean, object: StoredPlaintext, ...errors: readonly string[]): Answer =>
  opens ? E.right({ value: object, stale: false }) : E.left(errors)

const attemptV1 = (
  loaded: LoadedKey,
  envelope: SymbolicEnvelope,
  value: SymbolicValue,
  { etcdKey, kms }: Opening,
): Answer => {
  const plugin = pipe(
    endpointOf(loaded),
    E.flatMap((endpoint) => pluginAt(kms.plugins, endpoint)),
    E.flatMap((answering) => unwrapsAny(answering, envelope)),
  )
  return E.isLeft(plugin)
    ? E.left([plugin.left])
    : when(value.etcdKey === etcdKey, value.object, authenticationFailed, wrongPadding)
}

const attemptV2 = (
  loaded: LoadedKey,
  name: string,
  envelope: SymbolicEnvelope,
  value: SymbolicValue,
  { etcdKey, kms }: Opening,
): Answer => {
  const endpoint = endpointOf(loaded)
  const session = E.flatMap(endpoint, (at) => sessionOf(kms, name, at))
  if (E.isLeft(session)) return E.left([session.left])
  if (ownSeed(session.right, envelope.source) === null) {
    const plugin = pipe(
      endpoint,
      E.flatMap((at) => pluginAt(kms.plugins, at)),
      E.flatMap((answering) => unwraps(answering, envelope)),
    )
    if (E.isLeft(plugin)) return E.left([`failed to decrypt DEK, error: ${plugin.left}`])
  }
  return value.etcdKey === etcdKey
    ? E.right({ value: value.object, stale: envelope.keyId !== session.right.current.keyId })
    : E.left([authenticationFailed])
}

const attempt = (loaded: LoadedKey, value: SymbolicValue, opening: Opening): Answer => {
  const { key } = loaded
  const { envelope } = value
  const same = key.id === value.key.id
  switch (key.provider) {
    case 'identity':
      return when(true, value.object)
    case 'aescbc':
      return when(same, value.object, wrongPadding)
    case 'aesgcm':
      return when(same && value.etcdKey === opening.etcdKey, value.object, authenticationFailed)
    case 'secretbox':
      return when(same, value.object, notOpened)
    case 'kmsv1':
      return envelope === null ? E.left([]) : attemptV1(loaded, envelope, value, opening)
    case 'kmsv2':
      return envelope === null ? E.left([]) : attemptV2(loaded, key.name, envelope, value, opening)
  }
}

const untransformable = (text: string): OpenError => ({ _tag: 'Untransformable', text })

const sealError = (text: string): SealError => ({ _tag: 'SealError', text })

const opened = ({ value, stale }: Attempt<StoredPlaintext>): Opened => ({ object: value, stale })

/** The usual case, many times as fast: no plugin takes part, and the very key is in the list. */
const plainlyOpened = (
  keys: readonly LoadedKey[],
  { key, envelope, etcdKey, object }: SymbolicValue,
  opening: Opening,
): Attempt<StoredPlaintext> | null => {
  if (envelope !== null || etcdKey !== opening.etcdKey) return null
  for (let at = 0; at < keys.length; at += 1)
    if (keys[at]?.key.id === key.id) return { value: object, stale: at !== 0 }
  return null
}

const openSymbolic = (
  keys: readonly LoadedKey[],
  value: SymbolicValue,
  opening: Opening,
): E.Either<string, Attempt<StoredPlaintext>> => {
  const plainly = plainlyOpened(keys, value, opening)
  if (plainly !== null) return E.right(plainly)
  const header = headerUnder(value.key)
  return chooseKey(keys, {
    startsWith: (prefix) => header.startsWith(prefix),
    attempt: (loaded) => attempt(loaded, value, opening),
  })
}

/**
 * Stores what sealed a value, and the object itself.
 *
 * @example
 * import * as E from 'fp-ts/lib/Either.js'
 * import { loadedSecret, noKms, nonceSource, symbolicSealer } from '@keyroll/adapters-fake'
 *
 * const [old, next] = [7, 8].map((byte) => loadedSecret('aescbc', `k${byte}`, new Uint8Array(32).fill(byte)))
 * assert.ok(old !== undefined && next !== undefined)
 * const etcdKey = '/registry/secrets/default/a'
 * const [object, nonce] = [{ name: 'a' }, nonceSource('1')]
 * const value = symbolicSealer.seal(old, { etcdKey, object, nonce, kms: noKms })
 * assert.ok(E.isRight(value))
 * const opening = { etcdKey, value: value.right, kms: noKms }
 * assert.deepEqual(symbolicSealer.open([next, old], opening), E.right({ object, stale: true }))
 * const text = 'no matching key was found for the provided AES transformer'
 * assert.deepEqual(symbolicSealer.open([next], opening), E.left({ _tag: 'Untransformable', text }))
 */
export const symbolicSealer: Sealer = {
  seal: (writer, { etcdKey, object, kms }) =>
    E.bimap(sealError, (envelope: SymbolicEnvelope | null): Sealed => {
      return { _tag: 'Symbolic', key: writer.key, etcdKey, envelope, object }
    })(envelopeUnder(writer, kms)),
  open: (keys, opening) =>
    opening.value._tag === 'Symbolic'
      ? E.bimap(untransformable, opened)(openSymbolic(keys, opening.value, opening))
      : E.left(untransformable('the value is bytes: open it with the wire sealer')),
  prefixOf,
}
