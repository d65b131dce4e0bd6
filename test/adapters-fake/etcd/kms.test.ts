import {
  type KmsPlugin,
  type KmsReach,
  loadedKms,
  nonceSource,
  openBytes,
  refreshSession,
  sealBytes,
  startSession,
  withKeyId,
  withoutKeyId,
} from '@keyroll/adapters-fake'
import { reveal } from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { elsewhere, filled, place, rightOf } from './pool.js'

const plugin: KmsPlugin = {
  endpoint: 'unix:///vault.sock',
  remoteKey: 'vault',
  keyIds: ['1'],
  answers: true,
}

const silent = { ...plugin, answers: false }

const renewed = withKeyId(plugin, '2')

const [v1, v2] = [
  loadedKms('kmsv1', 'kms1', plugin.endpoint),
  loadedKms('kmsv2', 'kms1', plugin.endpoint),
]

const started = (process: string, at: KmsPlugin = plugin) =>
  rightOf(startSession([at], 'kms1', at.endpoint, nonceSource(process)))

const plaintext = filled(20, 5)

const seal = (key: typeof v1, kms: KmsReach) =>
  sealBytes(key, { etcdKey: place, plaintext, nonce: nonceSource('1'), kms })

const read = (key: typeof v1, bytes: Uint8Array, kms: KmsReach): string => {
  const opened = openBytes([key], { etcdKey: place, bytes, kms })
  if (E.isLeft(opened)) return opened.left
  expect(opened.right.plaintext).toEqual(plaintext)
  return opened.right.stale ? 'stale' : 'current'
}

describe('a session of KMS v2', () => {
  it('has a seed of its own in each process', () => {
    const [a, b] = [started('a'), started('b')]
    expect(reveal(a.current.secret)).not.toEqual(reveal(b.current.secret))
    expect(a.current.source).not.toBe(b.current.source)
  })

  it('stays as it is while the key_id does, and while the plugin is silent', () => {
    const session = started('a')
    expect(refreshSession(session, [plugin], nonceSource('later'))).toBe(session)
    expect(refreshSession(session, [{ ...renewed, answers: false }], nonceSource('later'))).toBe(
      session,
    )
  })

  it('takes a new seed with a new key_id and keeps the one before', () => {
    const session = started('a')
    const next = refreshSession(session, [renewed], nonceSource('later'))
    expect(next.current.keyId).toBe('2')
    expect(next.current.source).not.toBe(session.current.source)
    expect(next.earlier).toEqual([session.current])
  })

  it('does not begin with a plugin that is silent or has no key', () => {
    const start = (at: KmsPlugin) => startSession([at], 'kms1', at.endpoint, nonceSource('a'))
    expect(start(silent)).toEqual(
      E.left('rpc error: code = Unavailable desc = no plugin answers at unix:///vault.sock'),
    )
    expect(E.isLeft(start({ ...plugin, keyIds: [] }))).toBe(true)
  })
})

