/**
 * The guards of the decision table: total, synchronous, and only about the situation at hand.
 */
import { reads, writerOf } from '../configuration/configuration.js'
import { olderThan, sameOrdinal } from '../configuration/ordinal.js'
import { type Key, isPlaintext, sameKey } from '../key/key.js'
import { isWished } from '../observation/wish.js'
import type { Approval } from '../observation/observation.js'
import { cancelledTargets } from './publish.js'
import { type RotatedEntry, readsAll } from './rotated-entry.js'
import { entriesBehind } from './sight.js'
import { type Situation, holdsKey, isUnencrypted, olderInSight } from './situation.js'
import { fitsSlots } from './slots.js'
import { staleMigrations } from './tidy.js'

const writer = ({ live }: RotatedEntry): Key | null => (live === null ? null : writerOf(live))

const isTarget = ({ target }: RotatedEntry, key: Key | null): boolean =>
  target !== null && key !== null && sameKey(target, key)

const isActive = ({ active }: RotatedEntry, key: Key | null): boolean =>
  key !== null && sameKey(active, key)

const isCached = (s: Situation): boolean => s.observation.look === 'cached'

const hasConfiguration = (s: Situation): boolean => s.live !== null

const uncommitted = (s: Situation): boolean => s.hasTarget && !s.committed

const inMigrating = (s: Situation): boolean =>
  s.hasTarget && s.record.history[0]?.state === 'Migrating'

/** Every live writer is the active key or the target of its entry. */
const foreignWriter = (s: Situation): boolean =>
  !s.empty &&
  s.entries.some((entry) => {
    const key = writer(entry)
    return key !== null && !isActive(entry, key) && !isTarget(entry, key)
  })

/** Everything on template and servers is known to read every key that `wanted` names. */
const readableInSight = (
  s: Situation,
  wanted: (entry: RotatedEntry) => readonly (Key | null)[],
): boolean =>
  s.stamps.every((stamp) => {
    const entries = entriesBehind(stamp, s.live, s.observation)
    return (
      entries !== null &&
      s.entries.every((entry) => {
        const first = entry.resources[0]
        const held = entries.find(({ resources }) => first !== undefined && resources.includes(first))
        return wanted(entry).every(
          (key) => key === null || (held === undefined ? isPlaintext(key) : reads(held, key)),
        )
      })
    )
  })

export const newerSchema = (s: Situation): boolean => s.observation.newerSchema !== null

export const unknown = ({ observation }: Situation): boolean =>
  observation.record._tag === 'Unknown' || observation.configuration._tag === 'Unknown'

export const staleView = (s: Situation): boolean =>
  isCached(s) && (s.empty || s.lost || s.regressed || foreignWriter(s))

export const bothLost = (s: Situation): boolean => s.lost && (s.empty || s.regressed) && s.trace

export const lostEpoch = (s: Situation): boolean =>
  s.lost && holdsKey(s) && (s.epoch === 0 || (s.highest !== null && s.highest.epoch >= s.epoch))

export const create = (s: Situation): boolean => s.lost && holdsKey(s)

export const wishUnknownEmpty = (s: Situation): boolean =>
  s.empty && s.observation.wish._tag === 'Unknown'

const dataKeys = ({ live }: RotatedEntry): readonly Key[] =>
  live === null ? [] : live.keys.filter((key) => !isPlaintext(key))

export const backupKey = (s: Situation): boolean => {
  const { wish } = s
  return (
    s.empty &&
    wish?.backupKey != null &&
    !isWished(wish.key, wish.backupKey) &&
    s.entries.length > 0 &&
    s.entries.every((entry) => {
      const keys = dataKeys(entry)
      const only = keys[0]
      return keys.length === 1 && only !== undefined && isWished(wish.key, only)
    })
  )
}

export const rebuild = (s: Situation): boolean =>
  (s.empty || s.regressed) &&
  s.entries.some((entry) => {
    const key = writer(entry)
    return key !== null && !isPlaintext(key) && dataKeys(entry).length > 1
  })

export const adopt = (s: Situation): boolean =>
  (s.empty || s.regressed) && hasConfiguration(s) && s.entries.some(({ live }) => live !== null)

const wishesNothing = (s: Situation): boolean =>
  s.observation.wish._tag === 'Known' && (s.wish === null || isPlaintext(s.wish.key))

export const nothingAnywhere = (s: Situation): boolean =>
  s.empty && (hasConfiguration(s) || !s.trace) && wishesNothing(s)

