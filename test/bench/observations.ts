/**
 * The observations that the decision is timed on: one of each kind that a rotation of five resources under
 * three servers meets.
 */
import {
  type Key,
  type Migration,
  type Observation,
  Plaintext,
  type Record,
  type Server,
  known,
  nothingSeen,
  sealingKey,
} from '@keyroll/core'

const before = sealingKey('aescbc', 'key1', 'a'.repeat(64))
const after = sealingKey('aescbc', 'key2', 'b'.repeat(64))
const epoch = 1_764_590_000
const ordinal = { epoch, step: 2 }
const hash = `sha256:${'c'.repeat(64)}`
const resources = [
  'secrets',
  'configmaps',
  'routes.route.openshift.io',
  'oauthaccesstokens.oauth.openshift.io',
  'oauthauthorizetokens.oauth.openshift.io',
]

const server = (name: string): Server => ({
  name,
  ordinal,
  hash,
  loaded: known(hash),
  ready: true,
  terminating: false,
  finished: false,
})

const migration = (resource: string, outcome: Migration['outcome']): Migration => ({
  name: `encryption-migration-${resource}`,
  resource,
  ordinal,
  attempt: 1,
  continuity: 'unbroken',
  outcome,
  createdTime: epoch + 60,
  endedTime: outcome === 'Succeeded' ? epoch + 70 : null,
  touchedTime: null,
  message: null,
})

const recordOf = (state: 'ReadOnlyDeploy' | 'WritePromote' | 'Migrating'): Record => ({
  version: '7',
  entries: [{ resources, activeKey: before, targetKey: after, older: [] }],
  history: [
    {
      plan: [{ resources, from: before, to: after }],
      state,
      startedTime: epoch,
      completionTime: null,
      message: null,
    },
  ],
  skipped: [],
  finishedRevision: null,
})

const observation = (
  record: Record,
  keys: readonly Key[],
  more: Partial<Observation>,
): Observation => {
  const entries = [{ resources, keys }]
  return {
    ...nothingSeen(epoch + 100),
    record: known(record),
    configuration: known({ ordinal, hash, entries, version: '9' }),
    copies: known([
      { ordinal, hash, entries },
      { ordinal: null, hash: 'sha256:found', entries: [{ resources, keys: [before, Plaintext] }] },
    ]),
    superseded: known([]),
    template: known({ version: '3', ordinal, hash, encrypts: true }),
    servers: known({
      wanted: 3,
      list: ['a', 'b', 'c'].map(server),
      rollout: {
        generation: 4,
        observedGeneration: 4,
        replicas: 3,
        updated: 3,
        ready: 3,
        available: 3,
        unavailable: 0,
      },
    }),
    continuity: known('unbroken'),
    unchangedSince: known(epoch + 30),
    wish: known({ key: after, resources, reencryptAt: null, backupKey: null }),
    resources: resources.map((resource) => ({
      resource,
      served: known('Served'),
      absentSince: null,
      touchable: null,
    })),
    migrations: known([]),
    unencryptedServers: known(false),
    emptyEtcd: known(false),
    etcdRevision: known(4000),
    backupTime: known(null),
    ...more,
  }
}

const steady: Record = {
  ...recordOf('Migrating'),
  entries: [{ resources, activeKey: after, targetKey: null, older: [] }],
  history: recordOf('Migrating').history.map((entry) => ({
    ...entry,
    state: 'Completed',
    completionTime: epoch + 90,
  })),
}

/** Named after the row that each is for. */
export const observations: Readonly<{ [row: string]: Observation }> = {
  commit: observation(recordOf('ReadOnlyDeploy'), [before, after, Plaintext], {}),
  servers: observation(recordOf('WritePromote'), [after, before, Plaintext], {
    servers: known({
      wanted: 3,
      list: [server('a'), { ...server('b'), ready: false }, server('c')],
      rollout: null,
    }),
  }),
  migrate: observation(recordOf('Migrating'), [after, before, Plaintext], {
    migrations: known(resources.slice(1).map((resource) => migration(resource, 'Running'))),
  }),
  await: observation(recordOf('Migrating'), [after, before, Plaintext], {
    migrations: known(
      resources.map((resource, at) => migration(resource, at < 3 ? 'Succeeded' : 'Running')),
    ),
  }),
  finish: observation(recordOf('Migrating'), [after, before, Plaintext], {
    migrations: known(resources.map((resource) => migration(resource, 'Succeeded'))),
  }),
  retireGate: observation(steady, [after, before, Plaintext], {
    migrations: known(resources.map((resource) => migration(resource, 'Succeeded'))),
  }),
  otherwise: observation(steady, [after, Plaintext], {}),
}
