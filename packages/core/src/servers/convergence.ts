/**
 * Converged: every wanted server, and no other, is ready on the live configuration.
 *
 * A server's own report of what it loaded outranks the stamps on template and pod. Every "not converged"
 * names the server and the reason.
 */
import type { Configuration } from '../configuration/configuration.js'
import { olderThan, sameOrdinal } from '../configuration/ordinal.js'
import type { Fact } from '../observation/fact.js'
import type { Rollout, Server, Servers, Template } from './servers.js'

/** Why one server keeps the others from being converged. */
export type ServerFault =
  | 'terminating'
  | 'not ready'
  | 'ended under a newer configuration'
  | 'runs another configuration'
  | 'was made for another configuration'

export type Convergence =
  | { readonly _tag: 'Converged' }
  /** No server is wanted: nothing converges, and nothing is lost. */
  | { readonly _tag: 'Paused' }
  /** Something that would prove it cannot be seen. */
  | { readonly _tag: 'Unseen'; readonly about: readonly string[] }
  | { readonly _tag: 'Waiting'; readonly about: readonly string[] }

/** What convergence is measured against. */
export interface ConvergenceView {
  readonly configuration: Configuration
  readonly template: Fact<Template | null>
  readonly servers: Fact<Servers>
  /** Each configuration has an object of its own, so a pod's ordinal tells what it loaded. */
  readonly stampsProve: boolean
}

const converged: Convergence = { _tag: 'Converged' }
const paused: Convergence = { _tag: 'Paused' }

/**
 * A server that has ended for good; it no longer counts: an evicted pod would otherwise hold everything until
 * someone deletes it. One that was made for a newer configuration tells that there is one.
 */
export const isGone = (server: Server, configuration: Configuration): boolean =>
  server.finished && !olderThan(configuration.ordinal, server.ordinal)

const faultOf = (server: Server, { configuration }: ConvergenceView): ServerFault | null => {
  if (server.terminating) return 'terminating'
  if (server.finished) return 'ended under a newer configuration'
  if (!server.ready) return 'not ready'
  if (server.loaded._tag === 'Known')
    return server.loaded.value === configuration.hash ? null : 'runs another configuration'
  if (!sameOrdinal(server.ordinal, configuration.ordinal))
    return 'was made for another configuration'
  return server.hash === null || server.hash === configuration.hash
    ? null
    : 'was made for another configuration'
}

/** The counters agree with each other and with what is wanted; complete while pods end is not enough. */
const rolloutFault = (rollout: Rollout, wanted: number): string | null => {
  if (rollout.observedGeneration !== rollout.generation) return 'the rollout has not been observed'
  return rollout.updated === wanted &&
    rollout.ready === wanted &&
    rollout.available === wanted &&
    rollout.replicas === wanted &&
    rollout.unavailable === 0
    ? null
    : `the rollout has ${rollout.updated} of ${wanted} servers updated, ${rollout.available} available`
}

const templateFault = (template: Template, configuration: Configuration): string | null =>
  configuration.ordinal === null ||
  (sameOrdinal(template.ordinal, configuration.ordinal) &&
    (template.hash === null || template.hash === configuration.hash))
    ? null
    : 'the template carries another configuration'

/** Whether all servers are known to run the configuration, and no other. */
export const convergence = (view: ConvergenceView): Convergence => {
  const { configuration, template, servers, stampsProve } = view
  if (servers._tag === 'Unknown') return { _tag: 'Unseen', about: [servers.reason] }
  if (template._tag === 'Unknown') return { _tag: 'Unseen', about: [template.reason] }
  const { wanted, list, rollout } = servers.value
  if (wanted === 0) return paused

  const faults: string[] = []
  const unseen: string[] = []
  let counted = 0
  for (const server of list) {
    if (isGone(server, configuration)) continue
    counted += 1
    const fault = faultOf(server, view)
    if (fault !== null) faults.push(`${server.name} ${fault}`)
    else if (server.loaded._tag === 'Unknown' && !stampsProve)
      unseen.push(`${server.name}: ${server.loaded.reason}`)
  }
  if (counted !== wanted) faults.push(`${counted} of ${wanted} wanted servers exist`)
  if (rollout !== null) {
    const fault = rolloutFault(rollout, wanted)
    if (fault !== null) faults.push(fault)
  }
  if (template.value !== null) {
    const fault = templateFault(template.value, configuration)
    if (fault !== null) faults.push(fault)
  }
  if (faults.length > 0) return { _tag: 'Waiting', about: faults }
  return unseen.length > 0 ? { _tag: 'Unseen', about: unseen } : converged
}
