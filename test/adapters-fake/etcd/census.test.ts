import {
  type LoadedKey,
  type Sealed,
  type Sealer,
  census,
  loadedPlaintext,
  loadedSecret,
  nonceSource,
  prefixOf,
  symbolicSealer,
  wireSealer,
} from '@keyroll/adapters-fake'
import { storedPrefix } from '@keyroll/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filled, place, plugins, pool, rightOf, sessionsOf } from './pool.js'

const sealed = (sealer: Sealer, writer: LoadedKey): Sealed =>
  rightOf(
    sealer.seal(writer, {
      etcdKey: place,
      object: { name: 'a' },
      nonce: nonceSource('1'),
      kms: { plugins, sessions: sessionsOf([writer], 'one') },
    }),
  )

const answering = pool.filter(
  ({ material }) => material._tag !== 'Endpoint' || !material.endpoint.includes('silent'),
)

const wire = (text: string): Sealed => ({ _tag: 'Wire', bytes: Uint8Array.from(Buffer.from(text)) })

describe.each([
  ['symbolic', symbolicSealer],
  ['wire', wireSealer],
] as const)('the prefix of a value of the %s sealer', (_, sealer) => {
  it.each(
    answering
      .filter(({ key }) => !key.id.includes('a:b'))
      .map((each) => [each.key.id, each] as const),
  )('under %s is what core writes', (_id, loaded) => {
    expect(sealer.prefixOf(sealed(sealer, loaded))).toBe(storedPrefix(loaded.key))
  })

  it('ends at the first colon of the name, which the bytes do not tell from the end of the name', () => {
    const loaded = loadedSecret('aesgcm', 'a:b', filled(32, 1))
    expect(sealer.prefixOf(sealed(sealer, loaded))).toBe('k8s:enc:aesgcm:v1:a')
  })
})

describe('the prefix of bytes', () => {
  it.each([
    ['', 'identity'],
    ['k8s\0{}', 'identity'],
    ['{"a:b:c:d:e:f":1}', 'identity'],
    ['k8s:enc', 'identity'],
    ['k8s:enc:', 'unknown'],
    ['k8s:enc:aescbc:v1:key1', 'unknown'],
    ['k8s:enc:aescbc:v1:key1:', 'k8s:enc:aescbc:v1:key1'],
    ['k8s:enc:future:v9:key1:a:b', 'k8s:enc:future:v9:key1'],
    ['k8s:enc:aescbc:v1:schlüssel:x', 'k8s:enc:aescbc:v1:schlüssel'],
  ])('%j is %j', (text, prefix) => {
    expect(prefixOf(wire(text))).toBe(prefix)
  })
})

describe('a census', () => {
  it('counts every value once, under its resource and prefix', () => {
    const stored = fc.array(
      fc.record({
        resource: fc.constantFrom('secrets', 'configmaps', '__proto__'),
        value: fc.constantFrom(...answering).map((key) => sealed(symbolicSealer, key)),
      }),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(stored, (values) => {
        const lines = census(values)
        for (const { resource, prefixes } of lines)
          for (const [prefix, count] of Object.entries(prefixes))
            expect(count).toBe(
              values.filter((each) => each.resource === resource && prefixOf(each.value) === prefix)
                .length,
            )
        const counted = lines.flatMap(({ prefixes }) => Object.values(prefixes))
        expect(counted.reduce((sum, count) => sum + count, 0)).toBe(values.length)
        expect(new Set(lines.map(({ resource }) => resource)).size).toBe(lines.length)
      }),
    )
  })

  it('of plaintext and of sealed values tells them apart', () => {
    const [plain, secret] = [
      sealed(wireSealer, loadedPlaintext),
      sealed(wireSealer, loadedSecret('aescbc', 'key1', filled(32, 1))),
    ]
    expect(
      census([
        { resource: 'secrets', value: plain },
        { resource: 'secrets', value: secret },
        { resource: 'secrets', value: secret },
      ]),
    ).toEqual([{ resource: 'secrets', prefixes: { identity: 1, 'k8s:enc:aescbc:v1:key1': 2 } }])
  })
})
