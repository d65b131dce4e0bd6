/**
 * The policy: an immutable value that says how careful and how patient the protocol is.
 *
 * No policy trades a protocol rule away; durations are extra waits, never evidence.
 */
import type { Provider } from '../key/key.js'

export interface Policy {
  readonly preset: 'conservative' | 'hypershift'
  /** What the record can hold: every kind of key, or HyperShift's four. */
  readonly record: 'plain' | 'hypershift'
  /** Where one configuration object is overwritten: believe the stamps of pods that report no loaded hash. */
  readonly trustStamps: boolean
  /** Seconds for which the same converged servers must have been seen before objects are rewritten. */
  readonly settle: number
  /** Seconds between completion and the drop of the old key, for etcd's history. */
  readonly grace: number
  /** Seconds for which kept copies outlive the drop of their keys. */
  readonly keepCopies: number
  /** Seconds between looks while something outside is waited for. */
  readonly poll: number
  /** Seconds between a failed migration and its next attempt. */
  readonly retryAfter: number
  /** Seconds after which a migration that has not ended counts as hanging. */
  readonly migrationDeadline: number
  /** KMS keys that one configuration can hold; null: as many as wanted. */
  readonly slots: number | null
  /** Providers that a new key may have. */
  readonly providers: readonly Provider[]
  /** The old key leaves only after a backup that is newer than the completion. */
  readonly backupBeforeRetiring: boolean
  /** Stages that wait for a person's word. */
  readonly approve: readonly ('WritePromote' | 'Migrating' | 'Retiring')[]
  /** Wake quiet migrators by touching the objects that the caller names. */
  readonly touch: boolean
}

/** The default: nothing is believed that was not seen. */
export const conservative: Policy = Object.freeze<Policy>({
  preset: 'conservative',
  record: 'plain',
  trustStamps: false,
  settle: 10,
  grace: 900,
  keepCopies: 900,
  poll: 5,
  retryAfter: 300,
  migrationDeadline: 900,
  slots: null,
  providers: ['aescbc', 'aesgcm', 'secretbox', 'kmsv2'],
  backupBeforeRetiring: false,
  approve: [],
  touch: true,
})

/** Byte-compatible with HyperShift's merged contract where that is safe. */
export const hypershift: Policy = Object.freeze<Policy>({
  ...conservative,
  preset: 'hypershift',
  record: 'hypershift',
  trustStamps: true,
  grace: 0,
  slots: 2,
  providers: ['aescbc', 'kmsv2'],
})
