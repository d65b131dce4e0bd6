/**
 * What a control plane is built from, and what is wrong with it.
 */
import type { Concealed, Record, Wish } from '@keyroll/core'
import type { MigratorKind } from '../migrator/migrator.js'
import type { Strategy } from '../rollout/deployment.js'
import type { Sight } from '../views/views.js'
import type { Budget } from '../world/budget.js'
import type { Plugin } from '../world/world.js'

export interface ControlPlaneOptions {
  /** What the servers run on; null: without an encryption configuration. */
  readonly configuration: Concealed<string> | null
  /** Concrete group-resources that are stored: `secrets`, `deployments.apps`. */
  readonly resources: readonly string[]
  /** kube-apiservers. Default 3. */
  readonly servers?: number
  /** Objects in all, spread over the resources that are encrypted. Default 300. */
  readonly objects?: number
  /** Share of the objects that is still under each reader behind the writer. Default 0.1. */
  readonly olderShare?: number
  /** One immutable configuration object per ordinal, or one that is overwritten. Default `immutable`. */
  readonly delivery?: 'immutable' | 'fixed'
  /** Default: `storagemigration.k8s.io`. */
  readonly migrator?: MigratorKind
  /** Default: rolling, maxSurge 1, maxUnavailable 0. */
  readonly strategy?: Strategy
  /** The record to begin with; default: none. */
  readonly record?: Record | null
  readonly wish?: Wish | null
  /** Wishes that `enabled` offers while the budget lasts. */
  readonly wishes?: readonly (Wish | null)[]
  /** Objects of each resource that `enabled` offers clients' writes for. Default 2. */
  readonly offered?: number
  /** Default: nothing unkind is offered. */
  readonly budget?: Budget
  /** Default: everything but a census. */
  readonly sees?: Partial<Sight>
  /** Resources whose first object may be touched. Default: all. */
  readonly touchable?: readonly string[]
  /** Default: one for each endpoint that the configuration or the keyring names. */
  readonly plugins?: readonly Plugin[]
  /** What nonces are derived from. Default 1. */
  readonly seed?: number
  /** Virtual start, unix seconds. */
  readonly now?: number
}

const wholeFrom = (name: string, value: number, least: number): readonly string[] =>
  Number.isInteger(value) && value >= least
    ? []
    : [`${name} is ${value}: it must be a whole number from ${least} on`]

/** The first thing that is wrong with the options; null: nothing is. */
export const faultIn = ({
  servers = 3,
  objects = 300,
  resources,
}: ControlPlaneOptions): string | null => {
  const faults = [
    ...wholeFrom('servers', servers, 1),
    ...wholeFrom('objects', objects, 0),
    ...(resources.length === 0 ? ['resources is empty: name at least one'] : []),
    ...(new Set(resources).size < resources.length ? ['resources names one twice'] : []),
  ]
  return faults[0] ?? null
}
