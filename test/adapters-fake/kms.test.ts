import { type World, controlPlane, symbolicText } from '@keyroll/adapters-fake'
import { sealingKey } from '@keyroll/core'
import { describe, expect, it } from 'vitest'
import { after, answerTo, built, entriesOf, environment, happens, serverAt } from './a-world.js'

const vault = sealingKey('kmsv2', 'vault', 'remote')
const first = { resource: 'secrets', object: 0 } as const

const start = (): World =>
  built(
    controlPlane(environment)({
      configuration: symbolicText(entriesOf([vault])),
      resources: ['secrets'],
      objects: 4,
    }),
  )

const endpoint = start().plugins[0]?.endpoint ?? ''
const silent = (world: World): World =>
  after(world, { kind: 'KmsAnswers', endpoint, answers: false })

describe('a KMS plugin with a new key_id', () => {
  const rotated = () => after(start(), { kind: 'KmsKeyChanges', endpoint, keyId: '2' })

  it('makes stored objects stale at a server that has noticed, and at no other', () => {
    const world = rotated()
    const [noticed, not] = [serverAt(world, 0), serverAt(world, 1)]
    const seen = after(world, { kind: 'KmsRefreshed', server: noticed })
    expect(after(seen, { kind: 'ClientRewrites', server: not, ...first }).etcd).toBe(seen.etcd)
    const moved = after(seen, { kind: 'ClientRewrites', server: noticed, ...first })
    expect(moved.etcd.revision).toBe(seen.etcd.revision + 1)
    const read = { kind: 'ClientReads', server: not, ...first } as const
    expect(answerTo(moved, read)?.verdict).toBe('ok')
  })

  it('is noticed once', () => {
    const world = rotated()
    const move = { kind: 'KmsRefreshed', server: serverAt(world, 0) } as const
    expect(happens(after(world, move), move)).toBe(false)
  })
})

describe('a silent KMS plugin', () => {
  it('lets running servers write on for three minutes, then no more, until it answers', () => {
    const write = { kind: 'ClientWrites', server: serverAt(start(), 0), ...first } as const
    const world = after(start(), write)
    const soon = after(silent(world), { kind: 'Tick', seconds: 180 })
    expect(answerTo(soon, write)?.verdict).toBe('ok')
    const late = after(soon, { kind: 'Tick', seconds: 1 })
    expect(answerTo(late, write)).toMatchObject({ status: 500, verdict: 'failed' })
    const back = after(late, { kind: 'KmsAnswers', endpoint, answers: true })
    expect(answerTo(back, write)?.verdict).toBe('ok')
  })

  it('keeps a restarted server unready until it answers', () => {
    const world = silent(start())
    const server = serverAt(world, 0)
    const restarted = after(
      world,
      { kind: 'PodCrashes', server },
      { kind: 'PodStarts', server, mount: 'current' },
    )
    expect(happens(restarted, { kind: 'PodReady', server })).toBe(false)
    const back = after(
      restarted,
      { kind: 'KmsAnswers', endpoint, answers: true },
      { kind: 'KmsRefreshed', server },
      { kind: 'PodReady', server },
    )
    expect(answerTo(back, { kind: 'ClientReads', server, ...first })?.verdict).toBe('ok')
  })
})
