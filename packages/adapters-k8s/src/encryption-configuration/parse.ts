/**
 * Reads an EncryptionConfiguration file with the verdict of kube-apiserver 1.37: what it refuses is refused here.
 */
import { type Key, conceal } from '@keyroll/core'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import type { EncryptionDocument } from './encryption-document.js'
import { decode } from './fields/decode.js'
import type { RawConfiguration } from './fields/raw-configuration.js'
import { keysOfEntry } from './keys.js'
import type { Material } from './material.js'
import { parseOrdinalLine } from './ordinal-line.js'
import { type Problem } from './problem.js'
import { buildingProblems } from './rules/building.js'
import { validate } from './rules/validate.js'
import { type Source, readSource } from './syntax/source.js'
import { lineOf } from './syntax/tree.js'
import { warningsOf } from './stricter-rules.js'

export interface ParseOptions {
  /** Whether kube-apiserver runs with the feature gate KMSv1; off, as since Kubernetes 1.29, unless told. */
  readonly kmsV1?: boolean
}

const accepted = (
  raw: RawConfiguration,
  { kmsV1 = false }: ParseOptions,
): E.Either<readonly Problem[], RawConfiguration> => {
  const invalid = validate(raw)
  const problems = invalid.length > 0 ? invalid : buildingProblems(raw, kmsV1)
  return problems.length > 0 ? E.left(problems) : E.right(raw)
}

const documentOf = (
  source: Source,
  bytes: Uint8Array,
  raw: RawConfiguration,
): EncryptionDocument => {
  const materials = new Map<string, Material>()
  const entries = raw.entries.map((entry) => {
    const keys = keysOfEntry(entry)
    for (const { key, material } of keys) if (material !== null) materials.set(key.id, material)
    return { resources: entry.resources, keys: keys.map(({ key }) => key) }
  })
  return {
    configuration: {
      ordinal: parseOrdinalLine(source.text),
      hash: `sha256:${bytesToHex(sha256(bytes))}`,
      entries,
    },
    warnings: warningsOf({ raw, rest: source.text.slice(source.end) }),
    material: ({ id }: Key) => O.fromNullable(materials.get(id)),
    text: conceal(source.text),
  }
}

/**
 * Parses a file.
 *
 * Left: why kube-apiserver would refuse it, with the fields that it names; never key material. Beyond that, only
 * what no configuration needs is refused: nesting of more than 48 levels, a YAML document of a million signs.
 *
 * @param input - The file: bytes, or text that stands for its UTF-8 bytes.
 */
export const parse = (
  input: string | Uint8Array,
  options: ParseOptions = {},
): E.Either<readonly Problem[], EncryptionDocument> => {
  const bytes = typeof input === 'string' ? utf8ToBytes(input) : input
  const source = readSource(bytes)
  if (E.isLeft(source)) return source
  const { text, tree } = source.right
  const raw = decode(tree, (at) => lineOf(text, at))
  if (E.isLeft(raw)) return raw
  const valid = accepted(raw.right, options)
  return E.isLeft(valid) ? valid : E.right(documentOf(source.right, bytes, valid.right))
}
