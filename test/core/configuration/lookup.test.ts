import {
  type ConfigurationEntry,
  Plaintext,
  covers,
  entriesOf,
  lookup,
  sealingKey,
} from '@keyroll/core'
import { describe, expect, it } from 'vitest'

const key = (name: string) => sealingKey('aescbc', name, `of-${name}`)

const entry = (name: string, ...resources: readonly string[]): ConfigurationEntry => ({
  resources,
  keys: [key(name), Plaintext],
})

const file = [
  entry('exact', 'secrets', 'deployments.apps'),
  entry('core', '*.'),
  entry('apps', '*.apps'),
  entry('all', '*.*'),
]

const writerFor = (entries: readonly ConfigurationEntry[], resource: string) =>
  lookup(entries)(resource)[0]?.id

describe('the keys of a resource', () => {
  it.each([
    ['secrets', 'exact'],
    ['deployments.apps', 'exact'],
    ['configmaps', 'core'],
    ['daemonsets.apps', 'apps'],
    ['widgets.example.io', 'all'],
  ])('%s is served by the entry that names it most exactly', (resource, name) => {
    expect(writerFor(file, resource)).toBe(key(name).id)
  })

  it('are those of the first wildcard where two are equal', () => {
    expect(writerFor([entry('first', '*.apps'), entry('second', '*.apps')], 'x.apps')).toBe(
      key('first').id,
    )
  })

  it('are read from one entry after the other where two name the resource', () => {
    const twice = [entry('one', 'secrets'), entry('other', 'configmaps'), entry('two', 'secrets')]
    expect(entriesOf(twice, 'secrets')).toEqual([0, 2])
    expect(lookup(twice)('secrets')).toEqual([key('one'), Plaintext, key('two'), Plaintext])
  })

  it('are none where nothing names the resource', () => {
    expect(lookup([entry('apps', '*.apps')])('secrets')).toEqual([])
    expect(lookup([])('secrets')).toEqual([])
  })

  it('tell groups apart, and dots in a group', () => {
    expect(writerFor([entry('one', 'widgets.example.io')], 'widgets.example.io')).toBeDefined()
    expect(writerFor([entry('one', 'widgets')], 'widgets.example.io')).toBeUndefined()
    expect(writerFor([entry('one', '*.io')], 'widgets.example.io')).toBeUndefined()
  })
})

describe('a list of resources covers', () => {
  it.each([
    [['secrets'], 'secrets', true],
    [['secrets'], 'configmaps', false],
    [['*.'], 'secrets', true],
    [['*.'], 'deployments.apps', false],
    [['*.apps'], 'deployments.apps', true],
    [['*.*'], 'secrets', true],
    [['*.*'], '*.apps', true],
    [['*.apps'], '*.apps', true],
    [['*.apps'], '*.*', false],
    [['secrets'], '*.', false],
  ])('%j: %s, %s', (resources, resource, expected) => {
    expect(covers(resources, resource)).toBe(expected)
  })
})
