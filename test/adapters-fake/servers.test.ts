import { Plaintext } from '@keyroll/core'
import { symbolicText } from '@keyroll/adapters-fake'
import { describe, expect, it } from 'vitest'
import {
  aWorld,
  after,
  answerTo,
  entriesOf,
  happens,
  nextKey,
  oldKey,
  published,
  rolledOut,
  serverAt,
} from './a-world.js'

const secrets = { resource: 'secrets', object: 0 } as const

/** The first server has restarted with the next key alone, which opens nothing that is stored. */
const withBlindPod = (resources: readonly string[]) => {
  const world = published(aWorld({ resources, olderShare: 0 }), 1, [nextKey])
  const created = rolledOut(world, ['RolloutObserved', 'PodCreated', 'PodStarts'])
  return { world: created, pod: created.servers.at(-1)?.name ?? '' }
}

describe('a server that starts without a key that stored objects are under', () => {
  it('never becomes ready when they are Secrets', () => {
    const { world, pod } = withBlindPod(['secrets'])
    expect(happens(world, { kind: 'PodReady', server: pod })).toBe(false)
    const later = after(world, { kind: 'Tick', seconds: 86_400 })
    expect(happens(later, { kind: 'PodReady', server: pod })).toBe(false)
  })

  it('becomes ready when they are of another resource, and cannot read them', () => {
    const start = aWorld({
      resources: ['configmaps'],
      configuration: symbolicText(entriesOf([oldKey], ['configmaps'])),
    })
    // The rotation rewrites the entry for Secrets only, so ConfigMaps are left without their key.
    const world = rolledOut(published(start, 1, [nextKey]), [
      'RolloutObserved',
      'PodCreated',
      'PodStarts',
      'PodReady',
    ])
    const pod = world.servers.at(-1)
    expect(pod?.phase).toBe('Ready')
    const read = { kind: 'ClientReads', server: pod?.name ?? '', resource: 'configmaps' } as const
    expect(answerTo(world, { ...read, object: 0 })?.status).toBe(500)
  })

  it('answers 503 until it is ready, which counts as interrupted', () => {
    const { world, pod } = withBlindPod(['secrets'])
    expect(answerTo(world, { kind: 'ClientReads', server: pod, ...secrets })).toMatchObject({
      status: 503,
      verdict: 'interrupted',
    })
  })
})

describe('a running server whose peer writes with a key that it has not loaded', () => {
  const peerWrote = () => {
    // The naive way: the new key writes on the first new server while the old ones do not know it.
    const start = after(aWorld(), { kind: 'BackupTaken' })
    const world = rolledOut(published(start, 1, [nextKey, oldKey, Plaintext], 'promote'), [
      'RolloutObserved',
      'PodCreated',
      'PodStarts',
      'PodReady',
    ])
    const [lagging, peer] = [serverAt(world, 0), world.servers.at(-1)?.name ?? '']
    return { lagging, world: after(world, { kind: 'ClientWrites', server: peer, ...secrets }) }
  }

  it('fails GET of that object at once, in the words of the real one', () => {
    const { world, lagging } = peerWrote()
    const answer = answerTo(world, { kind: 'ClientReads', server: lagging, ...secrets })
    expect(answer).toMatchObject({ status: 500, verdict: 'failed', name: 'secret-0000' })
    expect(answer?.message).toContain('Key: /secrets/default/secret-0000')
    expect(answer?.message).toContain('no matching key was found for the provided AES transformer')
  })

  it('still reads the other objects', () => {
    const { world, lagging } = peerWrote()
    const read = { kind: 'ClientReads', server: lagging, resource: 'secrets', object: 1 } as const
    expect(answerTo(world, read)).toMatchObject({ status: 200, verdict: 'ok' })
  })

  it('fails lists with 500 for 30 s and with 429 from then on, and stays ready', () => {
    const { world, lagging } = peerWrote()
    const list = { kind: 'ClientLists', server: lagging, resource: 'secrets' } as const
    expect(answerTo(world, list)?.status).toBe(500)
    expect(answerTo(after(world, { kind: 'Tick', seconds: 29 }), list)?.status).toBe(500)
    const later = after(world, { kind: 'Tick', seconds: 30 })
    expect(answerTo(later, list)).toMatchObject({ status: 429, verdict: 'failed' })
    expect(later.servers.find(({ name }) => name === lagging)?.phase).toBe('Ready')
  })

  it('creates new objects all the while', () => {
    const { world, lagging } = peerWrote()
    const create = {
      kind: 'ClientWrites',
      server: lagging,
      resource: 'secrets',
      object: 2,
    } as const
    expect(answerTo(world, create)).toMatchObject({ status: 201, verdict: 'ok' })
  })

  it('refuses to update the object that it cannot read', () => {
    const { world, lagging } = peerWrote()
    expect(answerTo(world, { kind: 'ClientWrites', server: lagging, ...secrets })?.status).toBe(500)
  })

  it('lists again once nothing stored is under a key that it does not know', () => {
    const { world, lagging } = peerWrote()
    const list = { kind: 'ClientLists', server: lagging, resource: 'secrets' } as const
    expect(answerTo(world, list)?.verdict).toBe('failed')
    expect(answerTo(after(world, { kind: 'EtcdRestored' }), list)?.verdict).toBe('ok')
  })
})

describe('what pods load', () => {
  it('is what an immutable object held when they started, also after a crash', () => {
    const world = aWorld({ delivery: 'immutable' })
    const pod = serverAt(world, 0)
    const crashed = after(published(world, 1, [oldKey, nextKey, Plaintext]), {
      kind: 'PodCrashes',
      server: pod,
    })
    const restarted = after(crashed, { kind: 'PodStarts', server: pod, mount: 'current' })
    expect(restarted.servers[0]?.process?.loaded?.ordinal).toBeNull()
  })

  it('is the newest content of a fixed object after a crash, in a pod of any ReplicaSet', () => {
    const world = aWorld({ delivery: 'fixed' })
    const pod = serverAt(world, 0)
    const crashed = after(published(world, 1, [oldKey, nextKey, Plaintext]), {
      kind: 'PodCrashes',
      server: pod,
    })
    const restarted = after(crashed, { kind: 'PodStarts', server: pod, mount: 'current' })
    expect(restarted.servers[0]?.process?.loaded?.ordinal).toEqual({ epoch: world.now, step: 1 })
    const stale = after(crashed, { kind: 'PodStarts', server: pod, mount: 'stale' })
    expect(stale.servers[0]?.process?.loaded?.ordinal).toBeNull()
  })

  it('is nothing when their immutable object has been withdrawn: they do not start', () => {
    const world = rolledOut(published(aWorld(), 1, [oldKey, nextKey, Plaintext]))
    const [old] = world.api.replicaSets
    const scaled = after(world, {
      kind: 'OldReplicaSetScaled',
      replicaSet: old?.name ?? '',
      replicas: 1,
    })
    const created = after(scaled, { kind: 'PodCreated', replicaSet: old?.name ?? '' })
    const pod = created.servers.at(-1)?.name ?? ''
    const start = { kind: 'PodStarts', server: pod, mount: 'current' } as const
    expect(happens(created, start)).toBe(true)
    const withdrawn = {
      ...created,
      api: { ...created.api, configurations: created.api.configurations.slice(1) },
    }
    expect(happens(withdrawn, start)).toBe(false)
  })
})
