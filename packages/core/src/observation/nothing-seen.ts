/**
 * The observation of someone who has seen nothing: every fact is unknown.
 *
 * A start for adapters and tests: fill in what was seen, and the rest holds.
 */
import { unknown } from './fact.js'
import type { Observation } from './observation.js'

const unseen = unknown('not observed')

/** Nothing is known but the time, unix seconds. */
export const nothingSeen = (now: number): Observation => ({
  now,
  look: 'fresh',
  newerSchema: null,
  record: unseen,
  configuration: unseen,
  copies: unseen,
  superseded: unseen,
  delivery: 'immutable',
  template: unseen,
  servers: unseen,
  continuity: unseen,
  unchangedSince: unseen,
  wish: unseen,
  resources: [],
  migrations: unseen,
  migratorBlocked: null,
  selfHosted: false,
  unencryptedServers: unseen,
  emptyEtcd: unseen,
  etcdRevision: unseen,
  backupTime: unseen,
  approvals: [],
  condition: null,
  census: unseen,
})
