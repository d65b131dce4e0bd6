/**
 * From plaintext to the bytes that kube-apiserver would store: prefix and body.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { concatBytes } from '@noble/ciphers/utils.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { pluginAt } from '../kms-plugin.js'
import { type KmsReach, sessionOf } from '../kms-session.js'
import { type LoadedKey, endpointOf } from '../loaded-key.js'
import type { NonceSource } from '../nonce-source.js'
import { headerUnder } from '../sealed.js'
import { sealCbc } from './aescbc.js'
import { gcmNonceLength, sealGcm } from './aesgcm.js'
import { aesKeyOf, secretboxKeyOf } from './key-bytes.js'
import { sealKmsV1 } from './kmsv1.js'
import { sealKmsV2 } from './kmsv2.js'
import { sealSecretbox, secretboxNonceLength } from './secretbox.js'

/** What is sealed, and where it will be stored. */
export interface BytesSealing {
  readonly etcdKey: string
  readonly plaintext: Uint8Array
  readonly nonce: NonceSource
  readonly kms: KmsReach
}

const sealBody = (
  writer: LoadedKey,
  { etcdKey, plaintext, nonce, kms }: BytesSealing,
): E.Either<string, Uint8Array> => {
  const { key } = writer
  const binding = utf8ToBytes(etcdKey)
  switch (key.provider) {
    case 'identity':
      return E.right(plaintext)
    case 'aescbc':
      return pipe(
        aesKeyOf(writer),
        E.map((bytes) => sealCbc(bytes, plaintext, nonce('iv', 16))),
      )
    case 'aesgcm':
      return pipe(
        aesKeyOf(writer),
        E.map((bytes) => sealGcm(bytes, plaintext, binding, nonce('nonce', gcmNonceLength))),
      )
    case 'secretbox':
      return pipe(
        secretboxKeyOf(writer),
        E.map((bytes) => sealSecretbox(bytes, plaintext, nonce('nonce', secretboxNonceLength))),
      )
    case 'kmsv1':
      return pipe(
        endpointOf(writer),
        E.flatMap((endpoint) => pluginAt(kms.plugins, endpoint)),
        E.flatMap((plugin) => sealKmsV1(plugin, plaintext, binding, nonce)),
      )
    case 'kmsv2':
      return pipe(
        endpointOf(writer),
        E.flatMap((endpoint) => sessionOf(kms, key.name, endpoint)),
        E.flatMap((session) => sealKmsV2(session, plaintext, binding, nonce)),
      )
  }
}

/**
 * Seals bytes under one key; left: kube-apiserver's error text.
 *
 * @example
 * import * as E from 'fp-ts/lib/Either.js'
 * import { loadedSecret, noKms, nonceSource, openBytes, sealBytes } from '@keyroll/adapters-fake'
 *
 * const key = loadedSecret('aesgcm', 'key1', new Uint8Array(32).fill(7))
 * const etcdKey = '/registry/secrets/default/a'
 * const plaintext = Uint8Array.of(107, 56, 115, 0)
 * const sealed = sealBytes(key, { etcdKey, plaintext, nonce: nonceSource('1'), kms: noKms })
 * const opened = E.flatMap(sealed, (bytes) => openBytes([key], { etcdKey, bytes, kms: noKms }))
 * assert.deepEqual(opened, E.right({ plaintext, stale: false }))
 */
export const sealBytes = (writer: LoadedKey, sealing: BytesSealing): E.Either<string, Uint8Array> =>
  pipe(
    sealBody(writer, sealing),
    E.map((body) => concatBytes(utf8ToBytes(headerUnder(writer.key)), body)),
  )
