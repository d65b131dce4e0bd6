/**
 * From stored bytes to plaintext, with the keys of a resource in their order.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { type Attempt, chooseKey } from '../choose-key.js'
import { pluginAt } from '../kms-plugin.js'
import { type KmsReach, sessionOf } from '../kms-session.js'
import { type LoadedKey, endpointOf } from '../loaded-key.js'
import { openCbc } from './aescbc.js'
import { openGcm } from './aesgcm.js'
import { aesKeyOf, secretboxKeyOf } from './key-bytes.js'
import { openKmsV1 } from './kmsv1.js'
import { openKmsV2 } from './kmsv2.js'
import { openSecretbox } from './secretbox.js'

/** What is opened, and where it is stored. */
export interface BytesOpening {
  readonly etcdKey: string
  readonly bytes: Uint8Array
  readonly kms: KmsReach
}

export interface OpenedBytes {
  readonly plaintext: Uint8Array
  /** An update that changes nothing would write it anew. */
  readonly stale: boolean
}

type Body = E.Either<readonly string[], Attempt<Uint8Array>>

const alone = (text: string): readonly string[] => [text]

/** A static key does not tell what is stale: its place in the list does. */
const current = (opened: E.Either<string, Uint8Array>): Body =>
  pipe(
    opened,
    E.bimap(alone, (value) => ({ value, stale: false })),
  )

const openBody = (loaded: LoadedKey, body: Uint8Array, { etcdKey, kms }: BytesOpening): Body => {
  const { key } = loaded
  switch (key.provider) {
    case 'identity':
      return current(E.right(body))
    case 'aescbc':
      return current(E.flatMap(aesKeyOf(loaded), (bytes) => openCbc(bytes, body)))
    case 'aesgcm':
      return current(
        E.flatMap(aesKeyOf(loaded), (bytes) => openGcm(bytes, body, utf8ToBytes(etcdKey))),
      )
    case 'secretbox':
      return current(E.flatMap(secretboxKeyOf(loaded), (bytes) => openSecretbox(bytes, body)))
    case 'kmsv1': {
      const plugin = E.flatMap(endpointOf(loaded), (endpoint) => pluginAt(kms.plugins, endpoint))
      return openKmsV1(plugin, body, utf8ToBytes(etcdKey))
    }
    case 'kmsv2': {
      const endpoint = endpointOf(loaded)
      return E.mapLeft(alone)(
        openKmsV2(
          E.flatMap(endpoint, (at) => sessionOf(kms, key.name, at)),
          E.flatMap(endpoint, (at) => pluginAt(kms.plugins, at)),
          body,
          utf8ToBytes(etcdKey),
        ),
      )
    }
  }
}

const startsWith = (bytes: Uint8Array, prefix: Uint8Array): boolean => {
  for (let at = 0; at < prefix.length; at += 1) if (bytes[at] !== prefix[at]) return false
  return true
}

/**
 * Opens stored bytes with the keys of their resource; none: the resource is not configured.
 *
 * Left: kube-apiserver's error text, several in brackets.
 */
export const openBytes = (
  keys: readonly LoadedKey[],
  opening: BytesOpening,
): E.Either<string, OpenedBytes> =>
  pipe(
    chooseKey(keys, {
      startsWith: (prefix) => startsWith(opening.bytes, utf8ToBytes(prefix)),
      attempt: (loaded, prefix) =>
        openBody(loaded, opening.bytes.subarray(utf8ToBytes(prefix).length), opening),
    }),
    E.map(({ value, stale }) => ({ plaintext: value, stale })),
  )