export const emptyEtcd = ({ empty, observation, wishDiffersFromActive }: Situation): boolean =>
  empty &&
  wishDiffersFromActive &&
  observation.emptyEtcd._tag === 'Known' &&
  observation.emptyEtcd.value

export const noProof = (s: Situation): boolean =>
  s.empty && !hasConfiguration(s) && s.convergence._tag !== 'Converged'

export const dataRestored = ({ record, observation }: Situation): boolean =>
  record.finishedRevision !== null &&
  observation.etcdRevision._tag === 'Known' &&
  observation.etcdRevision.value < record.finishedRevision

export const writerAhead = (s: Situation): boolean => {
  if (s.empty || s.committed) return false
  const ahead = s.entries.filter((entry) => {
    const key = writer(entry)
    return key !== null && !isActive(entry, key)
  })
  return (
    ahead.length > 0 &&
    ahead.every((entry) => {
      const key = writer(entry)
      if (key === null || entry.live === null) return false
      return s.hasTarget
        ? isTarget(entry, key)
        : entry.wished !== null && isWished(entry.wished, key) && reads(entry.live, entry.active)
    })
  )
}

export const foreign = foreignWriter

export const cancel = (s: Situation): boolean => uncommitted(s) && s.wishIsActive

export const replace = (s: Situation): boolean =>
  uncommitted(s) && s.wishDiffersFromTarget && fitsSlots(s)

export const reverse = (s: Situation): boolean =>
  s.committed &&
  s.wishIsActive &&
  s.entries.some(({ active, target }) => target !== null && !sameKey(active, target)) &&
  readableInSight(s, ({ active, target }) => [active, target])

export const addReaders = (s: Situation): boolean =>
  holdsKeyOrTarget(s) &&
  hasConfiguration(s) &&
  (s.entries.some((entry) => !readsAll(entry)) ||
    (uncommitted(s) && (s.live?.ordinal?.epoch ?? 0) < s.epoch))

const holdsKeyOrTarget = (s: Situation): boolean => holdsKey(s) || s.hasTarget

export const dropCancelled = (s: Situation): boolean =>
  !s.empty &&
  !s.hasTarget &&
  s.record.history[0]?.state === 'Interrupted' &&
  cancelledTargets(s).some((keys, at) => {
    const live = s.entries[at]?.live
    return live != null && keys.some((key) => reads(live, key) && !sameKey(writerOf(live), key))
  })

export const promote = (s: Situation): boolean =>
  s.committed &&
  hasConfiguration(s) &&
  ((s.live?.ordinal?.epoch ?? 0) < s.epoch ||
    s.entries.some((entry) => !isTarget(entry, writer(entry)))) &&
  readableInSight(s, ({ target }) => [target])

export const republish = ({ live, observation }: Situation): boolean => {
  if (live === null || live.ordinal === null) return false
  const { ordinal, hash } = live
  const { template, servers } = observation
  return (
    (template._tag === 'Known' &&
      template.value !== null &&
      sameOrdinal(template.value.ordinal, ordinal) &&
      template.value.hash !== null &&
      template.value.hash !== hash) ||
    (servers._tag === 'Known' &&
      servers.value.list.some(
        (server) =>
          server.ready &&
          !server.terminating &&
          sameOrdinal(server.ordinal, ordinal) &&
          server.loaded._tag === 'Known' &&
          server.loaded.value !== hash,
      ))
  )
}

export const stamp = ({ live, observation }: Situation): boolean =>
  live !== null &&
  live.ordinal !== null &&
  observation.template._tag === 'Known' &&
  observation.template.value !== null &&
  olderThan(observation.template.value.ordinal, live.ordinal)

/** A start that only an accepted wish asks for, and whose slot is free. */
export const start = (s: Situation): boolean =>
  !s.hasTarget && s.wishDiffersFromActive && fitsSlots(s)

const reencryptionAsked = ({ wish, record, observation }: Situation): boolean => {
  const at = wish?.reencryptAt ?? null
  return (
    at !== null &&
    at <= observation.now &&
    !record.history.some(({ state, startedTime }) => state === 'Completed' && startedTime >= at)
  )
}

const skippedIsBack = ({ record, observation }: Situation): boolean =>
  record.skipped.length > 0 &&
  observation.resources.some(
    ({ resource, served }) =>
      served._tag === 'Known' && served.value === 'Served' && record.skipped.includes(resource),
  )

const hasEvidence = (s: Situation): boolean =>
  s.record.history[0]?.state === 'Completed' && s.allRewritten

export const reencrypt = (s: Situation): boolean =>
  !s.empty &&
  !s.hasTarget &&
  hasConfiguration(s) &&
  ((s.mayLeave && !hasEvidence(s)) || skippedIsBack(s) || reencryptionAsked(s))

