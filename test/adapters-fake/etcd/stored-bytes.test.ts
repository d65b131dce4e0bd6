import { readFileSync } from 'node:fs'
import {
  type KmsSession,
  type LoadedKey,
  loadedKms,
  loadedPlaintext,
  loadedSecret,
  noKms,
  nonceSource,
  openBytes,
  startSession,
} from '@keyroll/adapters-fake'
import { conceal } from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { rightOf } from './pool.js'

const utf8 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text))

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'))

const base64 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'))

const joined = (...parts: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(Buffer.concat(parts))

/** A length-delimited protobuf field, shorter than 128 bytes. */
const field = (number: number, bytes: Uint8Array): Uint8Array =>
  joined(Uint8Array.of(number * 8 + 2, bytes.length), bytes)

interface StoredBytes {
  readonly id: string
  readonly kind: string
  readonly input: {
    readonly etcdKey: string
    readonly provider: 'aescbc' | 'aesgcm' | 'secretbox' | 'identity' | 'kms'
    readonly key: string
    readonly secret: string
    readonly bytes: string
  }
  readonly expected: { readonly plaintext?: string; readonly error?: boolean }
}

const vectors = JSON.parse(
  readFileSync(new URL('../../vectors/encryption-configuration.json', import.meta.url), 'utf8'),
) as readonly StoredBytes[]

const cases = vectors.filter(({ kind }) => kind === 'storedBytes')

const keyOf = ({ provider, key, secret }: StoredBytes['input']): LoadedKey => {
  switch (provider) {
    case 'identity':
      return loadedPlaintext
    case 'kms':
      return loadedKms('kmsv2', key, 'unix:///none.sock')
    case 'aescbc':
    case 'aesgcm':
    case 'secretbox':
      return loadedSecret(provider, key, base64(secret))
  }
}

describe('bytes that a real kube-apiserver has stored', () => {
  it('are all here', () => {
    expect(cases).toHaveLength(14)
  })

  it.each(cases)('$id opens to what was stored', ({ input, expected }) => {
    const opening = { etcdKey: input.etcdKey, bytes: base64(input.bytes), kms: noKms }
    const opened = openBytes([keyOf(input)], opening)
    if (expected.error === true) expect(E.isLeft(opened)).toBe(true)
    else
      expect(opened).toEqual(E.right({ plaintext: base64(expected.plaintext ?? ''), stale: false }))
  })
})

describe('ciphertexts that Kubernetes keeps in its own tests', () => {
  const plaintext = utf8('pandas are the best')
  const etcdKey = 'bamboo'

  it('open under aesgcm', () => {
    const sealed = hex(
      '9f27c8fcea8a58c467d8e437dbf2d85955f9b4bd912f4ef967d788a0cb07797dac0a3f0a0845605ca85ac8562b4ae1',
    )
    const key = loadedSecret('aesgcm', 'k', utf8('snorlax_awesomes'))
    const bytes = joined(utf8('k8s:enc:aesgcm:v1:k:'), sealed)
    expect(openBytes([key], { etcdKey, bytes, kms: noKms })).toEqual(
      E.right({ plaintext, stale: false }),
    )
  })

  it('open under a key that is derived from a KMS v2 seed', () => {
    const sealed = hex(
      '2442759e33945fbad709db577a0f037fd8a709fc76979b8942209debcecb9d57efe3d6ff6a1ef6ee9a5003b9833b3043cec1e47b35175b151107a8d2416b0e296bbf66b5d102fcefdf9a78f293d271',
    )
    const seed = hex('5d40323a820ff95561675e3b95e81867c5fdd561d35a88a2d08b08aa9d4fcf5c')
    const session: KmsSession = {
      name: 'k',
      endpoint: 'unix:///none.sock',
      current: { remoteKey: '', keyId: '1', source: 'abcd', secret: conceal(seed) },
      earlier: [],
    }
    const bytes = joined(
      utf8('k8s:enc:kms:v2:k:'),
      field(1, sealed),
      field(2, utf8('1')),
      field(3, hex('abcd')),
      Uint8Array.of(5 * 8, 1),
    )
    const key = loadedKms('kmsv2', 'k', session.endpoint)
    expect(openBytes([key], { etcdKey, bytes, kms: { plugins: [], sessions: [session] } })).toEqual(
      E.right({ plaintext, stale: false }),
    )
  })
})

/** Written by the storage code of Kubernetes 1.37.2 in front of a plugin that seals as the embedded one does. */
const envelopes: readonly {
  readonly title: string
  readonly provider: 'kmsv1' | 'kmsv2'
  readonly bytes: string
  readonly stale: boolean
}[] = [
  {
    title: 'KMS v2 with a seed and annotations',
    provider: 'kmsv2',
    bytes:
      'azhzOmVuYzprbXM6djI6dmF1bHQ6Ck5TH+4UymBoIFAm/mJVRgeovHQYqLeCp7Wz4CjTkMQRYfUNtjUmt4L+0CPToh39R5Nk+cenbc3F9pIENjXCA8cfo5qJeZwSyjuqHHgTWyoSBWtlay0xGjxbD+MtPEj9fPGsJBLP9Qe0fSMCZSNCG/otB4A5+IaWBMEBJq//7ADsiFIKw+BY2nNj3RedVlsMMhKx4OkiGAoTdmVyc2lvbi5leGFtcGxlLmNvbRIBMSIHCgNhLmISACgB',
    stale: false,
  },
  {
    title: 'KMS v2 with a data key, as before 1.29',
    provider: 'kmsv2',
    bytes:
      'azhzOmVuYzprbXM6djI6dmF1bHQ6Ci6WrQkvAcqaOwAAAACunI+3AgHt1P6aFiRaXmcTm0sQ39XeR/aBVJHVQj2KcapKEgVrZWstMRo8dGTlKPUEm0YW/7HATxE+f7C1gaKVzAb60EFIDOvzK/sYG85cEXQqcQJWQ6fC2bDVD6ONk7u58BeBTfgPIhgKE3ZlcnNpb24uZXhhbXBsZS5jb20SATEiBwoDYS5iEgA=',
    stale: true,
  },
  {
    title: 'KMS v1',
    provider: 'kmsv1',
    bytes:
      'azhzOmVuYzprbXM6djE6dmF1bHQ6ADzPNSQeWQ2RUCu8io7l1b7LtXFJ9Kq1bS2tllzSlu4xYJpbGPBvYIh4b3e5VHdtsl4U2+/64e6vyQLcwxq3sGkAz3lpqWh9BRV12hBxgjEqxgnqyzC057O8dVjO3rt1P/CkMvrtt+cZVJNQ',
    stale: false,
  },
  {
    title: 'KMS v1 with a body in AES-CBC, as before 1.25',
    provider: 'kmsv1',
    bytes:
      'azhzOmVuYzprbXM6djE6dmF1bHQ6ADxPITDe15zfZhzPyFrTGW9rTBkXS88Bh22BSt5Q2l8IXyHCwRUp0ICCmQ70qIsJIk3dOM1m9hf8J8mUp4sXUw1Kg+JbsfKW7RD7DbvGQx39IzOpY9DgHJ1FBHSh54334/l9xrcsy9bKKoxCD+k=',
    stale: true,
  },
]

describe('values behind a KMS plugin that the code of kube-apiserver has sealed', () => {
  const plugin = {
    endpoint: 'unix:///vault.sock',
    remoteKey: 'remote',
    keyIds: ['kek-1'],
    answers: true,
  }
  const session = startSession([plugin], 'vault', plugin.endpoint, nonceSource('server'))
  const kms = { plugins: [plugin], sessions: [rightOf(session)] }

  it.each(envelopes)('$title opens, and is stale: $stale', ({ provider, bytes, stale }) => {
    const key = loadedKms(provider, 'vault', plugin.endpoint)
    const etcdKey = '/registry/secrets/default/sample'
    expect(openBytes([key], { etcdKey, bytes: base64(bytes), kms })).toEqual(
      E.right({ plaintext: utf8('k8s\0 sample object'), stale }),
    )
  })
})
