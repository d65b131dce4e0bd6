import { parse, providersFor } from '@keyroll/adapters-k8s'
import { lookup, storedPrefix } from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { leftOf, rightOf } from './either.js'
import { bytesOf, fileVectors } from './vectors.js'

const accepted = fileVectors.filter(({ expected }) => expected.accepted)
const refused = fileVectors.filter(({ expected }) => !expected.accepted)
const named = refused.filter(({ expected }) => expected.paths !== undefined)

const sorted = (texts: readonly string[]): readonly string[] => [...new Set(texts)].toSorted()

describe('the verdict on every recorded file is that of kube-apiserver 1.37.2', () => {
  it('has files of every kind to judge', () => {
    expect({
      accepted: accepted.length,
      refused: refused.length,
      named: named.length,
    }).toEqual({ accepted: 57, refused: 213, named: 122 })
  })

  it.each(fileVectors)('$id', (vector) => {
    expect(E.isRight(parse(bytesOf(vector)))).toBe(vector.expected.accepted)
  })
})

describe('a refusal names the fields that kube-apiserver names', () => {
  it.each(named)('$id', (vector) => {
    const problems = leftOf(parse(bytesOf(vector)))
    expect(sorted(problems.map(({ path }) => path))).toEqual(sorted(vector.expected.paths ?? []))
  })
})

describe('every refusal says in a sentence of its own what to do', () => {
  it.each(refused)('$id', (vector) => {
    for (const { message } of leftOf(parse(bytesOf(vector)))) {
      expect(message.length).toBeGreaterThan(20)
      expect(message).not.toContain('undefined')
    }
  })
})

describe('each resource is written with the prefix that kube-apiserver writes', () => {
  it.each(accepted.filter(({ expected }) => expected.writerPrefix !== undefined))(
    '$id',
    (vector) => {
      const { configuration } = rightOf(parse(bytesOf(vector)))
      const keysOf = lookup(configuration.entries)
      const keysFor = providersFor(configuration)
      for (const [resource, prefix] of Object.entries(vector.expected.writerPrefix ?? {})) {
        const [writer] = keysOf(resource)
        const written = writer === undefined ? 'identity' : storedPrefix(writer)
        expect(written === 'identity' ? written : `${written}:`).toBe(prefix)
        const [name = '', group = ''] = resource.split(/\.(.*)/)
        expect(keysFor(name, group)).toEqual(keysOf(resource))
      }
    },
  )
})
