/**
 * What the Deployment controller counts: pods that neither terminate nor have finished.
 *
 * Source: apps/v1 status rules, and the sequence that a real Deployment controller of 1.37 went through.
 */
import { type Rollout, sameOrdinal } from '@keyroll/core'
import type { Server } from '../servers/server.js'
import type { Deployment, PodTemplate, ReplicaSet } from './deployment.js'

/** It counts as a replica. */
export const isActive = ({ terminating, phase }: Server): boolean =>
  !terminating && phase !== 'Finished'

const sameTemplate = (a: PodTemplate, b: PodTemplate): boolean =>
  a === b ||
  (sameOrdinal(a.ordinal, b.ordinal) && a.hash === b.hash && a.configuration === b.configuration)

/** The ReplicaSet of the Deployment's template; undefined until the controller has made it. */
export const newestReplicaSet = (
  deployment: Deployment,
  replicaSets: readonly ReplicaSet[],
): ReplicaSet | undefined =>
  replicaSets.find(({ template }) => sameTemplate(template, deployment.template))

/** Active and ready pods: of one ReplicaSet, or (null) of all. */
export const countPods = (
  servers: readonly Server[],
  replicaSet: string | null,
): { readonly active: number; readonly ready: number } => {
  let active = 0
  let ready = 0
  for (const server of servers)
    if (isActive(server) && (replicaSet === null || server.replicaSet === replicaSet)) {
      active += 1
      if (server.phase === 'Ready') ready += 1
    }
  return { active, ready }
}

/** The ReplicaSet that the status speaks of: until the newest template is observed, an older one. */
const observedReplicaSet = (
  deployment: Deployment,
  replicaSets: readonly ReplicaSet[],
): ReplicaSet | undefined =>
  deployment.observedGeneration === deployment.generation
    ? newestReplicaSet(deployment, replicaSets)
    : replicaSets.find(({ name }) => name === deployment.observedReplicaSet)

/** The Deployment's status, as core reads it. */
export const rolloutOf = (
  deployment: Deployment,
  replicaSets: readonly ReplicaSet[],
  servers: readonly Server[],
): Rollout => {
  const observed = observedReplicaSet(deployment, replicaSets)
  const all = countPods(servers, null)
  let asked = 0
  for (const { replicas } of replicaSets) asked += replicas
  return {
    generation: deployment.generation,
    observedGeneration: deployment.observedGeneration,
    replicas: all.active,
    updated: observed === undefined ? 0 : countPods(servers, observed.name).active,
    ready: all.ready,
    available: all.ready,
    unavailable: Math.max(0, asked - all.ready),
  }
}
