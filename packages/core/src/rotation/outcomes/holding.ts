/**
 * Outcomes that only hold.
 */
import { label } from '../../key/key.js'
import { gate } from '../gate.js'
import { retireGateReason } from '../guards/retiring.js'
import { type Then, holds, nothing } from '../outcome.js'
import type { Situation } from '../situation.js'

export const newerSchema: Then = ({ observation }) =>
  holds(gate('NewerSchema', [observation.newerSchema ?? '']))

export const unknown: Then = ({ observation: { record, configuration } }) => {
  if (record._tag === 'Unknown') return holds(gate('RecordUnknown', [record.reason]))
  return holds(
    gate('ConfigurationUnknown', configuration._tag === 'Unknown' ? [configuration.reason] : []),
  )
}

export const staleView: Then = () =>
  holds(gate('StaleView', ['the cached view lacks something or is ahead of the record']))

export const bothLost: Then = ({ observation: { copies } }) =>
  holds(
    gate(
      'RecordAndConfigurationLost',
      copies._tag === 'Known'
        ? copies.value.map(
            ({ hash, entries }) =>
              `kept copy ${hash}: ${entries.flatMap(({ keys }) => keys.map(label)).join(', ')}`,
          )
        : [copies.reason],
    ),
  )

export const wishUnknownEmpty: Then = ({ observation: { wish } }) =>
  holds(gate('WishUnknown', wish._tag === 'Unknown' ? [wish.reason] : []))

/** Held until a person clears `finishedRevision`. */
export const afterRestore: Then = ({ record }) =>
  holds(
    gate('DataRestored', [
      'etcd was found at a revision below that of the last finish',
      ...record.history.flatMap(({ plan }) =>
        plan.map(({ from, to }) => `data of then may be under ${label(from)} or ${label(to)}`),
      ),
    ]),
  )

export const foreign: Then = ({ entries, record }) => {
  const writers = entries.flatMap(({ live, active, target }) => {
    const writer = live?.keys[0]
    return writer === undefined || writer.id === active.id || writer.id === target?.id
      ? []
      : [writer]
  })
  const known = writers.every((writer) =>
    record.history.some(({ plan }) =>
      plan.some(({ from, to }) => from.id === writer.id || to.id === writer.id),
    ),
  )
  return holds(gate(known ? 'StateConfigMismatch' : 'ForeignKey', writers.map(label)))
}

/** Why converged servers are not enough: the continuity, or what a starting pod could still load. */
const beyondServers = ({ continuity, superseded }: Situation['observation']): readonly string[] => {
  if (continuity._tag === 'Unknown') return [continuity.reason]
  return superseded._tag === 'Unknown'
    ? [superseded.reason]
    : ['a starting server could load a configuration without the target']
}

const serversGate = ({ convergence, observation, epoch }: Situation) => {
  const since = epoch === 0 ? null : epoch
  switch (convergence._tag) {
    case 'Paused':
      return gate('Paused', ['no server is wanted'], since)
    case 'Unseen':
      return gate('LoadedUnknown', convergence.about, since)
    case 'Waiting':
      return gate('ServersNotConverged', convergence.about, since)
    case 'Converged':
      return gate('LoadedUnknown', beyondServers(observation), since)
  }
}

export const noProof: Then = (s) =>
  holds(s.convergence._tag === 'Converged' ? gate('LoadedUnknown', s.unseen) : serversGate(s))
export const servers: Then = (s) => holds(serversGate(s))

export const approval: Then = (s) =>
  holds(gate('AwaitingApproval', [s.committed ? 'Migrating' : 'WritePromote'], s.epoch))

export const settling: Then = ({ observation: { unchangedSince } }) =>
  holds(
    unchangedSince._tag === 'Unknown'
      ? gate('Settling', [unchangedSince.reason])
      : gate('Settling', [], unchangedSince.value),
  )

/** Why it cannot be seen whether the evidence still holds. */
const unseenEvidence = ({ observation: { continuity, resources }, progress }: Situation) => [
  ...(continuity._tag === 'Unknown' ? [continuity.reason] : []),
  ...resources.flatMap(({ resource }, at) => {
    const state = progress[at]
    return state?._tag === 'Unserved' ? [`${resource}: ${state.reason}`] : []
  }),
]

export const retireGate: Then = (s) => {
  const reason = retireGateReason(s) ?? 'CompactionGrace'
  return holds(
    gate(
      reason,
      s.allRewritten ? s.leaving.flatMap((keys) => keys.map(label)) : unseenEvidence(s),
      s.record.history[0]?.completionTime ?? null,
    ),
  )
}

export const otherwise: Then = (s) => {
  const { wish } = s.observation
  if (wish._tag === 'Unknown') return holds(gate('WishUnknown', [wish.reason]))
  // Nothing is left that would free a slot, or the wish would have been followed.
  return s.wish !== null && s.wishDiffersFromActive
    ? holds(gate('SlotsFull', [label(s.wish.key)]))
    : nothing
}
