import { decodeWith, ordinalCodec, wishCodec } from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'

const key = { provider: 'kmsv2', name: 'vault', fingerprint: 'ab12' }

const problemsOf = (wish: object): readonly string[] => {
  const result = decodeWith(wishCodec)({ key, resources: ['secrets'], ...wish })
  return E.isLeft(result) ? result.left : []
}

describe('a wish', () => {
  it('names resources as kube-apiserver takes them', () => {
    for (const resource of [
      'secrets',
      'secrets.',
      'deployments.apps',
      '*.',
      '*.apps',
      '*.*',
      'a.b.c-d',
    ])
      expect(problemsOf({ resources: [resource] })).toEqual([])
    for (const resource of [
      '',
      '*',
      'Secrets',
      'pods/status',
      'secrets..',
      '.apps',
      'secrets.*',
      7,
    ])
      expect(problemsOf({ resources: [resource] })).toEqual([
        expect.stringMatching(/^resources\[0\]: expected a resource such as secrets, /),
      ])
  })

  it('names none twice, by whatever name', () => {
    for (const [one, other] of [
      ['secrets', 'secrets'],
      ['secrets', 'secrets.'],
      ['*.apps', 'deployments.apps'],
      ['*.', 'secrets'],
      ['*.*', 'deployments.apps'],
      ['*.*', '*.apps'],
    ] as const)
      expect(problemsOf({ resources: [one, other] })).toEqual([
        'resources[1]: resources[0] covers it already: leave one out',
      ])
    expect(problemsOf({ resources: ['*.apps', '*.', 'jobs.batch'] })).toEqual([])
  })

  it('has a key with a name that kube-apiserver takes', () => {
    expect(problemsOf({ key: { ...key, name: '' } })).toEqual([
      'key.name: expected a name, found an empty text',
    ])
    expect(problemsOf({ backupKey: { ...key, name: 'a:b' } })).toEqual([
      'backupKey.name: expected a name without a colon, as kmsv2 demands',
    ])
    expect(problemsOf({ key: { ...key, provider: 'aescbc', name: 'a:b' } })).toEqual([])
  })

  it('has no field beside its own', () => {
    expect(problemsOf({ backupkey: key })).toEqual([
      'backupkey: there is no such field, only key, resources, reencryptAt, backupKey',
    ])
  })

  it('may be for plaintext', () => {
    expect(problemsOf({ key: { provider: 'identity' } })).toEqual([])
  })
})

describe('an ordinal', () => {
  it('is read from epoch.step and from nothing else', () => {
    expect(ordinalCodec.decode('1764590000.2')).toEqual(E.right({ epoch: 1_764_590_000, step: 2 }))
    for (const other of ['', '1764590000', '1.2.3', '-1.2', 1.2, null, { epoch: 1, step: 2 }])
      expect(E.isLeft(ordinalCodec.decode(other))).toBe(true)
  })
})
