/**
 * The wire sealer: the bytes that kube-apiserver itself would store and read.
 *
 * Source: the storage transformers of Kubernetes 1.37.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Sealed, prefixOf } from '../sealed.js'
import type { OpenError, Opened, SealError, Sealer } from '../sealer.js'
import { decodePlaintext, encodePlaintext } from '../stored-plaintext.js'
import { type OpenedBytes, openBytes } from './open-bytes.js'
import { sealBytes } from './seal-bytes.js'

const sealError = (text: string): SealError => ({ _tag: 'SealError', text })

const untransformable = (text: string): OpenError => ({ _tag: 'Untransformable', text })

const undecodable = (text: string): OpenError => ({ _tag: 'Undecodable', text })

const decoded = ({ plaintext, stale }: OpenedBytes): E.Either<OpenError, Opened> =>
  E.bimap(undecodable, (object: Opened['object']) => ({ object, stale }))(
    decodePlaintext(plaintext),
  )

/**
 * Stores what kube-apiserver stores, byte for byte.
 *
 * @example
 * import * as E from 'fp-ts/lib/Either.js'
 * import { loadedPlaintext, loadedSecret, noKms, nonceSource, wireSealer } from '@keyroll/adapters-fake'
 *
 * const key = loadedSecret('secretbox', 'key1', new Uint8Array(32).fill(7))
 * const etcdKey = '/registry/secrets/default/a'
 * const [object, nonce] = [{ name: 'a' }, nonceSource('1')]
 * const value = wireSealer.seal(key, { etcdKey, object, nonce, kms: noKms })
 * assert.ok(E.isRight(value))
 * assert.equal(wireSealer.prefixOf(value.right), 'k8s:enc:secretbox:v1:key1')
 * const opening = { etcdKey, value: value.right, kms: noKms }
 * assert.deepEqual(wireSealer.open([loadedPlaintext, key], opening), E.right({ object, stale: true }))
 */
export const wireSealer: Sealer = {
  seal: (writer, { etcdKey, object, nonce, kms }) =>
    E.bimap(sealError, (bytes: Uint8Array): Sealed => ({ _tag: 'Wire', bytes }))(
      sealBytes(writer, { etcdKey, plaintext: encodePlaintext(object), nonce, kms }),
    ),
  open: (keys, { etcdKey, value, kms }) =>
    value._tag === 'Wire'
      ? E.flatMap(
          E.mapLeft(untransformable)(openBytes(keys, { etcdKey, bytes: value.bytes, kms })),
          decoded,
        )
      : E.left(untransformable('the value is symbolic: open it with the symbolic sealer')),
  prefixOf,
}
