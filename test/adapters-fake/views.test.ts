import { observe, viewKinds } from '@keyroll/adapters-fake'
import { Plaintext, emptyRecord } from '@keyroll/core'
import { describe, expect, it } from 'vitest'
import { aWorld, after, done, nextKey, oldKey, published, rolledOut } from './a-world.js'

const condition = {
  type: 'EtcdDataEncryptionUpToDate',
  status: 'Unknown',
  reason: 'EvidenceMissing',
  message: '',
} as const

describe('a frozen view', () => {
  it('is what cached looks show, part by part, while fresh looks show what stands', () => {
    const frozen = after(aWorld(), { kind: 'ViewFreezes', kinds: ['record'] })
    const written = done(published(frozen, 1, [oldKey, nextKey, Plaintext]), {
      kind: 'WriteRecord',
      record: emptyRecord,
      condition,
    })
    expect(observe(written, 'cached').record).toEqual({ _tag: 'Known', value: null })
    expect(observe(written, 'cached').condition).toBeNull()
    expect(observe(written, 'fresh').record).not.toEqual({ _tag: 'Known', value: null })
    expect(observe(written, 'cached').configuration).toEqual(
      observe(written, 'fresh').configuration,
    )
  })

  it('of everything shows a whole rollout as it was before, until it thaws', () => {
    const frozen = after(aWorld(), { kind: 'ViewFreezes', kinds: viewKinds })
    const rotated = rolledOut(published(frozen, 1, [oldKey, nextKey, Plaintext]))
    expect(observe(rotated, 'cached')).toEqual(observe(frozen, 'cached'))
    const thawed = after(rotated, { kind: 'ViewThaws' })
    expect(observe(thawed, 'cached')).toEqual({ ...observe(thawed, 'fresh'), look: 'cached' })
  })

  it('ends when the controller restarts, and so does its continuous sight', () => {
    const frozen = after(
      aWorld(),
      { kind: 'ViewFreezes', kinds: viewKinds },
      { kind: 'Tick', seconds: 60 },
      { kind: 'ControllerRestarts' },
    )
    expect(frozen.views.frozen).toEqual({})
    expect(observe(frozen, 'cached').unchangedSince).toEqual({ _tag: 'Known', value: frozen.now })
  })
})

it('reads that fail are Unknown in every look, and never empty', () => {
  const failing = after(aWorld(), { kind: 'ReadsFail', kinds: viewKinds })
  for (const look of ['cached', 'fresh'] as const) {
    const {
      record,
      configuration,
      servers,
      template,
      migrations,
      wish,
      copies,
      continuity,
      resources,
    } = observe(failing, look)
    for (const fact of [
      record,
      configuration,
      servers,
      template,
      migrations,
      wish,
      copies,
      continuity,
    ])
      expect(fact._tag).toBe('Unknown')
    expect(resources.map(({ served }) => served._tag)).toEqual(['Unknown'])
  }
})

describe('resources', () => {
  const seen = (...options: Parameters<typeof aWorld>) =>
    observe(aWorld(...options), 'fresh').resources.map(({ resource }) => resource)

  it('are the stored ones of the rotated entries, and the wished ones', () => {
    const resources = ['secrets', 'configmaps', 'events']
    expect(seen({ resources })).toEqual(resources)
    const wish = { key: nextKey, resources: ['events'], reencryptAt: null, backupKey: null }
    expect(seen({ configuration: null, resources, wish })).toEqual(['events'])
    expect(seen({ configuration: null, resources })).toEqual([])
  })
})
