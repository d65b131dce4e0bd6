import { format, inspect } from 'node:util'
import {
  type LoadedKey,
  loadedSecret,
  noKms,
  nonceSource,
  openBytes,
  sealBytes,
  startSession,
  symbolicSealer,
  wireSealer,
} from '@keyroll/adapters-fake'
import { reveal } from '@keyroll/core'
import { describe, expect, it } from 'vitest'
import { place, plugins, rightOf } from './pool.js'

// Every form in which bytes show when they are printed: as numbers, hex, base64, text.
const material = Uint8Array.from(Buffer.from('material-of-32-bytes-to-look-for'))

const traces = (bytes: Uint8Array): readonly string[] => {
  const buffer = Buffer.from(bytes)
  return [
    buffer.toString('hex'),
    buffer.toString('hex').replaceAll(/(..)(?!$)/g, '$1 '),
    buffer.toString('base64').replaceAll('=', ''),
    buffer.toString('latin1'),
    [...bytes.subarray(0, 8)].join(),
    [...bytes.subarray(0, 8)].join(', '),
    JSON.stringify(bytes).slice(1, 60),
  ]
}

const printed = (value: unknown): string =>
  [
    JSON.stringify(value),
    JSON.stringify(value, null, 2),
    inspect(value, { depth: null, showHidden: true, getters: true, maxArrayLength: null }),
    format('%s %o %O %j', value, value, value, value),
    String(value),
  ]
    .join('\n')
    .replaceAll(/\s+/g, ' ')

const expectNoTrace = (value: unknown, bytes: Uint8Array): void => {
  const text = printed(value)
  expect(traces(bytes).filter((trace) => text.includes(trace))).toEqual([])
}

const key = (provider: 'aescbc' | 'aesgcm' | 'secretbox', bytes = material): LoadedKey =>
  loadedSecret(provider, 'key1', bytes)

describe('key material is not printed', () => {
  it('would be found by this test if it were', () => {
    for (const value of [
      material,
      { bytes: material },
      [Buffer.from(material).toString('base64')],
    ]) {
      const text = printed(value)
      expect(traces(material).some((trace) => text.includes(trace))).toBe(true)
    }
  })

  it.each(['aescbc', 'aesgcm', 'secretbox'] as const)('by a loaded key of %s', (provider) => {
    expectNoTrace(key(provider), material)
    expectNoTrace([{ keys: [key(provider)] }], material)
  })

  it.each(['aescbc', 'aesgcm', 'secretbox'] as const)(
    'by a value of %s, or its errors',
    (provider) => {
      const sealing = { etcdKey: place, object: { a: 1 }, nonce: nonceSource('1'), kms: noKms }
      for (const sealer of [symbolicSealer, wireSealer]) {
        const value = rightOf(sealer.seal(key(provider), sealing))
        expectNoTrace(value, material)
        const reader = loadedSecret('aesgcm', 'key1', material)
        expectNoTrace(sealer.open([reader], { etcdKey: '', value, kms: noKms }), material)
      }
    },
  )

  it.each([
    ['aescbc', material.subarray(0, 31)],
    ['secretbox', material.subarray(0, 31)],
  ] as const)('by the error of %s over a wrong length', (provider, bytes) => {
    const wrong = key(provider, bytes)
    const plaintext = Uint8Array.of(1)
    const sealing = { etcdKey: place, plaintext, nonce: nonceSource('1'), kms: noKms }
    expectNoTrace(sealBytes(wrong, sealing), bytes)
    const sealed = rightOf(sealBytes(key(provider), sealing))
    expectNoTrace(openBytes([wrong], { etcdKey: place, bytes: sealed, kms: noKms }), bytes)
  })

  it('by the session of a KMS plugin', () => {
    const [plugin] = plugins
    const endpoint = plugin?.endpoint ?? ''
    const session = rightOf(startSession(plugins, 'kms1', endpoint, nonceSource('a')))
    expectNoTrace(session, reveal(session.current.secret))
  })
})
