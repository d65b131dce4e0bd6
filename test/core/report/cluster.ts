/**
 * A control plane of three servers, as an observation at each point of a rotation from key1 to key2.
 */
import {
  type Configuration,
  type HistoryState,
  type Key,
  type Migration,
  type Observation,
  type Ordinal,
  Plaintext,
  type Record,
  type Server,
  known,
  nothingSeen,
  sealingKey,
} from '@keyroll/core'

export const key1 = sealingKey('aescbc', 'key1', 'a1'.repeat(32))
export const key2 = sealingKey('aescbc', 'key2', 'b2'.repeat(32))
export const key3 = sealingKey('secretbox', 'key3', 'c3'.repeat(32))

export const epoch = 1_764_590_000
/** Ten minutes after the epoch began. */
export const now = epoch + 600
export const resources = ['secrets', 'configmaps']

const hashOf = (step: number): string => `sha256:${String(step).repeat(64)}`

export const configurationOf = (step: number, keys: readonly Key[]): Configuration => ({
  ordinal: { epoch, step },
  hash: hashOf(step),
  entries: [{ resources, keys }],
})

export const serverOn = (name: string, { ordinal, hash }: Configuration): Server => ({
  name,
  ordinal,
  hash,
  loaded: known(hash),
  ready: true,
  terminating: false,
  finished: false,
})

export const migrationOf = (
  resource: string,
  outcome: Migration['outcome'],
  ordinal: Ordinal,
): Migration => ({
  name: `encryption-migration-core-${resource}-${ordinal.epoch}-${ordinal.step}-1`,
  resource,
  ordinal,
  attempt: 1,
  continuity: 'unbroken',
  outcome,
  createdTime: epoch + 300,
  endedTime: outcome === 'Pending' || outcome === 'Running' ? null : epoch + 400,
  touchedTime: null,
  message: outcome === 'Failed' ? 'a webhook denied the request' : null,
})

/** All servers run the configuration, nothing older is in reach, nothing is unknown that could be known. */
export const clusterOn = (live: Configuration, record: Record): Observation => ({
  ...nothingSeen(now),
  record: known(record),
  configuration: known({ ...live, version: '9' }),
  copies: known([live]),
  superseded: known([]),
  template: known({ version: '3', ordinal: live.ordinal, hash: live.hash, encrypts: true }),
  servers: known({
    wanted: 3,
    list: ['kas-1', 'kas-2', 'kas-3'].map((name) => serverOn(name, live)),
    rollout: null,
  }),
  continuity: known('unbroken'),
  unchangedSince: known(epoch),
  wish: known({ key: key2, resources, reencryptAt: null, backupKey: null }),
  resources: resources.map((resource) => ({
    resource,
    served: known('Served'),
    absentSince: null,
    touchable: null,
  })),
  migrations: known([]),
  unencryptedServers: known(false),
  emptyEtcd: known(false),
})

export const rotating = (state: HistoryState): Record => ({
  version: '7',
  entries: [{ resources, activeKey: key1, targetKey: key2, older: [] }],
  history: [
    {
      plan: [{ resources, from: key1, to: key2 }],
      state,
      startedTime: epoch,
      completionTime: null,
      message: null,
    },
  ],
  skipped: [],
  finishedRevision: null,
})

export const completedAt = epoch + 500

export const completed: Record = {
  ...rotating('Completed'),
  entries: [{ resources, activeKey: key2, targetKey: null, older: [] }],
  history: [
    {
      plan: [{ resources, from: key1, to: key2 }],
      state: 'Completed',
      startedTime: epoch,
      completionTime: completedAt,
      message: null,
    },
  ],
}

export const readOnly = configurationOf(1, [key1, key2, Plaintext])
export const promoted = configurationOf(2, [key2, key1, Plaintext])
export const dropped = configurationOf(3, [key2, Plaintext])

/** key1 has left the configuration, an hour after the rotation had completed. */
export const retired: Observation = {
  ...clusterOn(dropped, completed),
  now: completedAt + 3600,
}
