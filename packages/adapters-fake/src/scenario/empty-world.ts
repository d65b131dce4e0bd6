/** A world before etcd is filled and servers run. */
import { known } from '@keyroll/core'
import type { PodTemplate } from '../rollout/deployment.js'
import { quiet } from '../world/budget.js'
import type { World } from '../world/world.js'
import type { ControlPlaneOptions } from './options.js'

/** Where virtual time begins unless it is said: 2025-12-01, 12:00 UTC. */
const noon = 1_764_590_400

export const emptyWorld = (
  options: ControlPlaneOptions,
  template: PodTemplate,
  replicaSet: string,
  version: number,
): World => {
  const { servers = 3, record = null, resources, now = noon } = options
  return {
    now,
    seed: options.seed ?? 1,
    api: {
      version,
      delivery: options.delivery ?? 'immutable',
      record: record === null ? null : { ...record, version: '1' },
      condition: null,
      configurations: [],
      overwritten: null,
      copies: [],
      deployment: {
        version,
        generation: 1,
        observedGeneration: 1,
        observedReplicaSet: replicaSet,
        since: now,
        replicas: servers,
        strategy: options.strategy ?? { kind: 'RollingUpdate', maxSurge: 1, maxUnavailable: 0 },
        template,
      },
      replicaSets: [{ name: replicaSet, template, replicas: servers, generation: 1 }],
      migrations: [],
      wish: options.wish ?? null,
      discovery: resources.map((resource) => ({
        resource,
        served: known('Served'),
        absentSince: null,
      })),
      approvals: [],
      newerSchema: null,
      selfHosted: false,
    },
    servers: [],
    etcd: { revision: 1, compacted: 0, resources: [] },
    migrator: { kind: options.migrator ?? 'storagemigration.k8s.io', server: null, blocked: null },
    clients: {
      wishes: options.wishes ?? [],
      objects: options.offered ?? 2,
      touchable: options.touchable ?? resources,
    },
    inFlight: [],
    plugins: [],
    views: {
      frozen: {},
      failing: [],
      unchangedSince: now,
      sees: {
        loadedHash: true,
        etcdRevision: true,
        emptyEtcd: true,
        census: false,
        ...options.sees,
      },
    },
    backup: null,
    budget: quiet,
  }
}
