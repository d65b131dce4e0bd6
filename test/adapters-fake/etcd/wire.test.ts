import { createCipheriv } from 'node:crypto'
import {
  type LoadedKey,
  loadedKms,
  loadedPlaintext,
  loadedSecret,
  noKms,
  nonceSource,
  openBytes,
  sealBytes,
} from '@keyroll/adapters-fake'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { elsewhere, filled, place, plugins, rightOf, sessionsOf } from './pool.js'

const [before] = plugins
if (before === undefined) throw new Error('the pool has no plugin')

/** Every provider with every key length that it takes, and how many bytes it adds to the plaintext. */
const keys: readonly (readonly [
  name: string,
  key: LoadedKey,
  wrong: LoadedKey,
  authenticated: boolean,
])[] = [
  ...([16, 24, 32] as const).flatMap((length) =>
    (['aescbc', 'aesgcm'] as const).map(
      (provider) =>
        [
          `${provider} with ${length} bytes`,
          loadedSecret(provider, 'key1', filled(length, 1)),
          loadedSecret(provider, 'key1', filled(length, 2)),
          provider === 'aesgcm',
        ] as const,
    ),
  ),
  [
    'secretbox',
    loadedSecret('secretbox', 'key1', filled(32, 1)),
    loadedSecret('secretbox', 'key1', filled(32, 2)),
    false,
  ],
  [
    'kmsv1',
    loadedKms('kmsv1', 'kms1', before.endpoint),
    loadedKms('kmsv1', 'kms1', 'unix:///other.sock'),
    true,
  ],
  [
    'kmsv2',
    loadedKms('kmsv2', 'kms1', before.endpoint),
    loadedKms('kmsv2', 'kms1', 'unix:///other.sock'),
    true,
  ],
]

const bytesOf = fc.uint8Array({ maxLength: 200 })

const sealed = (key: LoadedKey, plaintext: Uint8Array, seed: string): Uint8Array =>
  rightOf(
    sealBytes(key, {
      etcdKey: place,
      plaintext,
      nonce: nonceSource(seed),
      kms: { plugins, sessions: sessionsOf([key], 'writer') },
    }),
  )

const opened = (key: LoadedKey, bytes: Uint8Array, etcdKey = place) =>
  openBytes([key], {
    etcdKey,
    bytes,
    kms: { plugins, sessions: sessionsOf([key], 'reader') },
  })

describe.each(keys)('%s', (_, key, wrong, authenticated) => {
  it('gives back what it sealed', () => {
    fc.assert(
      fc.property(bytesOf, fc.string(), (plaintext, seed) => {
        expect(opened(key, sealed(key, plaintext, seed))).toEqual(
          E.right({ plaintext, stale: false }),
        )
      }),
    )
  })

  it('gives the same bytes for the same nonce, and others for another one', () => {
    const plaintext = filled(40, 5)
    expect(sealed(key, plaintext, '1')).toEqual(sealed(key, plaintext, '1'))
    expect(sealed(key, plaintext, '1')).not.toEqual(sealed(key, plaintext, '2'))
  })

  it('never gives the plaintext with another key of its name', () => {
    fc.assert(
      fc.property(bytesOf, fc.string(), (plaintext, seed) => {
        const answer = opened(wrong, sealed(key, plaintext, seed))
        if (E.isRight(answer)) expect(answer.right.plaintext).not.toEqual(plaintext)
        else expect(answer.left).not.toBe('')
      }),
    )
  })

  it(authenticated ? 'refuses a value that was moved' : 'opens a value that was moved', () => {
    const plaintext = filled(40, 5)
    const answer = opened(key, sealed(key, plaintext, '1'), elsewhere)
    if (authenticated) expect(E.isLeft(answer)).toBe(true)
    else expect(answer).toEqual(E.right({ plaintext, stale: false }))
  })

  it('answers with a text, never with an exception, to any damage', () => {
    const damage = fc.record({ at: fc.nat(), bit: fc.nat(7), cut: fc.option(fc.nat()) })
    fc.assert(
      fc.property(bytesOf, damage, (plaintext, { at, bit, cut }) => {
        const bytes = sealed(key, plaintext, '1')
        const index = at % bytes.length
        bytes[index] = (bytes[index] ?? 0) ^ (1 << bit)
        const damaged = cut === null ? bytes : bytes.subarray(0, cut % bytes.length)
        const answer = opened(key, damaged)
        if (E.isLeft(answer)) expect(answer.left).toMatch(/\w/)
        else expect(answer.right.plaintext).toBeInstanceOf(Uint8Array)
      }),
    )
  })
})

