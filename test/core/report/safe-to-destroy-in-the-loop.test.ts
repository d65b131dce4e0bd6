import {
  type Key,
  type Policy,
  conservative,
  hypershift,
  isPlaintext,
  label,
  safeToDestroy,
} from '@keyroll/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cluster, observe } from '../../properties/abstract-cluster.js'
import { begin, calm, happen } from '../../properties/cluster-run.js'
import { moves, starts, wishes } from '../../properties/cluster-starts.js'

/** Every key that anything still tells of. */
const keysIn = (cluster: Cluster): readonly Key[] => {
  const { configuration, superseded, copies, servers, objects, record } = cluster
  const configurations = [configuration, ...superseded, ...copies, ...servers]
  const plans = (record?.history ?? []).flatMap(({ plan }) => plan)
  const keys = [
    ...configurations.flatMap((each) => each?.entries ?? []).flatMap((entry) => entry.keys),
    ...plans.flatMap(({ from, to }) => [from, to]),
    ...objects.map(({ key }) => key),
  ].filter((key) => !isPlaintext(key))
  return [...new Map(keys.map((key) => [key.id, key])).values()]
}

/** Keys that are called safe. */
const safeKeys = (policy: Policy, cluster: Cluster): readonly Key[] =>
  keysIn(cluster).filter((key) => safeToDestroy(key)(observe(cluster, 'fresh'), policy).safe)

/** Those among them that an object is under, or a server works with. */
const missed = (cluster: Cluster, keys: readonly Key[]): readonly string[] =>
  keys
    .filter(
      ({ id }) =>
        cluster.objects.some(({ key }) => key.id === id) ||
        cluster.servers.some(({ entries }) =>
          entries.some((entry) => entry.keys.some((key) => key.id === id)),
        ),
    )
    .map(label)

/** Every kind of key in the record, since the abstract control plane has them all. */
const hurried: Policy = {
  ...hypershift,
  record: 'plain',
  slots: null,
  providers: conservative.providers,
}

describe('a key that is called safe to destroy is under no object and on no server', () => {
  for (const [name, policy] of Object.entries({ conservative, hurried }))
    it(`whatever has happened, under the policy ${name}`, () => {
      let called = 0
      for (const start of Object.values(starts))
        fc.assert(
          fc.property(moves(start), wishes(start), (happened, wish) => {
            const run = happen(policy)(begin(start), happened)
            const { cluster } = calm(policy, 200)({ ...run, cluster: { ...run.cluster, wish } })
            for (const each of [
              run.cluster,
              cluster,
              { ...cluster, clock: cluster.clock + 4000 },
            ]) {
              const keys = safeKeys(policy, each)
              called += keys.length
              expect(missed(each, keys), run.trace.join('\n')).toEqual([])
            }
          }),
          { numRuns: 12 },
        )
      expect(called).toBeGreaterThan(30)
    })
})
