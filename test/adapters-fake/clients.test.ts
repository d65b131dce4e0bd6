import { Plaintext } from '@keyroll/core'
import { describe, expect, it } from 'vitest'
import {
  aWorld,
  after,
  answerTo,
  happens,
  keysIn,
  nextKey,
  oldKey,
  published,
  rolledOut,
  serverAt,
} from './a-world.js'

const first = { resource: 'secrets', object: 0 } as const

/** All servers read both keys; the oldest one writes the old key, the newest one the next key. */
const mixed = () => {
  const readable = rolledOut(published(aWorld(), 1, [oldKey, nextKey, Plaintext]))
  const world = rolledOut(published(readable, 2, [nextKey, oldKey, Plaintext], 'promote'), [
    'RolloutObserved',
    'PodCreated',
    'PodStarts',
    'PodReady',
  ])
  return { world, lagging: serverAt(world, 0), promoted: world.servers.at(-1)?.name ?? '' }
}

describe('writing an object back unchanged', () => {
  it('changes nothing at a server whose first key it is under', () => {
    const { world, lagging } = mixed()
    const again = after(world, { kind: 'ClientRewrites', server: lagging, ...first })
    expect(again.etcd).toBe(world.etcd)
  })

  it('seals it anew, once, at a server that has another first key', () => {
    const { world, promoted } = mixed()
    const moved = after(world, { kind: 'ClientRewrites', server: promoted, ...first })
    expect(keysIn(moved)).toEqual({ [oldKey.id]: 1, [nextKey.id]: 1 })
    expect(moved.etcd.revision).toBe(world.etcd.revision + 1)
    expect(after(moved, { kind: 'ClientRewrites', server: promoted, ...first }).etcd).toBe(
      moved.etcd,
    )
  })

  it('puts it back under the old key at a lagging server', () => {
    const { world, lagging, promoted } = mixed()
    const moved = after(
      world,
      { kind: 'ClientRewrites', server: promoted, ...first },
      { kind: 'ClientRewrites', server: lagging, ...first },
    )
    expect(keysIn(moved)).toEqual({ [oldKey.id]: 2 })
  })
})

describe('a terminating server', () => {
  it('serves and writes until it is gone, and refuses connections then', () => {
    const { world, lagging } = mixed()
    const draining = after(world, { kind: 'PodDrains', server: lagging })
    const write = { kind: 'ClientWrites', server: lagging, ...first } as const
    expect(answerTo(draining, write)?.verdict).toBe('ok')
    const gone = after(draining, { kind: 'PodGone', server: lagging })
    expect(answerTo(gone, write)).toMatchObject({ status: 0, verdict: 'interrupted' })
  })
})

describe('a write in flight', () => {
  const sent = () => {
    const { world, lagging } = mixed()
    const sealed = after(world, { kind: 'WriteSealed', server: lagging, ...first })
    const ended = after(
      sealed,
      { kind: 'PodDrains', server: lagging },
      { kind: 'PodGone', server: lagging },
    )
    return { world, ended }
  }

  it('can land after its server has ended, under the key of that server', () => {
    const { world, ended } = sent()
    const landed = after(ended, { kind: 'WriteLands', write: 0 })
    expect(landed.etcd.revision).toBe(world.etcd.revision + 1)
    expect(keysIn(landed)).toEqual({ [oldKey.id]: 2 })
    expect(landed.inFlight).toEqual([])
  })

  it('cannot land once settle has passed since', () => {
    const { ended } = sent()
    expect(after(ended, { kind: 'Tick', seconds: 9 }).inFlight).toHaveLength(1)
    const settled = after(ended, { kind: 'Tick', seconds: 10 })
    expect(happens(settled, { kind: 'WriteLands', write: 0 })).toBe(false)
  })

  it('does not overwrite what was written meanwhile', () => {
    const { world, ended } = sent()
    const rewritten = after(ended, {
      kind: 'ClientRewrites',
      server: world.servers.at(-1)?.name ?? '',
      ...first,
    })
    const landed = after(rewritten, { kind: 'WriteLands', write: 0 })
    expect(landed.etcd).toBe(rewritten.etcd)
  })
})
