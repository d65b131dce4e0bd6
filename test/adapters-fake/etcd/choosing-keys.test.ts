import {
  type LoadedKey,
  loadedPlaintext,
  loadedSecret,
  noKms,
  nonceSource,
  openBytes,
  sealBytes,
} from '@keyroll/adapters-fake'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { elsewhere, filled, place, rightOf } from './pool.js'

const plaintext = Uint8Array.from(Buffer.from('k8s\0 an object'))

const [cbc1, cbc2] = [
  loadedSecret('aescbc', 'key1', filled(32, 1)),
  loadedSecret('aescbc', 'key2', filled(32, 2)),
]
const [gcm1, gcm2] = [
  loadedSecret('aesgcm', 'key1', filled(32, 1)),
  loadedSecret('aesgcm', 'key2', filled(32, 2)),
]
const box = loadedSecret('secretbox', 'key1', filled(32, 1))

const inElement = (element: number, key: LoadedKey): LoadedKey => ({ ...key, element })

const sealed = (key: LoadedKey): Uint8Array =>
  rightOf(sealBytes(key, { etcdKey: place, plaintext, nonce: nonceSource('1'), kms: noKms }))

const read = (keys: readonly LoadedKey[], bytes: Uint8Array, etcdKey = place): string => {
  const opened = openBytes(keys, { etcdKey, bytes, kms: noKms })
  if (E.isLeft(opened)) return opened.left
  expect(opened.right.plaintext).toEqual(plaintext)
  return opened.right.stale ? 'stale' : 'current'
}

describe('a value is', () => {
  it('current under the first key of the list alone', () => {
    expect(read([cbc1, cbc2], sealed(cbc1))).toBe('current')
    expect(read([cbc2, cbc1], sealed(cbc1))).toBe('stale')
    expect(read([inElement(0, cbc2), inElement(1, cbc1)], sealed(cbc1))).toBe('stale')
    expect(read([loadedPlaintext, cbc1], sealed(cbc1))).toBe('stale')
  })

  it('stale as plaintext unless identity comes first', () => {
    expect(read([cbc1, loadedPlaintext], sealed(loadedPlaintext))).toBe('stale')
    expect(read([loadedPlaintext, cbc1], sealed(loadedPlaintext))).toBe('current')
  })

  it('current as plaintext where the resource is not configured', () => {
    expect(read([], sealed(loadedPlaintext))).toBe('current')
  })

  it('opened by a later key of the same name after an earlier one has failed', () => {
    const renewed = loadedSecret('aesgcm', 'key1', filled(32, 9))
    expect(read([renewed, gcm1], sealed(gcm1))).toBe('stale')
    expect(read([inElement(0, renewed), inElement(1, gcm1)], sealed(gcm1))).toBe('stale')
  })

  it('never opened by a key whose name only begins the same', () => {
    const [short, long] = [
      loadedSecret('aesgcm', 'a', filled(32, 1)),
      loadedSecret('aesgcm', 'ab', filled(32, 1)),
    ]
    expect(read([short], sealed(long))).toBe(
      'no matching key was found for the provided AES transformer',
    )
  })

  it('tried, in vain, by a key whose name ends where the other has a colon', () => {
    const [short, long] = [
      loadedSecret('aesgcm', 'a', filled(32, 1)),
      loadedSecret('aesgcm', 'a:b', filled(32, 1)),
    ]
    expect(read([short], sealed(long))).toBe('cipher: message authentication failed')
    expect(read([short, long], sealed(long))).toBe('stale')
  })
})

describe('what a server says of a value that it cannot read', () => {
  it.each([
    ['no provider matches', [cbc1, gcm1], sealed(box), 'no matching prefix found'],
    ['only identity is configured', [loadedPlaintext], sealed(cbc1), 'no matching prefix found'],
    [
      'the resource is not configured',
      [],
      sealed(cbc1),
      'identity transformer tried to read encrypted data',
    ],
    [
      'it is plaintext and identity is gone',
      [cbc1],
      sealed(loadedPlaintext),
      'no matching prefix found',
    ],
    [
      'no AES key has that name',
      [cbc1, loadedPlaintext],
      sealed(cbc2),
      'no matching key was found for the provided AES transformer',
    ],
    [
      'no secretbox key has that name',
      [loadedSecret('secretbox', 'key2', filled(32, 1))],
      sealed(box),
      'no matching key was found for the provided Secretbox transformer',
    ],
    [
      'the secretbox key is another one',
      [loadedSecret('secretbox', 'key1', filled(32, 2))],
      sealed(box),
      'output array was not large enough for encryption',
    ],
  ])('%s', (_, keys, bytes, text) => {
    expect(read(keys, bytes)).toBe(text)
  })

  it('a moved value, one element', () => {
    expect(read([gcm1, gcm2], sealed(gcm1), elsewhere)).toBe(
      'cipher: message authentication failed',
    )
  })

  it('a moved value, two elements of one provider: both errors, in brackets', () => {
    expect(read([inElement(0, gcm1), inElement(1, gcm2)], sealed(gcm1), elsewhere)).toBe(
      '[cipher: message authentication failed, no matching key was found for the provided AES transformer]',
    )
  })

  it('the same error twice: once, without brackets', () => {
    expect(read([inElement(0, cbc1), inElement(1, cbc1)], sealed(cbc2))).toBe(
      'no matching key was found for the provided AES transformer',
    )
  })
})
