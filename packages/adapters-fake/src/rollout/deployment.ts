/**
 * The Deployment that runs the kube-apiservers, and its ReplicaSets.
 */
import type { Ordinal } from '@keyroll/core'

/** What new pods are made from. */
export interface PodTemplate {
  readonly ordinal: Ordinal | null
  readonly hash: string | null
  /** The configuration object that the pod mounts; null: it has no encryption flag. */
  readonly configuration: string | null
}

export type Strategy =
  | { readonly kind: 'RollingUpdate'; readonly maxSurge: number; readonly maxUnavailable: number }
  | { readonly kind: 'Recreate' }

export interface Deployment {
  /** Its resourceVersion; rises with the spec. */
  readonly version: number
  readonly generation: number
  readonly observedGeneration: number
  /** Name of the ReplicaSet that the controller last took for the newest. */
  readonly observedReplicaSet: string
  /** When generation last rose, unix seconds. */
  readonly since: number
  readonly replicas: number
  readonly strategy: Strategy
  readonly template: PodTemplate
}

export interface ReplicaSet {
  readonly name: string
  readonly template: PodTemplate
  /** Pods that it keeps, as the Deployment (or somebody's hand) last scaled it. */
  readonly replicas: number
  /** Rises each time it is scaled. */
  readonly generation: number
}
