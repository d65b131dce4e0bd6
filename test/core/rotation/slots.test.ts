import { type Policy, Plaintext, conservative, decide, known } from '@keyroll/core'
import { describe, expect, it } from 'vitest'
import {
  A,
  type Change,
  K1,
  K2,
  K3,
  at,
  before,
  completed,
  entry,
  epochs,
  liveFile,
  live,
  recorded,
  resource,
  resources,
  rolled,
  rotating,
  seeing,
  wishing,
} from './observation-builder.js'

const slots = (count: number): Policy => ({ ...conservative, slots: count })

const rowOf = (policy: Policy, ...changes: readonly Change[]) => {
  const { row, gate } = decide(policy)(seeing(...changes))
  return gate === null ? row : `${row} ${gate.reason}`
}

const underK1 = [recorded({ entries: [entry(K1)] }), live(before(3), K1, Plaintext)]

describe('slots', () => {
  it('are taken by KMS keys alone', () => {
    expect(rowOf(slots(1), ...underK1, wishing(A))).toBe('start')
    expect(rowOf(slots(1), wishing(K1))).toBe('start')
  })

  it('hold a KMS key once, under however many names', () => {
    const second = { ...K1, name: 'k1-2', id: 'kmsv2:k1-2:of-k1' }
    const twice = [
      recorded({
        entries: [entry(K1), entry(second, null, [], ['configmaps'])],
        history: epochs(completed(K1)),
      }),
      liveFile(
        before(3),
        { resources: ['secrets'], keys: [K1] },
        { resources: ['configmaps'], keys: [second] },
      ),
    ]
    expect(rowOf(slots(2), ...twice, wishing(K2, { resources: ['secrets', 'configmaps'] }))).toBe(
      'start',
    )
  })

  it('are counted without a target that is not committed: it would be replaced', () => {
    const toK2 = [rotating(K1, K2, 'ReadOnlyDeploy'), live(at(1), K1, K2), rolled(at(1))]
    expect(rowOf(slots(2), ...toK2, wishing(K3))).toBe('replace')
    expect(rowOf(slots(1), ...toK2, wishing(K3))).toBe('commit')
  })

  it('are told to be full when nothing is left that would free one', () => {
    expect(rowOf(slots(1), ...underK1, wishing(K2))).toBe('otherwise SlotsFull')
  })

  it('are told to be full also where a skipped resource holds one for good', () => {
    const listed = ['secrets', 'widgets']
    const held = [
      recorded({
        entries: [entry(K1, null, [K2], listed)],
        history: epochs(completed(K1)),
        skipped: ['widgets'],
      }),
      liveFile(before(3), { resources: listed, keys: [K1, K2] }),
      resources(
        resource('secrets'),
        resource('widgets', { served: known('NotServed'), absentSince: 0 }),
      ),
    ]
    expect(rowOf(slots(2), ...held, wishing(K3, { resources: listed }))).toBe('otherwise SlotsFull')
  })

  it('are unbounded where the policy has no limit', () => {
    expect(rowOf(conservative, ...underK1, live(before(3), K1, K2), wishing(K3))).toBe('start')
  })
})
