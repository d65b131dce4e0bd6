import { observe, type World } from '@keyroll/adapters-fake'
import { Plaintext, convergence, type Rollout } from '@keyroll/core'
import { describe, expect, it } from 'vitest'
import { aWorld, after, happens, nextKey, oldKey, published, rolledOut } from './a-world.js'

const both = [oldKey, nextKey, Plaintext]

const statusOf = (world: World): Rollout => {
  const { servers } = observe(world, 'fresh')
  if (servers._tag === 'Unknown' || servers.value.rollout === null) throw new Error('no rollout')
  return servers.value.rollout
}

/** replicas, updated, ready, available, terminating */
const counters = (world: World): string => {
  const { replicas, updated, ready, available } = statusOf(world)
  const terminating = world.servers.filter((server) => server.terminating).length
  return [replicas, updated, ready, available, terminating].join('/')
}

describe('a rolling update', () => {
  it('goes through the states that a real Deployment controller went through', () => {
    let world = after(published(aWorld(), 1, both), { kind: 'RolloutObserved' })
    const seen: string[] = []
    for (let round = 0; round < 3; round += 1) {
      world = rolledOut(world, ['PodCreated', 'PodStarts'])
      seen.push(counters(world))
      world = rolledOut(world, ['PodReady'])
      seen.push(counters(world))
      const [drain] = world.servers.filter(({ ordinal, terminating }) => !ordinal && !terminating)
      world = after(world, { kind: 'PodDrains', server: drain?.name ?? '' })
      seen.push(counters(world))
    }
    expect(seen).toEqual([
      '4/1/3/3/0',
      '4/1/4/4/0',
      '3/1/3/3/1',
      '4/2/3/3/1',
      '4/2/4/4/1',
      '3/2/3/3/2',
      '4/3/3/3/2',
      '4/3/4/4/2',
      '3/3/3/3/3',
    ])
  })

  it('is complete by its counters while three old pods still serve', () => {
    const world = rolledOut(published(aWorld(), 1, both), [
      'RolloutObserved',
      'PodCreated',
      'PodStarts',
      'PodReady',
      'PodDrains',
    ])
    expect(statusOf(world)).toMatchObject({ updated: 3, available: 3, replicas: 3, unavailable: 0 })
    expect(world.servers.filter(({ terminating }) => terminating)).toHaveLength(3)
  })

  it('shows the old counters until the controller has observed the template', () => {
    const world = published(aWorld(), 1, both)
    expect(statusOf(world)).toMatchObject({ updated: 3, observedGeneration: 1, generation: 2 })
  })

  it('never leaves fewer servers available than it may', () => {
    for (const [maxSurge, maxUnavailable] of [
      [1, 0],
      [0, 1],
      [2, 1],
    ] as const) {
      const strategy = { kind: 'RollingUpdate', maxSurge, maxUnavailable } as const
      let world = published(aWorld({ strategy }), 1, both)
      for (;;) {
        const before = world
        for (const kind of [
          'PodDrains',
          'PodCreated',
          'PodStarts',
          'PodReady',
          'RolloutObserved',
        ] as const) {
          world = rolledOut(world, [kind])
          expect(statusOf(world).available).toBeGreaterThanOrEqual(3 - maxUnavailable)
          expect(statusOf(world).replicas).toBeLessThanOrEqual(3 + maxSurge)
        }
        if (world === before) break
      }
      expect(statusOf(world).updated).toBe(3)
    }
  })
})

describe('Recreate', () => {
  it('starts no new pod before the last old one is gone', () => {
    const world = rolledOut(published(aWorld({ strategy: { kind: 'Recreate' } }), 1, both), [
      'RolloutObserved',
      'PodDrains',
      'PodCreated',
    ])
    expect(world.servers.every(({ terminating }) => terminating)).toBe(true)
    const ended = rolledOut(world)
    expect(ended.servers.map(({ phase }) => phase)).toEqual(['Ready', 'Ready', 'Ready'])
    expect(ended.servers.every(({ ordinal }) => ordinal?.step === 1)).toBe(true)
  })
})