describe('a value of KMS v2', () => {
  const sessions = [started('a')]
  const bytes = rightOf(seal(v2, { plugins: [plugin], sessions }))

  it('is current in another process of the same key_id', () => {
    expect(read(v2, bytes, { plugins: [plugin], sessions: [started('b')] })).toBe('current')
  })

  it('is stale as soon as the key_id is another one', () => {
    const next = refreshSession(started('a'), [renewed], nonceSource('later'))
    expect(read(v2, bytes, { plugins: [renewed], sessions: [next] })).toBe('stale')
    expect(read(v2, bytes, { plugins: [renewed], sessions: [started('b', renewed)] })).toBe('stale')
  })

  it('opens under each of several provider names, whichever comes first', () => {
    const other = loadedKms('kmsv2', 'kms2', 'unix:///other.sock')
    const kms2 = { ...plugin, endpoint: 'unix:///other.sock', remoteKey: 'other' }
    const all = [
      rightOf(startSession([kms2], 'kms2', kms2.endpoint, nonceSource('a'))),
      rightOf(startSession([plugin], 'kms3', plugin.endpoint, nonceSource('c'))),
      started('b'),
    ]
    const opening = { etcdKey: place, bytes, kms: { plugins: [kms2, plugin], sessions: all } }
    expect(openBytes([other, v2], opening)).toEqual(E.right({ plaintext, stale: true }))
    expect(openBytes([v2, other], opening)).toEqual(E.right({ plaintext, stale: false }))
  })

  it('is sealed by the session of its own name where two names share an endpoint', () => {
    const third = rightOf(startSession([plugin], 'kms3', plugin.endpoint, nonceSource('c')))
    const both = rightOf(seal(v2, { plugins: [plugin], sessions: [third, ...sessions] }))
    expect(both).toEqual(bytes)
  })

  it('opens without the plugin in the process that drew its seed, and only there', () => {
    expect(read(v2, bytes, { plugins: [silent], sessions })).toBe('current')
    const next = refreshSession(started('a'), [renewed], nonceSource('later'))
    const last = refreshSession(next, [withKeyId(renewed, '3')], nonceSource('later still'))
    expect(read(v2, bytes, { plugins: [silent], sessions: [next] })).toBe('stale')
    expect(read(v2, bytes, { plugins: [silent], sessions: [last] })).toBe('stale')
    expect(read(v2, bytes, { plugins: [silent], sessions: [started('b')] })).toBe(
      'failed to decrypt DEK, error: rpc error: code = Unavailable desc = no plugin answers at unix:///vault.sock',
    )
  })

  it('is lost with its key_id', () => {
    const forgetful = withoutKeyId(renewed, '1')
    const kms = { plugins: [forgetful], sessions: [started('b', forgetful)] }
    expect(read(v2, bytes, kms)).toBe(
      'failed to decrypt DEK, error: rpc error: code = Internal desc = unknown key 1',
    )
  })

  it('is neither sealed nor opened where the process has no session', () => {
    const kms = { plugins: [plugin], sessions: [] }
    expect(seal(v2, kms)).toEqual(E.left('got unexpected nil transformer'))
    expect(read(v2, bytes, kms)).toBe('got unexpected nil transformer')
  })

  it('needs the session of its own endpoint when a name moves to another', () => {
    const moved = loadedKms('kmsv2', 'kms1', 'unix:///elsewhere.sock')
    expect(read(moved, bytes, { plugins: [plugin], sessions })).toBe(
      'got unexpected nil transformer',
    )
  })

  it('has a key_id that etcd can hold', () => {
    const long = { ...plugin, keyIds: ['x'.repeat(1025)] }
    const kms = { plugins: [long], sessions: [started('a', long)] }
    expect(seal(v2, kms)).toEqual(
      E.left('failed to validate key id: keyID is 1025 bytes, which exceeds the max size of 1024'),
    )
  })
})

describe('a value of KMS v1', () => {
  const bytes = rightOf(seal(v1, { plugins: [plugin], sessions: [] }))

  it('is current whatever the key_id is, since version 1 has none', () => {
    expect(read(v1, bytes, { plugins: [plugin], sessions: [] })).toBe('current')
    expect(read(v1, bytes, { plugins: [renewed], sessions: [] })).toBe('current')
  })

  it('needs the plugin for each write and each read', () => {
    const kms = { plugins: [silent], sessions: [] }
    const text = 'rpc error: code = Unavailable desc = no plugin answers at unix:///vault.sock'
    expect(seal(v1, kms)).toEqual(E.left(text))
    expect(read(v1, bytes, kms)).toBe(text)
  })

  it('is lost when the plugin forgets its key', () => {
    const kms = { plugins: [withoutKeyId(renewed, '1')], sessions: [] }
    expect(read(v1, bytes, kms)).toBe('rpc error: code = Internal desc = no key opens the data')
  })

  const truncated =
    'invalid data encountered by envelope transformer: failed to read uint16 length prefixed data'

  it.each([
    ['less than a length', 1, truncated],
    ['less than its data key', 30, truncated],
    ['its data key alone', 62, 'the stored data was shorter than the required size'],
  ])('with %s says so', (_, length, text) => {
    const cut = bytes.subarray(0, 'k8s:enc:kms:v1:kms1:'.length + length)
    expect(read(v1, cut, { plugins: [plugin], sessions: [] })).toBe(text)
  })

  it.each([
    [299, truncated],
    [300, 'rpc error: code = Internal desc = no key opens the data'],
  ])('with a data key of 300 bytes and %i of them says so', (length, text) => {
    const header = Buffer.from('k8s:enc:kms:v1:kms1:')
    const body = Uint8Array.of(1, 44, ...filled(length, 7))
    const cut = Uint8Array.from(Buffer.concat([header, body]))
    expect(read(v1, cut, { plugins: [plugin], sessions: [] })).toBe(text)
  })

  it('that was moved says what both ciphers say', () => {
    const opening = { etcdKey: elsewhere, bytes, kms: { plugins: [plugin], sessions: [] } }
    expect(openBytes([v1], opening)).toEqual(
      E.left(expect.stringMatching(/^\[cipher: message authentication failed, .+\]$/)),
    )
  })
})
