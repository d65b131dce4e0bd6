/**
 * The key to rotate to: made from the system's random source, or read from a file.
 */
import { readFileSync } from 'node:fs'
import { type LoadedKey, loadedPlaintext, loadedSecret } from '@keyroll/adapters-fake'
import { kmsKey } from '@keyroll/adapters-k8s'
import { type SealingKey, isKms, isPlaintext, label } from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'
import type { Kind } from './arguments.js'
import { readingError } from './reading-error.js'

export interface NewKeyRequest {
  readonly kind: Kind
  /** A file with the base64 key; null: a fresh key. */
  readonly file: string | null
  /** Every sealing key of the file, those of exclusions too: the new one must be told from all of them. */
  readonly known: readonly LoadedKey[]
  /** The writer whose name the new one continues; null: none seals yet. */
  readonly former: SealingKey | null
  /** Bytes from the system's random source. */
  readonly randomBytes: (length: number) => Uint8Array
}

/** What values of the one begin with, what values of the other begin with too. */
const alike = (a: string, b: string): boolean =>
  a === b || a.startsWith(`${b}:`) || b.startsWith(`${a}:`)

/** `key2` after `key1`; a name that does not end in a number is followed by `key1` or `kms1`. */
const freeName = ({ known, former }: NewKeyRequest, otherwise: 'key' | 'kms'): string => {
  const taken = known.flatMap(({ key }) => (isPlaintext(key) ? [] : [key.name]))
  const counted =
    former !== null && isKms(former) === (otherwise === 'kms')
      ? /^([A-Za-z][A-Za-z-]{0,30})(\d{1,6})$/.exec(former.name)
      : null
  const stem = counted?.[1] ?? otherwise
  let number = counted === null ? 1 : Number(counted[2]) + 1
  while (taken.some((name) => alike(name, `${stem}${number}`))) number += 1
  return `${stem}${number}`
}

const freeEndpoint = (known: readonly LoadedKey[], name: string): string => {
  const taken = new Set(
    known.flatMap(({ material }) => (material._tag === 'Endpoint' ? [material.endpoint] : [])),
  )
  let endpoint = `unix:///run/kms/${name}.sock`
  for (let count = 2; taken.has(endpoint); count += 1)
    endpoint = `unix:///run/kms/${name}-${count}.sock`
  return endpoint
}

/** Lengths that kube-apiserver takes for aescbc. */
const lengths: readonly number[] = [16, 24, 32]

/** No key comes near it; a file that does is something else. */
const longestFile = 4096

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** The file is named by its flag alone: somebody may have put the key itself there. */
const bytesFrom = (file: string): E.Either<string, Uint8Array> =>
  E.flatMap(
    E.tryCatch(
      () => readFileSync(file),
      (error) =>
        `--new-key: ${readingError(error)}; name a file that holds the key in base64 (head -c 32 /dev/urandom | base64 > FILE)`,
    ),
    (content) => {
      const text =
        content.length > longestFile
          ? '-'
          : content
              .toString('latin1')
              .replace(/[\r\n]/g, '')
              .trim()
      if (text === '')
        return E.left('--new-key: the file is empty; put 32 random bytes in base64 there')
      if (!base64.test(text))
        return E.left(
          '--new-key: the file is not base64; put 32 random bytes in standard base64 there',
        )
      const bytes = new Uint8Array(Buffer.from(text, 'base64'))
      return lengths.includes(bytes.length)
        ? E.right(bytes)
        : E.left(
            `--new-key: the key has ${bytes.length} bytes; aescbc takes 32 (16 and 24 are accepted too)`,
          )
    },
  )

const notKnown = (made: LoadedKey, known: readonly LoadedKey[]): E.Either<string, LoadedKey> => {
  const same = known.find(
    ({ key }) =>
      !isPlaintext(key) &&
      !isPlaintext(made.key) &&
      !isKms(key) &&
      key.fingerprint === made.key.fingerprint,
  )
  return same === undefined
    ? E.right(made)
    : E.left(
        `--new-key: the configuration already holds these bytes as ${label(same.key)}; put another key into the file`,
      )
}

/** The key to rotate to, with its material. */
export const newKey = (request: NewKeyRequest): E.Either<string, LoadedKey> => {
  const { kind, file, known, randomBytes } = request
  if (file !== null)
    return E.flatMap(bytesFrom(file), (bytes) =>
      notKnown(loadedSecret('aescbc', freeName(request, 'key'), bytes), known),
    )
  switch (kind) {
    case 'aescbc':
    case 'aesgcm':
    case 'secretbox':
      return E.right(loadedSecret(kind, freeName(request, 'key'), randomBytes(32)))
    case 'kms': {
      const name = freeName(request, 'kms')
      const endpoint = freeEndpoint(known, name)
      return E.right({
        key: kmsKey('v2', name, endpoint),
        material: { _tag: 'Endpoint', endpoint },
      })
    }
    case 'plaintext':
      return E.right(loadedPlaintext)
  }
}
