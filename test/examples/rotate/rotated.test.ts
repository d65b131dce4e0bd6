import { type ConfigurationEntry, Plaintext, sealingKey } from '@keyroll/core'
import { describe, expect, it } from 'vitest'
import { playedResources, rotatedEntries, writers } from '../../../examples/rotate/rotated.js'
import { labels } from '../../../examples/rotate/report.js'

const key = (name: string): ReturnType<typeof sealingKey> => sealingKey('aescbc', name, name)

const entry = (resources: string, ...names: readonly string[]): ConfigurationEntry => ({
  resources: resources.split(' '),
  keys: names.map((name) => (name === 'identity' ? Plaintext : key(name))),
})

const look = (...entries: readonly ConfigurationEntry[]) => {
  const rotated = rotatedEntries({ ordinal: null, hash: '', entries })
  return {
    rotated: rotated.map(({ at }) => at),
    played: playedResources(entries, rotated),
    from: labels(writers(entries, rotated)),
  }
}

describe('the entries that are rotated', () => {
  it('are those that encrypt, and those that read a key behind identity', () => {
    const { rotated, from } = look(
      entry('events', 'identity'),
      entry('secrets', 'a', 'identity'),
      entry('configmaps', 'identity', 'b'),
    )
    expect(rotated).toEqual([1, 2])
    expect(from).toBe('aescbc:a,identity')
  })

  it('are also those with identity alone that write a resource which another entry encrypts', () => {
    const { rotated, from } = look(entry('secrets', 'identity'), entry('secrets.', 'a'))
    expect(rotated).toEqual([0, 1])
    expect(from).toBe('identity')
  })

  it('name a writer once, and none for an entry whose resources another one writes', () => {
    const { from } = look(entry('secrets', 'a'), entry('secrets', 'b'), entry('pods', 'a'))
    expect(from).toBe('aescbc:a')
  })
})

describe('the resources that have objects', () => {
  it('are those named, by the name that they are stored under', () => {
    expect(look(entry('secrets. foos.example.com', 'a')).played).toEqual([
      'secrets',
      'foos.example.com',
    ])
  })

  it('are three for each wildcard, none of them named or covered elsewhere', () => {
    const { played } = look(
      entry('events', 'identity'),
      entry('secrets configmaps', 'a'),
      entry('*.', 'b'),
      entry('deployments.apps', 'identity'),
      entry('*.apps', 'c'),
      entry('*.example.com', 'd'),
      entry('*.*', 'e'),
    )
    expect(played).toEqual([
      'secrets',
      'configmaps',
      'serviceaccounts',
      'pods',
      'services',
      'statefulsets.apps',
      'daemonsets.apps',
      'replicasets.apps',
      'widgets.example.com',
      'gadgets.example.com',
      'gizmos.example.com',
      'jobs.batch',
      'cronjobs.batch',
      'ingresses.networking.k8s.io',
    ])
  })

  it('are stand-ins where a wildcard covers nothing better known', () => {
    expect(look(entry('jobs.batch', 'a'), entry('*.batch', 'b')).played).toEqual([
      'jobs.batch',
      'cronjobs.batch',
      'widgets.batch',
      'gadgets.batch',
    ])
  })
})
