/**
 * Seeded bugs. Each is the shipped `decide` behind a lens that shows it something else than what is, or under
 * another policy; each must break the property that it is listed with.
 */
import {
  type Observation,
  type Policy,
  type Server,
  type Servers,
  decide,
  known,
  valueOr,
} from '@keyroll/core'
import { type Bounds, base } from './bounds.js'
import type { PropertyId } from './properties.js'
import type { Lens } from './search/memo.js'
import type { Decide } from './search/controller.js'
import { checkingPolicy } from './state/start.js'

export interface Mutant {
  readonly mutant: string
  readonly describes: string
  readonly expected: PropertyId
  readonly lens: Lens
  readonly policy: Policy
  readonly bounds: Bounds
}

const small: Bounds = {
  ...base,
  replicas: 2,
  keys: 2,
  objects: 1,
  specChanges: 1,
  faults: 0,
  staleViews: 0,
}

const same: Lens = (observation) => observation

/** The servers, with their counters made to fit. */
const withServers =
  (change: (list: readonly Server[], observation: Observation) => readonly Server[]): Lens =>
  (observation) => {
    if (observation.servers._tag === 'Unknown') return observation
    const { wanted, list, rollout } = observation.servers.value
    const servers: Servers = { wanted, list: change(list, observation), rollout }
    return { ...observation, servers: known(servers) }
  }

const withoutCounters: Lens = (observation) =>
  observation.servers._tag === 'Unknown'
    ? observation
    : { ...observation, servers: known({ ...observation.servers.value, rollout: null }) }

const both =
  (one: Lens, other: Lens): Lens =>
  (observation) =>
    other(one(observation))

/** As many servers as are wanted, all ready on what is live, whatever runs. */
const allConverged = both(
  withServers((_, { servers, configuration }) => {
    const live = valueOr(configuration, null)
    const wanted = servers._tag === 'Known' ? servers.value.wanted : 0
    return live === null
      ? []
      : Array.from({ length: wanted }, (__, at) => ({
          name: String(at),
          ordinal: live.ordinal,
          hash: live.hash,
          loaded: known(live.hash),
          ready: true,
          terminating: false,
          finished: false,
        }))
  }),
  withoutCounters,
)

const withOutcome =
  (from: readonly string[]): Lens =>
  (observation) =>
    observation.migrations._tag === 'Unknown'
      ? observation
      : {
          ...observation,
          migrations: known(
            observation.migrations.value.map((migration) =>
              from.includes(migration.outcome)
                ? { ...migration, outcome: 'Succeeded' as const }
                : migration,
            ),
          ),
        }

const mutant = (
  name: string,
  describes: string,
  expected: PropertyId,
  patch: {
    readonly lens?: Lens
    readonly policy?: Partial<Policy>
    readonly bounds?: Partial<Bounds>
  },
): Mutant => ({
  mutant: name,
  describes,
  expected,
  lens: patch.lens ?? same,
  policy: { ...checkingPolicy, ...patch.policy },
  bounds: { ...small, ...patch.bounds },
})

export const mutants: readonly Mutant[] = [
  mutant('not-converged', 'servers are taken for converged whatever they run', 'S1', {
    lens: allConverged,
  }),
  mutant('terminating-ignored', 'servers that terminate are not counted', 'S1', {
    lens: withServers((list) => list.filter(({ terminating }) => !terminating)),
  }),
  mutant('one-server-is-enough', 'the first server that is up to date counts for all', 'S1', {
    lens: both(
      withServers((list, { configuration, servers }) => {
        const hash = valueOr(configuration, null)?.hash
        const first = list.find(
          ({ ready, loaded }) => ready && loaded._tag === 'Known' && loaded.value === hash,
        )
        const wanted = servers._tag === 'Known' ? servers.value.wanted : 0
        return first === undefined ? list : Array.from({ length: wanted }, () => first)
      }),
      withoutCounters,
    ),
  }),
  mutant('running-is-done', 'a migration that runs counts as succeeded', 'S3', {
    lens: withOutcome(['Running']),
  }),
  mutant('pending-is-done', 'a migration counts as succeeded once it exists', 'S3', {
    lens: withOutcome(['Pending', 'Running']),
  }),
  mutant('failed-is-done', 'a failed migration counts as succeeded', 'S3', {
    lens: withOutcome(['Failed']),
    bounds: { faults: 1 },
  }),
  mutant('no-settle', 'migrations start while writes of ended servers are in flight', 'S3', {
    policy: { settle: 0 },
    bounds: { faults: 1, objects: 2 },
  }),
  mutant('migration-never-retried', 'a failed or hanging migration is waited for for ever', 'L1', {
    policy: { retryAfter: 1_000_000, migrationDeadline: 1_000_000 },
    bounds: { faults: 1 },
  }),
  mutant('finish-never-drops', 'the old key stays for ever', 'L1', {
    policy: { grace: 1_000_000 },
  }),
  mutant('ordinals-of-template-unseen', 'an older template is not stamped again', 'L1', {
    lens: (observation) => {
      const live = valueOr(observation.configuration, null)
      const { template } = observation
      return live === null || template._tag === 'Unknown' || template.value === null
        ? observation
        : {
            ...observation,
            template: known({ ...template.value, ordinal: live.ordinal, hash: live.hash }),
          }
    },
  }),
]

/** The decision function of a mutant. */
export const mutated = ({ lens, policy }: Mutant): Decide => {
  const decideBy = decide(policy)
  return (observation) => decideBy(lens(observation))
}
