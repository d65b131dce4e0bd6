import { loadedKms, nonceSource, openBytes, startSession, wrap } from '@keyroll/adapters-fake'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { filled, place, rightOf } from './pool.js'

const plugin = {
  endpoint: 'unix:///vault.sock',
  remoteKey: 'vault',
  keyIds: ['1'],
  answers: true,
}

const kms = {
  plugins: [plugin],
  sessions: [rightOf(startSession([plugin], 'kms1', plugin.endpoint, nonceSource('a')))],
}

const utf8 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text))

const joined = (...parts: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(Buffer.concat(parts))

const varint = (value: number): readonly number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]

/** A length-delimited protobuf field. */
const field = (number: number, bytes: Uint8Array): Uint8Array =>
  joined(Uint8Array.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes)

const annotation = (name: string, value: Uint8Array): Uint8Array =>
  field(4, joined(field(1, utf8(name)), field(2, value)))

const [data, keyId, source] = [field(1, filled(9, 1)), field(2, utf8('1')), field(3, filled(9, 1))]
const seeded = Uint8Array.of(5 * 8, 1)

const [session] = kms.sessions

/** What is said of a message; a wrong seal is what is left to say of one within all limits. */
const said = (...fields: readonly Uint8Array[]): string => {
  const bytes = joined(utf8('k8s:enc:kms:v2:kms1:'), ...fields)
  const key = loadedKms('kmsv2', 'kms1', plugin.endpoint)
  const opened = openBytes([key], { etcdKey: place, bytes, kms })
  return E.isLeft(opened) ? opened.left : 'opened'
}

const withinLimits =
  'failed to decrypt DEK, error: rpc error: code = Internal desc = the stored data was shorter than the required size'

const notAMessage = 'proto: cannot parse invalid wire-format data'

describe('a KMS v2 message', () => {
  it.each([
    ['in order', [data, keyId, source, annotation('a.example.com', filled(3, 1)), seeded]],
    ['with its fields in another order', [seeded, source, keyId, data]],
    ['with the first of two values overruled', [field(2, utf8('7')), data, keyId, source, seeded]],
    ['with fields that are not known', [data, keyId, source, seeded, field(9, filled(200, 1))]],
    [
      'with fixed-size fields that are not known',
      [data, Uint8Array.of(6 * 8 + 1, ...filled(8, 1), 7 * 8 + 5, ...filled(4, 1)), keyId, source],
    ],
    ['with a data key in place of a seed', [data, keyId, source]],
  ])('%s is read', (_, fields) => {
    expect(said(...fields)).toBe(withinLimits)
  })

  it.each([
    ['nothing in it', [], 'encrypted data is empty'],
    ['no data', [keyId, source, seeded], 'encrypted data is empty'],
    [
      'no sealed seed',
      [data, keyId, seeded],
      'failed to validate encrypted DEK source: encrypted DEK source is empty',
    ],
    [
      'a sealed seed that is too long',
      [data, keyId, field(3, filled(1025, 1)), seeded],
      'failed to validate encrypted DEK source: encrypted DEK source is 1025 bytes, which exceeds the max size of 1024',
    ],
    ['no key_id', [data, source, seeded], 'failed to validate key id: keyID is empty'],
    [
      'a key_id that is too long',
      [data, source, field(2, filled(1025, 97))],
      'failed to validate key id: keyID is 1025 bytes, which exceeds the max size of 1024',
    ],
    [
      'an unknown type of source',
      [data, keyId, source, Uint8Array.of(5 * 8, 2)],
      'unknown encryptedDEKSourceType: 2',
    ],
    [
      'an annotation whose name is no domain',
      [data, keyId, source, annotation('short', filled(1, 1))],
      'failed to validate annotations: annotations: Invalid value: "short": should be a domain with at least two segments separated by dots',
    ],
    [
      'annotations that are too long',
      [data, keyId, source, annotation('a.b', filled(32 * 1024, 1))],
      'failed to validate annotations: total size of annotations is 32771, which exceeds the max size of 32768',
    ],
    [
      'a key_id that is no text',
      [data, source, field(2, Uint8Array.of(255))],
      'proto: field contains invalid UTF-8',
    ],
    ['half a tag', [data, Uint8Array.of(128)], notAMessage],
    ['field number 0', [data, Uint8Array.of(0, 1)], notAMessage],
    ['a length beyond its end', [data, Uint8Array.of(2 * 8 + 2, 9, 97)], notAMessage],
    ['half a length', [data, Uint8Array.of(2 * 8 + 2, 128)], notAMessage],
    ['a number without an end', [data, Uint8Array.of(5 * 8, ...filled(11, 128))], notAMessage],
    ['half a fixed-size field', [data, Uint8Array.of(6 * 8 + 1, 1)], notAMessage],
    ['a wire type that does not exist', [data, Uint8Array.of(6 * 8 + 7)], notAMessage],
    ['a broken annotation', [data, keyId, source, field(4, Uint8Array.of(128))], notAMessage],
  ])('with %s is refused', (_, fields, text) => {
    expect(said(...fields)).toBe(text)
  })
})

describe('the seed that a KMS v2 message names', () => {
  const source = (): Uint8Array => field(3, Buffer.from(session?.current.source ?? '', 'hex'))

  it('is known to the process under its own key_id only', () => {
    expect(said(data, field(2, utf8('1')), source(), seeded)).toBe(
      'the stored data was shorter than the required size',
    )
    expect(said(data, field(2, utf8('7')), source(), seeded)).toBe(
      'failed to decrypt DEK, error: rpc error: code = Internal desc = unknown key 7',
    )
  })

  it.each([
    ['a seed', seeded, 'invalid seed length 7 used for key generation'],
    ['a data key', Uint8Array.of(), 'crypto/aes: invalid key size 7'],
  ])('has a length that does for %s', (_, type, text) => {
    const short = rightOf(wrap(plugin, filled(7, 1), nonceSource('1')))
    expect(said(data, keyId, field(3, short.ciphertext), type)).toBe(text)
  })
})