describe('the layout of stored bytes', () => {
  it.each([
    ['aescbc', loadedSecret('aescbc', 'key1', filled(32, 1)), 'k8s:enc:aescbc:v1:key1:', 16 + 48],
    [
      'aesgcm',
      loadedSecret('aesgcm', 'key1', filled(32, 1)),
      'k8s:enc:aesgcm:v1:key1:',
      12 + 40 + 16,
    ],
    [
      'secretbox',
      loadedSecret('secretbox', 'key1', filled(32, 1)),
      'k8s:enc:secretbox:v1:key1:',
      24 + 16 + 40,
    ],
    [
      'kmsv1',
      loadedKms('kmsv1', 'kms1', before.endpoint),
      'k8s:enc:kms:v1:kms1:',
      2 + 60 + 12 + 40 + 16,
    ],
    [
      'kmsv2',
      loadedKms('kmsv2', 'kms1', before.endpoint),
      'k8s:enc:kms:v2:kms1:',
      2 + (32 + 12 + 40 + 16) + 3 + 62 + 2,
    ],
    ['identity', loadedPlaintext, '', 40],
  ])('of %s is its prefix and so many bytes', (_, key, prefix, length) => {
    const bytes = sealed(key, filled(40, 5), '1')
    expect(Buffer.from(bytes.subarray(0, prefix.length)).toString('latin1')).toBe(prefix)
    expect(bytes.length - prefix.length).toBe(length)
  })
})

describe('aescbc', () => {
  const key = loadedSecret('aescbc', 'key1', filled(32, 1))
  const prefix = Buffer.from('k8s:enc:aescbc:v1:key1:')

  it('opens garbage with a wrong key about once in 256 times, since nothing authenticates it', () => {
    const wrong = loadedSecret('aescbc', 'key1', filled(32, 2))
    const tries = 4000
    const passed = Array.from({ length: tries }, (_, index) =>
      opened(wrong, sealed(key, filled(40, 5), String(index))),
    ).filter(E.isRight).length
    expect(passed).toBeGreaterThan(0)
    expect(passed).toBeLessThan((3 * tries) / 256)
  })

  it('takes off a pad that is longer than a block, as kube-apiserver does', () => {
    const cipher = createCipheriv('aes-256-cbc', filled(32, 1), filled(16, 9)).setAutoPadding(false)
    const padded = Buffer.concat([filled(16, 5), filled(32, 32)])
    const encrypted = Buffer.concat([cipher.update(padded), cipher.final()])
    const bytes = Uint8Array.from(Buffer.concat([prefix, filled(16, 9), encrypted]))
    expect(opened(key, bytes)).toEqual(E.right({ plaintext: filled(16, 5), stale: false }))
  })

  it.each([
    ['nothing', 0, 'the stored data was shorter than the required size'],
    ['less than an IV', 15, 'the stored data was shorter than the required size'],
    ['an IV alone', 16, 'invalid PKCS7 data (empty or not padded)'],
    ['a broken block', 40, 'the stored data is not a multiple of the block size'],
  ])('says what is wrong with %s', (_, length, text) => {
    const bytes = Uint8Array.from(Buffer.concat([prefix, filled(length, 7)]))
    expect(opened(key, bytes)).toEqual(E.left(text))
  })
})

describe('key material', () => {
  it.each([
    ['aescbc', 31, 'crypto/aes: invalid key size 31'],
    ['aesgcm', 0, 'crypto/aes: invalid key size 0'],
    ['secretbox', 16, 'expected key size 32 for secretbox provider, got 16'],
  ] as const)(
    'of a wrong length for %s is an error that tells the length',
    (provider, length, text) => {
      const key = loadedSecret(provider, 'key1', filled(length, 1))
      const sealing = {
        etcdKey: place,
        plaintext: filled(3, 1),
        nonce: nonceSource('1'),
        kms: noKms,
      }
      expect(sealBytes(key, sealing)).toEqual(E.left(text))
    },
  )

  it('of another kind than the provider needs is an error that names the key', () => {
    const secret = loadedSecret('aescbc', 'key1', filled(32, 1))
    const kms = loadedKms('kmsv2', 'kms1', before.endpoint)
    const sealing = { etcdKey: place, plaintext: filled(3, 1), nonce: nonceSource('1'), kms: noKms }
    expect(sealBytes({ ...secret, material: kms.material }, sealing)).toEqual(
      E.left('aescbc:key1 was loaded without its secret'),
    )
    expect(sealBytes({ ...kms, material: secret.material }, sealing)).toEqual(
      E.left('kms:kms1 was loaded without its endpoint'),
    )
  })
})
