/**
 * How a server seals what it stores and opens what it reads: one interface, two sealers.
 *
 * `symbolicSealer` keeps what sealed a value (for exhaustive search), `wireSealer` the very bytes that
 * kube-apiserver stores. Both are pure: the same arguments, the same answer.
 */
import type { Either } from 'fp-ts/lib/Either.js'
import type { KmsReach } from './kms-session.js'
import type { LoadedKey } from './loaded-key.js'
import type { NonceSource } from './nonce-source.js'
import type { Sealed } from './sealed.js'
import type { StoredPlaintext } from './stored-plaintext.js'

export type { Sealed } from './sealed.js'

/** What a server seals. */
export interface Sealing {
  /** The full etcd key, as in `/registry/secrets/default/a`: some providers bind the value to it. */
  readonly etcdKey: string
  readonly object: StoredPlaintext
  /** Another one for each write. */
  readonly nonce: NonceSource
  readonly kms: KmsReach
}

/** What a server opens. */
export interface Opening {
  readonly etcdKey: string
  readonly value: Sealed
  readonly kms: KmsReach
}

/** A value that was read. */
export interface Opened {
  readonly object: StoredPlaintext
  /** An update that changes nothing would write it anew, sealed by the writer. */
  readonly stale: boolean
}

/** Nothing is written; `text` is what kube-apiserver says then. */
export interface SealError {
  readonly _tag: 'SealError'
  readonly text: string
}

/**
 * The value cannot be read; `text` is what kube-apiserver says then.
 *
 * `Untransformable`: none of the keys opens it. `Undecodable`: one did, and gave no object. That is how a
 * wrong aescbc key shows about once in 256 times.
 */
export interface OpenError {
  readonly _tag: 'Untransformable' | 'Undecodable'
  readonly text: string
}

export interface Sealer {
  /** Seals under one key: the first of the resource's keys, or `loadedPlaintext` where it has none. */
  readonly seal: (writer: LoadedKey, sealing: Sealing) => Either<SealError, Sealed>
  /** Opens with the keys of the resource in their order; none: the resource is not configured. */
  readonly open: (keys: readonly LoadedKey[], opening: Opening) => Either<OpenError, Opened>
  /** What a census counts it under: see `prefixOf`. */
  readonly prefixOf: (value: Sealed) => string
}
