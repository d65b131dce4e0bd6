/**
 * The plain record as it is stored: JSON text with a schema version.
 *
 * A document of a newer schema is not read at all. Fields that this version does not know are kept when the
 * record is written back over the document that held them.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as J from 'fp-ts/lib/Json.js'
import { type JsonObject, isJsonObject, ownField } from '../codec/fields.js'
import { decodeWith } from '../codec/problems.js'
import { recordCodec } from './record-codec.js'
import type { Record } from './record.js'
import { keepUnknownFields } from './unknown-fields.js'

/** The schema that this version of keyroll writes, and the newest that it reads. */
export const schemaVersion = 1

/** Why a stored document cannot be used. */
export type DocumentError =
  /** A newer keyroll wrote it: `observation.newerSchema` takes the version. */
  | { readonly _tag: 'NewerSchema'; readonly version: string }
  /** One line per problem. */
  | { readonly _tag: 'InvalidDocument'; readonly problems: readonly string[] }

const invalid = (problems: readonly string[]): E.Either<DocumentError, never> =>
  E.left({ _tag: 'InvalidDocument', problems })

/**
 * The record from its document.
 *
 * @param document parsed JSON, whatever it is
 * @param version the resourceVersion of the object that holds it
 */
export const decodeRecord = (
  document: unknown,
  version: string,
): E.Either<DocumentError, Record> => {
  const schema = isJsonObject(document) ? ownField(document, 'schemaVersion') : undefined
  if (typeof schema === 'number' && Number.isSafeInteger(schema) && schema > schemaVersion)
    return E.left({ _tag: 'NewerSchema', version: String(schema) })
  if (isJsonObject(document) && schema !== schemaVersion)
    return invalid([
      `schemaVersion: expected ${schemaVersion}, found ${typeof schema === 'number' ? `the number ${schema}` : 'none'}`,
    ])
  const content = decodeWith(recordCodec)(document)
  if (E.isLeft(content)) return invalid(content.left)
  const { entries, history, skipped, finishedRevision } = content.right
  return E.right({ version, entries, history, skipped, finishedRevision })
}

/** The document of a record, with what `stored`, the document as it stands, holds besides; null: there is none. */
export const encodeRecord = (record: Record, stored: unknown): JsonObject => {
  const document = { schemaVersion, ...recordCodec.encode(record) }
  const former = decodeRecord(stored, record.version)
  if (E.isLeft(former)) return document
  const known = { schemaVersion, ...recordCodec.encode(former.right) }
  const merged = keepUnknownFields(document, stored, known)
  return isJsonObject(merged) ? merged : document
}

const parsed = (text: string): E.Either<DocumentError, unknown> => {
  const result = J.parse(text)
  // The parser's own message quotes the text.
  return E.isRight(result) ? result : invalid(['the record: expected JSON'])
}

/**
 * Reads the record from its text.
 *
 * @example
 * import * as E from 'fp-ts/lib/Either.js'
 * import { emptyRecord, formatRecord, parseRecord } from '@keyroll/core'
 *
 * const text = formatRecord(emptyRecord, null)
 * assert.equal(text, '{"schemaVersion":1,"entries":[],"history":[],"skipped":[]}')
 * assert.deepEqual(parseRecord(text, '7'), E.right({ ...emptyRecord, version: '7' }))
 * assert.deepEqual(
 *   parseRecord('{"schemaVersion":2}', '7'),
 *   E.left({ _tag: 'NewerSchema', version: '2' }),
 * )
 */
export const parseRecord = (text: string, version: string): E.Either<DocumentError, Record> =>
  E.chain((document: unknown) => decodeRecord(document, version))(parsed(text))

/** The text to store over `stored`, the text as it stands; null: there is none. */
export const formatRecord = (record: Record, stored: string | null): string => {
  const former = stored === null ? null : parsed(stored)
  return JSON.stringify(
    encodeRecord(record, former === null || E.isLeft(former) ? null : former.right),
  )
}
