import { reveal, sealingKey } from '@keyroll/core'
import { type LoadedKey, loadedSecret } from '@keyroll/adapters-fake'
import { kmsKey } from '@keyroll/adapters-k8s'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import type { Kind } from '../../../examples/rotate/arguments.js'
import { newKey } from '../../../examples/rotate/new-key.js'
import { file, temporaryFolder } from './demo.js'

const folder = temporaryFolder()
const bytes = (seed: number, length = 32): Uint8Array => new Uint8Array(length).fill(seed)
const aescbc = (name: string, seed = 1): LoadedKey => loadedSecret('aescbc', name, bytes(seed))
const kms = (name: string, endpoint: string): LoadedKey => ({
  key: kmsKey('v2', name, endpoint),
  material: { _tag: 'Endpoint', endpoint },
})

const made = (kind: Kind, known: readonly LoadedKey[], from: string | null = null): LoadedKey => {
  const former = known[0]?.key
  const result = newKey({
    kind,
    file: from,
    known,
    former: former?.provider === 'identity' ? null : (former ?? null),
    randomBytes: (length) => bytes(99, length),
  })
  if (E.isLeft(result)) throw new Error(result.left)
  return result.right
}

const nameOf = ({ key }: LoadedKey): string => (key.provider === 'identity' ? '' : key.name)

describe('the name of a new key', () => {
  const cases: readonly (readonly [before: readonly string[], after: string])[] = [
    [['key1'], 'key2'],
    [['key9', 'key10', 'key11'], 'key12'],
    [['key3', 'key1'], 'key4'],
    [['rotation-2026-07'], 'key1'],
    [['main'], 'key1'],
    [['main', 'key1'], 'key2'],
    [['key1', 'key2:old'], 'key3'],
    [['é1'], 'key1'],
  ]
  for (const [before, after] of cases)
    it(`is ${after} after ${before.join(', ')}`, () => {
      expect(
        nameOf(
          made(
            'aescbc',
            before.map((name, at) => aescbc(name, at + 1)),
          ),
        ),
      ).toBe(after)
    })

  it('goes on counting across kinds of static keys, not from a KMS provider', () => {
    expect(nameOf(made('secretbox', [aescbc('key1')]))).toBe('key2')
    expect(nameOf(made('aesgcm', [kms('vault7', 'unix:///a.sock')]))).toBe('key1')
    expect(nameOf(made('kms', [kms('vault7', 'unix:///a.sock')]))).toBe('vault8')
    expect(nameOf(made('kms', [aescbc('key1')]))).toBe('kms1')
  })
})

describe('a new key', () => {
  it('is made from the random source that is handed in', () => {
    const { material } = made('aescbc', [aescbc('key1')])
    expect(material._tag === 'Secret' && reveal(material.bytes)).toEqual(bytes(99))
  })

  it('behind KMS listens where no other plugin does', () => {
    const { material } = made('kms', [kms('other', 'unix:///run/kms/kms1.sock')])
    expect(material).toEqual({ _tag: 'Endpoint', endpoint: 'unix:///run/kms/kms1-2.sock' })
  })

  for (const length of [16, 24, 32])
    it(`is read from a file of ${length} bytes, line breaks apart`, () => {
      const text = Buffer.from(bytes(7, length)).toString('base64')
      const path = file(folder, `${length}.key`, `${text.slice(0, 10)}\r\n${text.slice(10)}\n`)
      const { key, material } = made('aescbc', [aescbc('key1')], path)
      expect(material._tag === 'Secret' && reveal(material.bytes)).toEqual(bytes(7, length))
      expect(key.id).toBe(loadedSecret('aescbc', 'key2', bytes(7, length)).key.id)
    })

  it('that is known under another provider is refused by the label that it has there', () => {
    const path = file(folder, 'known.key', Buffer.from(bytes(5)).toString('base64'))
    const result = newKey({
      kind: 'aescbc',
      file: path,
      known: [loadedSecret('secretbox', 'box', bytes(5))],
      former: sealingKey('secretbox', 'box', ''),
      randomBytes: (length) => bytes(0, length),
    })
    expect(E.isLeft(result) && result.left).toContain('secretbox:box')
  })
})
