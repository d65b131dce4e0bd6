/**
 * Values of every document that crosses the border.
 */
import {
  type Condition,
  type Configuration,
  type HistoryEntry,
  type Key,
  Plaintext,
  type Policy,
  type Record,
  type RecordEntry,
  type Wish,
  conservative,
  hypershift,
  sealingKey,
} from '@keyroll/core'
import fc from 'fast-check'

/** Objects as literals make them. */
const plain = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc.record<T>(model, { noNullPrototype: true })

const hex = (length: number): fc.Arbitrary<string> =>
  fc
    .array(fc.integer({ min: 0, max: 15 }), { minLength: length, maxLength: length })
    .map((digits) => digits.map((digit) => digit.toString(16)).join(''))

const keyNamed = (name: fc.Arbitrary<string>): fc.Arbitrary<Key> =>
  fc.oneof(
    fc.constant(Plaintext),
    fc
      .tuple(
        fc.constantFrom('aescbc', 'aesgcm', 'secretbox', 'kmsv1', 'kmsv2'),
        name,
        fc.oneof(fc.constant(''), hex(64), hex(8)),
      )
      .map(([provider, itsName, fingerprint]) => sealingKey(provider, itsName, fingerprint)),
  )

/** A file may name a key as it likes. */
export const anyKey: fc.Arbitrary<Key> = keyNamed(fc.string({ maxLength: 12, unit: 'binary' }))

const epoch = fc.integer({ min: 0, max: 2_000_000_000 })

const resources = fc.array(fc.string({ minLength: 1, maxLength: 12 }), {
  minLength: 1,
  maxLength: 3,
})

export const anyConfiguration: fc.Arbitrary<Configuration> = plain({
  ordinal: fc.option(plain({ epoch, step: fc.integer({ min: 0, max: 999 }) })),
  hash: hex(64).map((digits) => `sha256:${digits}`),
  entries: fc.array(plain({ resources, keys: fc.array(anyKey, { minLength: 1, maxLength: 3 }) }), {
    maxLength: 3,
  }),
})

const anyEntry = (targeted: boolean): fc.Arbitrary<RecordEntry> =>
  plain({
    resources,
    activeKey: anyKey,
    targetKey: targeted ? anyKey : fc.constant(null),
    older: fc.array(anyKey, { maxLength: 2 }),
  })

const anyHistoryEntry: fc.Arbitrary<HistoryEntry> = plain({
  plan: fc.array(plain({ resources, from: anyKey, to: anyKey }), { maxLength: 2 }),
  state: fc.constantFrom('ReadOnlyDeploy', 'WritePromote', 'Migrating', 'Completed', 'Interrupted'),
  startedTime: epoch,
  took: fc.option(fc.double({ min: 0, max: 1e6, noNaN: true })),
  message: fc.option(fc.string()),
}).map(({ took, ...entry }) => ({
  ...entry,
  completionTime:
    took === null && entry.state !== 'Completed' ? null : entry.startedTime + (took ?? 0),
}))

export const anyRecord: fc.Arbitrary<Record> = fc.boolean().chain((targeted) =>
  plain({
    version: fc.constant('7'),
    entries: fc.array(anyEntry(targeted), { maxLength: 3 }),
    history: fc.array(anyHistoryEntry, { maxLength: 5 }),
    skipped: fc.array(fc.string({ minLength: 1 }), { maxLength: 2 }),
    finishedRevision: fc.option(fc.nat()),
  }),
)

const anyWishedKey = keyNamed(fc.constantFrom('key1', 'key2', 'vault'))

export const anyWish: fc.Arbitrary<Wish> = plain({
  key: anyWishedKey,
  resources: fc.uniqueArray(
    fc.constantFrom(
      'secrets',
      'configmaps',
      'deployments.apps',
      '*.batch',
      'routes.route.openshift.io',
    ),
    { minLength: 1 },
  ),
  reencryptAt: fc.option(epoch),
  backupKey: fc.option(anyWishedKey),
})

export const anyCondition: fc.Arbitrary<Condition> = plain({
  type: fc.constant('EtcdDataEncryptionUpToDate'),
  status: fc.constantFrom('True', 'False', 'Unknown'),
  reason: fc.constantFrom('ReEncryptionCompleted', 'EvidenceMissing', 'ReEncryptionFailed'),
  message: fc.string(),
})

const wait = fc.integer({ min: 20, max: 5000 })

export const anyPolicy: fc.Arbitrary<Policy> = plain({
  base: fc.constantFrom(conservative, hypershift),
  settle: wait,
  grace: wait,
  keepCopies: fc.oneof(fc.constant(0), wait),
  poll: fc.integer({ min: 1, max: 10 }),
  retryAfter: wait,
  migrationDeadline: wait,
  slots: fc.option(fc.integer({ min: 1, max: 9 })),
  providers: fc.uniqueArray(fc.constantFrom('aescbc', 'kmsv2', 'secretbox'), { minLength: 1 }),
  backupBeforeRetiring: fc.boolean(),
  approve: fc.uniqueArray(fc.constantFrom('WritePromote', 'Migrating', 'Retiring')),
  touch: fc.boolean(),
}).map(({ base, ...rest }) => ({ ...base, ...rest }))
