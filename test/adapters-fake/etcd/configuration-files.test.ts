import { readFileSync } from 'node:fs'
import { type LoadedKey, loadedPlaintext, noKms, openBytes } from '@keyroll/adapters-fake'
import { type EncryptionDocument, parse } from '@keyroll/adapters-k8s'
import { isPlaintext, lookup, storedPrefix } from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import { describe, expect, it } from 'vitest'
import { rightOf } from './pool.js'

const base64 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'))

interface StoredBytes {
  readonly kind: 'storedBytes'
  readonly input: { readonly sample: string; readonly etcdKey: string; readonly bytes: string }
}

interface ConfigurationFile {
  readonly id: string
  readonly kind: 'configurationFile'
  readonly input: { readonly text?: string; readonly base64?: string }
  readonly expected: {
    readonly writerPrefix?: { readonly [resource: string]: string }
    /** What a read of each sample under `secrets` gives. */
    readonly reads?: { readonly [sample: string]: 'current' | 'stale' | 'error' }
  }
}

const vectors = JSON.parse(
  readFileSync(new URL('../../vectors/encryption-configuration.json', import.meta.url), 'utf8'),
) as readonly (StoredBytes | ConfigurationFile)[]

const samples = vectors.filter((vector): vector is StoredBytes => vector.kind === 'storedBytes')

/** Files without KMS that a real kube-apiserver has loaded. */
const files = vectors.filter(
  (vector): vector is ConfigurationFile =>
    vector.kind === 'configurationFile' && vector.expected.reads !== undefined,
)

/** Those of which it is known how they write. */
const writers = files.flatMap(({ id, input, expected }) =>
  Object.entries(expected.writerPrefix ?? {}).length === 0
    ? []
    : [{ id, input, prefixes: expected.writerPrefix ?? {} }],
)

const documentOf = ({ input }: Pick<ConfigurationFile, 'input'>): EncryptionDocument =>
  rightOf(parse(input.text ?? base64(input.base64 ?? '')))

const loadedFor = (document: EncryptionDocument, resource: string): readonly LoadedKey[] =>
  lookup(document.configuration.entries)(resource).map((key) =>
    isPlaintext(key)
      ? loadedPlaintext
      : { key, material: O.getOrElseW(() => loadedPlaintext.material)(document.material(key)) },
  )

const prefixWrittenBy = ([writer]: readonly LoadedKey[]): string =>
  writer === undefined || isPlaintext(writer.key) ? 'identity' : `${storedPrefix(writer.key)}:`

const readingOf = (keys: readonly LoadedKey[], { input }: StoredBytes): string => {
  const bytes = base64(input.bytes)
  const opened = openBytes(keys, { etcdKey: input.etcdKey, bytes, kms: noKms })
  if (E.isLeft(opened)) return 'error'
  return opened.right.stale ? 'stale' : 'current'
}

describe('with a configuration file that a real kube-apiserver has loaded', () => {
  it('all of them are here, and all samples', () => {
    expect([files.length, writers.length, samples.length]).toEqual([49, 47, 14])
  })

  it.each(files)('every sample reads as it did there: $id', (file) => {
    const keys = loadedFor(documentOf(file), 'secrets')
    const readings = samples.map((each) => [each.input.sample, readingOf(keys, each)])
    expect(Object.fromEntries(readings)).toEqual(file.expected.reads)
  })

  it.each(writers)('every resource is written as it was there: $id', ({ input, prefixes }) => {
    const document = documentOf({ input })
    const written = Object.keys(prefixes).map((resource) => [
      resource,
      prefixWrittenBy(loadedFor(document, resource)),
    ])
    expect(Object.fromEntries(written)).toEqual(prefixes)
  })
})
