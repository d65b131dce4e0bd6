/**
 * Outcomes that write the record, the configuration or the template, or take away what is over.
 */
import { type Record, seenRestored } from '../../record/record.js'
import { conditionOf } from '../../report/condition-of.js'
import { rewritingOf } from '../../report/progress.js'
import {
  dropped,
  promoted,
  rebuilt,
  withAskedReaders,
  withoutCancelled,
} from '../configuration-writes.js'
import { gate } from '../gate.js'
import { type Then, does, holds, nothing } from '../outcome.js'
import { publish } from '../publish.js'
import type { Situation } from '../situation.js'
import { staleMigrations } from '../tidy.js'
import * as R from '../record-writes.js'
import { afterRestore } from './holding.js'

/** Writes the record, with the condition that it then deserves. */
const records =
  (next: (s: Situation) => Record): Then =>
  (s) => {
    const record = next(s)
    return does({
      kind: 'WriteRecord',
      record,
      condition: conditionOf({
        record,
        wish: s.wish === null ? 'unknown' : R.satisfies(s, record) ? 'satisfied' : 'queued',
        awaitsServers: false,
        foreign: [],
        rewriting: { ...rewritingOf(s.observation.resources, []), failed: [], persistent: false },
      }),
    })
  }

const publishes =
  (
    change: Parameters<typeof publish>[1],
    next: (s: Situation) => Parameters<typeof publish>[2],
  ): Then =>
  (s) =>
    publish(s, change, next(s))

/** Nothing is concluded from what is missing while something that could tell otherwise cannot be seen. */
const whenSeen =
  (then: Then): Then =>
  (s) =>
    s.unseen.length === 0 ? then(s) : holds(gate('LoadedUnknown', s.unseen))

export const lostEpoch = whenSeen(records(R.afterLoss))

export const backupKey = whenSeen((s) => {
  const backup = s.wish?.backupKey ?? null
  return backup === null ? nothing : records((each) => R.fromBackupKey(each, backup))(s)
})

export const rebuild = whenSeen(records(R.rebuiltFromLive))
export const adopt = whenSeen(records(R.adopted))
export const emptyEtcd = records(R.initialized)
/** Seen for the first time it is written down: etcd's revision grows again, and would hide it. */
export const dataRestored: Then = (s) =>
  s.record.finishedRevision === seenRestored
    ? afterRestore(s)
    : { ...records(R.restored)(s), gate: afterRestore(s).gate }

export const writerAhead = records(R.committedAsLive)
export const cancel = records(R.cancelled)
export const replace = records(R.replaced)
export const reverse = records(R.reversed)
export const commit = records(R.committed)
export const startMigrating = records(R.migrating)
export const voids = records(R.voided)
export const finish = records(R.finished)
export const start = records(R.started)
export const reencrypt = records(R.reencrypted)
export const create = whenSeen(publishes('create', rebuilt))
export const addReaders = publishes('add', withAskedReaders)
export const dropCancelled = publishes('drop', withoutCancelled)
export const promote = publishes('promote', promoted)
export const republish = publishes('republish', withAskedReaders)
export const drop = publishes('drop', dropped)

export const stamp: Then = ({ live, observation: { template } }) =>
  live === null || live.ordinal === null || template._tag === 'Unknown' || template.value === null
    ? nothing
    : does({
        kind: 'StampTemplate',
        ordinal: live.ordinal,
        hash: live.hash,
        expectedVersion: template.value.version,
      })

export const withdraw: Then = (s) => {
  const { superseded, copies } = s.observation
  if (copies._tag === 'Unknown') return holds(gate('ConfigurationUnknown', [copies.reason]))
  if (superseded._tag === 'Unknown') return holds(gate('ConfigurationUnknown', [superseded.reason]))
  const reachable = superseded.value[0]
  if (reachable !== undefined) {
    const { ordinal, hash, entries } = reachable
    return copies.value.some((copy) => copy.hash === hash)
      ? does({ kind: 'WithdrawConfiguration', ordinal, hash })
      : does({ kind: 'KeepCopy', of: 'superseded', ordinal, hash, entries })
  }
  const stale = s.hasTarget ? null : staleMigrations(s)
  if (stale !== null) return does({ kind: 'DeleteMigration', name: stale.name })
  const retired = copies.value.find(({ hash }) => hash !== s.live?.hash)
  return retired === undefined
    ? nothing
    : does({ kind: 'DiscardCopy', ordinal: retired.ordinal, hash: retired.hash })
}
