/**
 * The checks of a change of the wish, for an admission webhook or policy: what would lose data, or would
 * have to wait unseen, is refused at the door; what nothing was written with yet may be changed at will.
 *
 * The protocol is safe without them. They tell a person at once what a condition would tell later.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { ConfigurationEntry } from '../configuration/configuration.js'
import { type Key, isPlaintext, label } from '../key/key.js'
import { type Wish, isWished } from '../observation/wish.js'
import { type Record, emptyRecord, hasTarget, isCommitted } from '../record/record.js'
import type { Policy } from '../rotation/policy.js'
import { joiningEntries, liveEntries, recordedEntries } from '../rotation/rotated-entry.js'
import { type Refusal, refusal } from './refusal.js'
import { checkWish } from './wish-check.js'

/** A change of the wish, and what it is checked against. */
export interface Transition {
  /** Null: nothing was wished. */
  readonly from: Wish | null
  /** Null: the wish is removed. */
  readonly to: Wish | null
  /** Null: there is none yet. */
  readonly record: Record | null
  /** The entries of the live configuration; empty without one. */
  readonly live: readonly ConfigurationEntry[]
  readonly policy: Policy
  /** The record or the configuration is an encrypted resource of the same cluster. */
  readonly selfHosted: boolean
}

const sameBackup = (a: Key | null, b: Key | null): boolean =>
  a === null || b === null ? a === b : a.id === b.id

const sameResources = (a: Wish, b: Wish): boolean =>
  a.resources.length === b.resources.length &&
  a.resources.every((resource) => b.resources.includes(resource))

/** Data may be stored under a key that seals: one that is recorded, or live while nothing is recorded. */
const isEncrypted = ({ record, live }: Transition): boolean =>
  record === null || record.entries.length === 0
    ? live.some(({ keys }) => !keys.every(isPlaintext))
    : record.entries.some(({ activeKey, targetKey, older }) =>
        [activeKey, ...older, ...(isCommitted(record) ? [targetKey] : [])].some(
          (key) => key !== null && !isPlaintext(key),
        ),
      )

const removed: Refusal = refusal(
  'RemovalWithoutDecrypt',
  'the wish may not be removed while data is encrypted: wish for plaintext first',
)

/** Before anything is recorded, the wish is all that remembers the backup key. */
const forgetsBackup = ({ from, to, record }: Transition): Refusal | null =>
  from !== null &&
  from.backupKey !== null &&
  (record === null || record.entries.length === 0) &&
  !sameBackup(from.backupKey, to?.backupKey ?? null) &&
  !(to !== null && isWished(to.key, from.backupKey))
    ? refusal(
        'RemovalWithoutDecrypt',
        `data may be under the backup key ${label(from.backupKey)}, which nothing else remembers yet: keep it until a record exists`,
      )
    : null

/** Past the commit only the way back is open. */
const afterCommit = (transition: Transition, to: Wish): Refusal | null => {
  const { from, record } = transition
  if (record === null || !isCommitted(record)) return null
  const targets = record.entries.flatMap(({ targetKey }) => (targetKey === null ? [] : [targetKey]))
  const wished = (keys: readonly Key[]): boolean => keys.every((key) => isWished(to.key, key))
  const keyMayStand = wished(targets) || wished(record.entries.map(({ activeKey }) => activeKey))
  if (keyMayStand && (from === null || sameResources(from, to))) return null
  return refusal(
    'TwoChangesAtOnce',
    keyMayStand
      ? 'the resources may not be changed while a rotation is past its commit: change them when it has finished'
      : `a rotation is past its commit, so ${label(to.key)} would have to wait: wish for it when that has finished`,
  )
}

const knownKeys = ({ record, live }: Transition): readonly Key[] => [
  ...(record?.entries ?? []).flatMap(({ activeKey, targetKey, older }) => [
    activeKey,
    ...older,
    ...(targetKey === null ? [] : [targetKey]),
  ]),
  ...live.flatMap(({ keys }) => keys),
]

const checkNew = (transition: Transition, to: Wish): Refusal | null => {
  const { record, live, policy, selfHosted } = transition
  const recorded = record ?? emptyRecord
  const entries =
    recorded.entries.length === 0
      ? liveEntries(live, to)
      : recordedEntries(recorded.entries, live, to)
  const joins = joiningEntries(entries, live, to).length > 0
  return checkWish(to, {
    policy,
    selfHosted,
    keys: knownKeys(transition),
    changesResourcesMeanwhile: hasTarget(recorded) && joins,
    isActive:
      !joins &&
      entries.length > 0 &&
      entries.every(({ wished, active }) => wished !== null && isWished(wished, active)),
  })
}

/** It asks for the same as before. */
const isSame = ({ from, to }: Transition): boolean =>
  from === to ||
  (from !== null &&
    to !== null &&
    from.key.id === to.key.id &&
    sameResources(from, to) &&
    sameBackup(from.backupKey, to.backupKey))

/**
 * Whether a wish may be changed: the new one, or why not. A wish that stays as it is, and a request to
 * rewrite everything, is never refused.
 *
 * @example
 * import * as E from 'fp-ts/lib/Either.js'
 * import { Plaintext, checkTransition, conservative, sealingKey } from '@keyroll/core'
 *
 * const key = sealingKey('aescbc', 'key1', 'ab12')
 * const refused = checkTransition({
 *   from: { key, resources: ['secrets'], reencryptAt: null, backupKey: null },
 *   to: null,
 *   record: null,
 *   live: [{ resources: ['secrets'], keys: [key, Plaintext] }],
 *   policy: conservative,
 *   selfHosted: false,
 * })
 * assert.ok(E.isLeft(refused))
 * assert.equal(refused.left.code, 'RemovalWithoutDecrypt')
 */
export const checkTransition = (transition: Transition): E.Either<Refusal, Wish | null> => {
  const { to } = transition
  if (isSame(transition)) return E.right(to)
  const refused =
    forgetsBackup(transition) ??
    (to === null
      ? isEncrypted(transition)
        ? removed
        : null
      : (afterCommit(transition, to) ?? checkNew(transition, to)))
  return refused === null ? E.right(to) : E.left(refused)
}