describe('an old ReplicaSet', () => {
  it('replaces an evicted pod with one of its own template during the rollout', () => {
    const world = rolledOut(published(aWorld(), 1, both), ['RolloutObserved', 'PodCreated'])
    const evicted = after(world, { kind: 'PodEvicted', server: world.servers[0]?.name ?? '' })
    const old = world.api.replicaSets[0]?.name ?? ''
    const replaced = after(evicted, { kind: 'PodCreated', replicaSet: old })
    expect(replaced.servers.at(-1)).toMatchObject({ replicaSet: old, ordinal: null })
  })

  it('that a hand scales up gets a pod, and is scaled down again', () => {
    const rotated = rolledOut(published(aWorld(), 1, both))
    const old = rotated.api.replicaSets[0]?.name ?? ''
    const scaled = after(
      rotated,
      { kind: 'OldReplicaSetScaled', replicaSet: old, replicas: 1 },
      { kind: 'PodCreated', replicaSet: old },
    )
    expect(scaled.servers).toHaveLength(4)
    expect(rolledOut(scaled).servers).toHaveLength(3)
  })

  it('shows in the continuity token once it has moved, and not while only new pods are replaced', () => {
    const rotated = rolledOut(published(aWorld(), 1, both))
    const token = (world: World) => observe(world, 'fresh').continuity
    const evicted = rolledOut(
      after(rotated, { kind: 'PodEvicted', server: rotated.servers[0]?.name ?? '' }),
    )
    expect(evicted.servers).not.toEqual(rotated.servers)
    expect(token(evicted)).toEqual(token(rotated))
    const replicaSet = rotated.api.replicaSets[0]?.name ?? ''
    const moved = rolledOut(
      after(rotated, { kind: 'OldReplicaSetScaled', replicaSet, replicas: 1 }),
    )
    expect(token(moved)).not.toEqual(token(rotated))
  })

  it('no longer counts for continuity once its object is withdrawn', () => {
    const rotated = rolledOut(published(aWorld(), 1, both))
    const withdrawn = {
      ...rotated,
      api: { ...rotated.api, configurations: rotated.api.configurations.slice(1) },
    }
    expect(observe(withdrawn, 'fresh').continuity).toEqual({ _tag: 'Known', value: '' })
  })

  it('comes back by rollout undo, with its own template', () => {
    const rotated = rolledOut(published(aWorld(), 1, both))
    const replicaSet = rotated.api.replicaSets[0]?.name ?? ''
    const undone = rolledOut(after(rotated, { kind: 'RolloutUndone', replicaSet }))
    expect(undone.servers.map((server) => server.replicaSet)).toEqual(Array(3).fill(replicaSet))
  })
})

describe('scaling to zero and back', () => {
  it('ends all servers, and starts them on the template of then', () => {
    const paused = rolledOut(after(aWorld(), { kind: 'Scaled', replicas: 0 }))
    expect(paused.servers).toEqual([])
    const back = rolledOut(after(published(paused, 1, both), { kind: 'Scaled', replicas: 2 }))
    expect(back.servers.map(({ ordinal }) => ordinal?.step)).toEqual([1, 1])
  })
})

describe('a failed pod', () => {
  it('is replaced, stays listed as finished, and can be cleaned up', () => {
    const failed = after(aWorld(), { kind: 'PodFails', server: aWorld().servers[0]?.name ?? '' })
    const replaced = rolledOut(failed, ['PodCreated', 'PodStarts', 'PodReady'])
    expect(replaced.servers.map(({ phase }) => phase)).toEqual([
      'Finished',
      'Ready',
      'Ready',
      'Ready',
    ])
    expect(rolledOut(replaced).servers).toHaveLength(3)
  })
})

describe('the convergence that core finds', () => {
  const converges = (world: World): string => {
    const { configuration, template, servers } = observe(world, 'fresh')
    if (configuration._tag === 'Unknown' || configuration.value === null) throw new Error('none')
    return convergence({
      configuration: configuration.value,
      template,
      servers,
      stampsProve: true,
    })._tag
  }

  it('holds at rest, not during a rollout, not while old pods terminate, and again after', () => {
    expect(converges(aWorld())).toBe('Converged')
    const started = published(aWorld(), 1, both)
    expect(converges(started)).toBe('Waiting')
    const terminating = rolledOut(started, [
      'RolloutObserved',
      'PodCreated',
      'PodStarts',
      'PodReady',
      'PodDrains',
    ])
    expect(converges(terminating)).toBe('Waiting')
    expect(converges(rolledOut(terminating))).toBe('Converged')
  })

  it('is seen as unchanged only since the last pod ended', () => {
    const world = after(aWorld(), { kind: 'Tick', seconds: 100 })
    const rolling = rolledOut(published(world, 1, both), [
      'RolloutObserved',
      'PodCreated',
      'PodStarts',
      'PodReady',
      'PodDrains',
    ])
    const ended = rolledOut(after(rolling, { kind: 'Tick', seconds: 7 }))
    expect(observe(ended, 'fresh').unchangedSince).toEqual({
      _tag: 'Known',
      value: world.now + 7,
    })
  })
})

it('a stamp that no pod could follow is still no harm: its pods do not start', () => {
  const world = published(aWorld(), 1, both)
  const lost = after(world, { kind: 'ConfigurationLost' })
  const created = rolledOut(lost, ['RolloutObserved', 'PodCreated'])
  const pod = created.servers.at(-1)?.name ?? ''
  expect(happens(created, { kind: 'PodStarts', server: pod, mount: 'current' })).toBe(false)
})
