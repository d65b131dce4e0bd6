/**
 * The situation: what one observation means under one policy, derived once, before any row is looked at.
 *
 * Everything here is a fact about the observation; what to do about it stands in the rows alone.
 */
import { type Refusal } from '../admission/refusal.js'
import { checkWish } from '../admission/wish-check.js'
import type { ConfigurationEntry } from '../configuration/configuration.js'
import { type Ordinal, olderThan } from '../configuration/ordinal.js'
import { type Key, isPlaintext } from '../key/key.js'
import { type Progress, progressOf } from '../migration/evidence.js'
import type { LiveConfiguration, Observation } from '../observation/observation.js'
import { type Wish, isWished } from '../observation/wish.js'
import {
  type Record,
  type RecordEntry,
  emptyRecord,
  epochOf,
  hasTarget,
  isCommitted,
} from '../record/record.js'
import { type Convergence, convergence } from '../servers/convergence.js'
import { keysLeaving } from './leaving.js'
import type { Policy } from './policy.js'
import { type RotatedEntry, joiningEntries, liveEntries, recordedEntries } from './rotated-entry.js'
import { type Sight, lookAround } from './sight.js'

export interface Situation extends Sight {
  readonly observation: Observation
  readonly policy: Policy
  /** The record; the empty one when there is none. */
  readonly record: Record
  /** Nothing is recorded: neither an active key nor a target. */
  readonly empty: boolean
  readonly hasTarget: boolean
  readonly committed: boolean
  readonly epoch: number
  readonly live: LiveConfiguration | null
  /** The wish; null when nothing is wished or the wish is not known. */
  readonly wish: Wish | null
  readonly refusal: Refusal | null
  readonly entries: readonly RotatedEntry[]
  /** Entries that only an accepted wish brings in. */
  readonly joining: readonly RotatedEntry[]
  /** The wish is known, and is what is active. */
  readonly wishIsActive: boolean
  /** The wish is known, may be followed, and is not what is active. */
  readonly wishDiffersFromActive: boolean
  /** The wish is known, may be followed, and is not the target. */
  readonly wishDiffersFromTarget: boolean
  readonly convergence: Convergence
  /** Per observed resource. */
  readonly progress: readonly Progress[]
  /** Every resource has evidence or is proven absent. */
  readonly allRewritten: boolean
  /** Per entry: live readers that the finished rotation leaves behind. */
  readonly leaving: readonly (readonly Key[])[]
  readonly mayLeave: boolean
}

const unseenWithoutConfiguration: Convergence = {
  _tag: 'Unseen',
  about: ['no configuration is live'],
}

const convergenceOf = (
  observation: Observation,
  live: LiveConfiguration | null,
  policy: Policy,
): Convergence => {
  const { template, servers, delivery, unencryptedServers } = observation
  if (live === null) {
    if (servers._tag === 'Known' && servers.value.wanted === 0) return { _tag: 'Paused' }
    if (unencryptedServers._tag === 'Known' && unencryptedServers.value)
      return { _tag: 'Converged' }
    return servers._tag === 'Unknown'
      ? { _tag: 'Unseen', about: [servers.reason] }
      : unseenWithoutConfiguration
  }
  return convergence({
    configuration: live,
    template,
    servers,
    stampsProve: delivery === 'immutable' || policy.trustStamps,
  })
}

const every = (
  entries: readonly RotatedEntry[],
  wanted: (entry: RotatedEntry) => Key | null,
): boolean => {
  for (const entry of entries) {
    const key = wanted(entry)
    if (entry.wished === null || key === null || !isWished(entry.wished, key)) return false
  }
  return true
}

const knownKeys = (entries: readonly RotatedEntry[]): readonly Key[] => {
  const keys: Key[] = []
  for (const { active, target, older, live } of entries) {
    keys.push(active, ...older)
    if (target !== null) keys.push(target)
    if (live !== null) keys.push(...live.keys)
  }
  return keys
}

const noEntries: readonly RecordEntry[] = []