/** Something is about to be done that only converged servers allow. */
const somethingWaits = (s: Situation): boolean => {
  if (inMigrating(s)) return s.allRewritten || migrationDue(s) || continuityUnseen(s)
  if (s.hasTarget) return true
  return s.mayLeave || olderInSight(s) || start(s) || reencrypt(s)
}

const migrationDue = (s: Situation): boolean => s.progress.some(({ _tag }) => _tag === 'Due')

/** All migrations have succeeded, and only the continuity that would make them evidence is not known. */
const continuityUnseen = (s: Situation): boolean =>
  s.observation.continuity._tag === 'Unknown' &&
  s.progress.every(
    (each) => each._tag === 'Absent' || (each._tag === 'Underway' && each.migration.outcome === 'Succeeded'),
  )

export const servers = (s: Situation): boolean =>
  (s.convergence._tag !== 'Converged' ||
    (inMigrating(s) && s.observation.continuity._tag === 'Unknown')) &&
  somethingWaits(s)

export const withdraw = (s: Situation): boolean =>
  s.convergence._tag === 'Converged' &&
  s.live !== null &&
  s.live.ordinal !== null &&
  !inMigrating(s) &&
  ((s.observation.superseded._tag === 'Known' && s.observation.superseded.value.length > 0) ||
    (!s.hasTarget && !s.mayLeave && staleMigrations(s) !== null) ||
    retiredCopy(s))

const retiredCopy = (s: Situation): boolean => {
  const { copies, now } = s.observation
  const completed = s.record.history[0]
  return (
    !s.hasTarget &&
    !s.mayLeave &&
    s.record.skipped.length === 0 &&
    copies._tag === 'Known' &&
    completed?.state === 'Completed' &&
    now >= (completed.completionTime ?? now) + Math.max(s.policy.grace, s.policy.keepCopies) &&
    copies.value.some(({ hash }) => hash !== s.live?.hash)
  )
}

const approved = (s: Situation, stage: Approval['stage']): boolean =>
  !s.policy.approve.includes(stage) ||
  s.observation.approvals.some((word) => word.stage === stage && word.epoch === s.epoch)

export const approval = (s: Situation): boolean => {
  if (!s.hasTarget) return false
  if (!s.committed) return !approved(s, 'WritePromote')
  return s.record.history[0]?.state === 'WritePromote' && !approved(s, 'Migrating')
}

export const commit = uncommitted

export const startMigrating = (s: Situation): boolean =>
  s.hasTarget && s.record.history[0]?.state === 'WritePromote'

export const voids = (s: Situation): boolean =>
  inMigrating(s) && s.progress.some(({ _tag }) => _tag === 'Broken')

export const settling = (s: Situation): boolean => {
  const { unchangedSince, now } = s.observation
  return (
    inMigrating(s) &&
    migrationDue(s) &&
    (unchangedSince._tag === 'Unknown' || now - unchangedSince.value < s.policy.settle)
  )
}

export const migrate = (s: Situation): boolean =>
  inMigrating(s) && (migrationDue(s) || staleMigrations(s) !== null)

/** No migration has been created under the live ordinal yet. */
export const firstOfEpoch = ({ observation: { migrations }, live }: Situation): boolean =>
  migrations._tag === 'Unknown' ||
  !migrations.value.some(({ ordinal }) => sameOrdinal(ordinal, live?.ordinal ?? null))

export const awaits = (s: Situation): boolean => inMigrating(s) && !s.allRewritten

export const finish = (s: Situation): boolean => s.hasTarget

export const removal = (s: Situation): boolean =>
  s.observation.wish._tag === 'Known' && s.wish === null && !isUnencrypted(s)

/** What a reader that may leave still waits for. */
export const retireGateReason = (
  s: Situation,
): 'AwaitingApproval' | 'CompactionGrace' | 'BackupPending' | null => {
  const completed = s.record.history[0]?.completionTime ?? null
  if (!approved(s, 'Retiring')) return 'AwaitingApproval'
  if (completed === null || s.observation.now < completed + s.policy.grace) return 'CompactionGrace'
  const { backupTime } = s.observation
  return s.policy.backupBeforeRetiring &&
    (backupTime._tag === 'Unknown' || backupTime.value === null || backupTime.value <= completed)
    ? 'BackupPending'
    : null
}

export const retireGate = (s: Situation): boolean =>
  !s.hasTarget && s.mayLeave && retireGateReason(s) !== null

export const drop = (s: Situation): boolean => !s.hasTarget && s.mayLeave

