/**
 * Deciders that leave one rule out each. They exist so that stories and properties can be seen to fail.
 */
import { isDeepStrictEqual } from 'node:util'
import {
  type ConfigurationEntry,
  type Decision,
  type Observation,
  type Policy,
  decide,
  known,
} from '@keyroll/core'
import type { Decider } from './setting.js'

type Blind = (observation: Observation) => Observation

/** Decides by what it takes for the case. */
const seeing =
  (blind: Blind): Decider =>
  (policy: Policy) =>
  (observation: Observation): Decision =>
    decide(policy)(blind(observation))

/** Takes every server for converged on what is live, whatever it runs. */
export const trustsTheRollout = seeing((observation) => {
  const { configuration, servers, template } = observation
  if (configuration._tag === 'Unknown' || configuration.value === null) return observation
  if (servers._tag === 'Unknown' || template._tag === 'Unknown') return observation
  const { ordinal, hash } = configuration.value
  const carried = template.value?.ordinal ?? null
  if (carried === null || ordinal === null || carried.step !== ordinal.step) return observation
  const list = servers.value.list.slice(0, servers.value.wanted).map((server) => ({
    ...server,
    ordinal,
    hash,
    loaded: known(hash),
    ready: true,
    terminating: false,
    finished: false,
  }))
  return { ...observation, servers: known({ ...servers.value, list, rollout: null }) }
})

/** Forgets that pods which terminate still serve and write. */
export const ignoresTerminating = seeing((observation) => {
  const { servers } = observation
  return servers._tag === 'Unknown'
    ? observation
    : {
        ...observation,
        servers: known({
          ...servers.value,
          list: servers.value.list.filter(({ terminating }) => !terminating),
        }),
      }
})

/** Takes a migration that is under way for one that has succeeded. */
export const doesNotWaitForMigrations = seeing((observation) => {
  const { migrations } = observation
  return migrations._tag === 'Unknown'
    ? observation
    : {
        ...observation,
        migrations: known(
          migrations.value.map((each) => ({
            ...each,
            outcome: 'Succeeded' as const,
            endedTime: each.endedTime ?? observation.now,
          })),
        ),
      }
})

/** Takes every cached look for a fresh one. */
export const trustsCaches = seeing((observation) => ({ ...observation, look: 'fresh' }))

/** Does not settle: what ended servers had sealed may still land. */
export const doesNotSettle: Decider = (policy) => decide({ ...policy, settle: 0 })

const withoutSuperseded: Blind = (observation) => ({ ...observation, superseded: known([]) })

/** Sees no superseded configuration, so that none is ever withdrawn. */
export const neverWithdraws = seeing(withoutSuperseded)

/** Withdraws nothing, and believes what has succeeded once, whatever ran meanwhile. */
export const believesAndLeaves = seeing((observation) => {
  const { migrations, continuity } = observation
  if (migrations._tag === 'Unknown' || continuity._tag === 'Unknown') return observation
  return {
    ...withoutSuperseded(observation),
    migrations: known(migrations.value.map((each) => ({ ...each, continuity: continuity.value }))),
  }
})

const withEffect =
  (change: (decision: Decision, observation: Observation) => Decision): Decider =>
  (policy) =>
  (observation) =>
    change(decide(policy)(observation), observation)

type Entries = readonly ConfigurationEntry[]

/** Publishes what it makes of the configuration that comes next: keeps a copy of that, then writes it. */
const publishing = (
  make: (entries: Entries, decision: Decision, observation: Observation) => Entries,
) =>
  withEffect((decision, observation) => {
    const { effect } = decision
    const { copies, configuration } = observation
    if (effect?.kind !== 'KeepCopy' || effect.of !== 'next' || effect.ordinal === null)
      return decision
    const entries = make(effect.entries, decision, observation)
    const kept = copies._tag === 'Known' ? copies.value : []
    const copy = kept.find((each) => isDeepStrictEqual(each.entries, entries))
    const live = configuration._tag === 'Known' ? configuration.value : null
    return copy === undefined || copy.ordinal === null
      ? { ...decision, effect: { ...effect, entries } }
      : {
          ...decision,
          effect: {
            kind: 'WriteConfiguration',
            change: 'republish',
            ordinal: copy.ordinal,
            entries,
            expectedVersion: live?.version ?? null,
          },
        }
  })

/** Adds the new key as the writer at once. */
export const promotesAtOnce = publishing((entries, { row }, { record }) => {
  const recorded = record._tag === 'Known' ? (record.value?.entries ?? []) : []
  const target = recorded[0]?.targetKey ?? null
  return row !== 'addReaders' || target === null
    ? entries
    : entries.map(({ resources, keys }) => ({
        resources,
        keys: [target, ...keys.filter(({ id }) => id !== target.id)],
      }))
})

/** Drops the old key with the promotion. */
export const dropsWithThePromotion = publishing((entries, { row }) =>
  row !== 'promote'
    ? entries
    : entries.map(({ resources, keys }) => ({
        resources,
        keys: keys.filter((key, at) => at === 0 || key.provider === 'identity'),
      })),
)

/** Says True as soon as the rotation is under way. */
export const claimsTooEarly = withEffect((decision) =>
  decision.effect?.kind === 'WriteRecord' && decision.condition !== null
    ? {
        ...decision,
        effect: {
          ...decision.effect,
          condition: { ...decision.condition, status: 'True', reason: 'ReEncryptionCompleted' },
        },
      }
    : decision,
)

/** Forgets what users had been told. */
export const forgetsToTell = withEffect((decision) =>
  decision.effect?.kind === 'WriteRecord'
    ? { ...decision, effect: { ...decision.effect, condition: null } }
    : decision,
)

/** Writes configurations of an epoch that is not recorded yet. */
export const appliesBeforeItPersists = withEffect((decision) => {
  const { effect } = decision
  if (effect?.kind !== 'WriteConfiguration' && effect?.kind !== 'KeepCopy') return decision
  return effect.ordinal === null || ('of' in effect && effect.of !== 'next')
    ? decision
    : { ...decision, effect: { ...effect, ordinal: { ...effect.ordinal, epoch: 2_000_000_000 } } }
})

/** Looks at more than the observation, so that the same one leads to two decisions. */
export const countsItsLooks = (): Decider => {
  let looks = 0
  return (policy) => (observation) => {
    looks += 1
    const decision = decide(policy)(observation)
    return looks % 7 === 0 ? { ...decision, effect: null } : decision
  }
}