/** HyperShift's record has no word for plaintext: nothing recorded means that, where nothing else writes. */
const plaintextEntries = (
  live: readonly ConfigurationEntry[],
  wish: Wish | null,
): readonly RecordEntry[] => {
  const entries = liveEntries(live, wish)
  return entries.every(({ active }) => isPlaintext(active))
    ? entries.map(({ resources, active, older }) => ({
        resources,
        activeKey: active,
        targetKey: null,
        older,
      }))
    : noEntries
}

/** What the observation means under the policy. */
export const situationOf = (policy: Policy, observation: Observation): Situation => {
  const { now } = observation
  const recorded =
    observation.record._tag === 'Known' ? (observation.record.value ?? emptyRecord) : emptyRecord
  const live = observation.configuration._tag === 'Known' ? observation.configuration.value : null
  const wish = observation.wish._tag === 'Known' ? observation.wish.value : null
  const liveList = live?.entries ?? []
  const plaintext =
    policy.record === 'hypershift' && recorded.entries.length === 0
      ? plaintextEntries(liveList, wish)
      : noEntries
  const record = plaintext.length === 0 ? recorded : { ...recorded, entries: plaintext }
  const empty = record.entries.length === 0
  const entries = empty
    ? liveEntries(liveList, wish)
    : recordedEntries(record.entries, liveList, wish)
  const joining = joiningEntries(entries, liveList, wish)
  const target = hasTarget(record)

  const isActive = wish !== null && joining.length === 0 && every(entries, ({ active }) => active)
  const isTarget = wish !== null && joining.length === 0 && every(entries, (entry) => entry.target)
  const refusal =
    wish === null
      ? null
      : checkWish(wish, {
          policy,
          selfHosted: observation.selfHosted,
          keys: isActive ? [] : knownKeys(entries),
          changesResourcesMeanwhile: target && joining.length > 0,
          isActive,
        })

  const ordinal: Ordinal | null = live?.ordinal ?? null
  const progressView = {
    now,
    ordinal: ordinal !== null && ordinal.epoch === epochOf(record) ? ordinal : null,
    migrations: observation.migrations._tag === 'Known' ? observation.migrations.value : [],
    continuity: observation.continuity,
    settle: policy.settle,
    retryAfter: policy.retryAfter,
    migrationDeadline: policy.migrationDeadline,
  }
  const { migrations } = observation
  const progress = observation.resources.map<Progress>((resource) =>
    migrations._tag === 'Unknown'
      ? { _tag: 'Unserved', reason: migrations.reason }
      : progressOf(resource, progressView),
  )
  const leaving =
    empty || live === null || plaintext.length > 0 ? [] : keysLeaving(entries, live.entries, record)

  // Written out: an object literal that begins with a spread is slow to make and to read.
  const { stamps, unseen, highest, highestCopy, lost, regressed, configured, trace, newEpoch } =
    lookAround(observation, record, live)
  return {
    stamps,
    unseen,
    highest,
    highestCopy,
    lost,
    regressed,
    configured,
    trace,
    newEpoch,
    observation,
    policy,
    record,
    empty,
    hasTarget: target,
    committed: isCommitted(record),
    epoch: epochOf(record),
    live,
    wish,
    refusal,
    entries,
    joining,
    wishIsActive: isActive,
    wishDiffersFromActive: wish !== null && refusal === null && !isActive,
    wishDiffersFromTarget: wish !== null && refusal === null && !isTarget,
    convergence: convergenceOf(observation, live, policy),
    progress,
    allRewritten:
      progress.length > 0 && progress.every(({ _tag }) => _tag === 'Evidence' || _tag === 'Absent'),
    leaving,
    mayLeave: leaving.some((keys) => keys.length > 0),
  }
}

/** All recorded keys are plaintext: nothing is encrypted, and nothing is meant to be. */
export const isUnencrypted = ({ entries }: Situation): boolean =>
  entries.every(
    ({ active, target }) => isPlaintext(active) && (target === null || isPlaintext(target)),
  )

/** Some recorded key seals, an older reader too, so there is something to keep. */
export const holdsKey = (s: Situation): boolean =>
  !s.empty && (!isUnencrypted(s) || s.entries.some(({ older }) => older.length > 0))

/** An ordinal below the live one is still carried by the template or a server. */
export const olderInSight = ({ live, stamps }: Situation): boolean =>
  live !== null && stamps.some(({ ordinal }) => olderThan(ordinal, live.ordinal))
