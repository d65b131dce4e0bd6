/**
 * Observations at random, near enough to each other that every row of the decision table is met: a moment of a
 * rotation's life, and up to four changes that do not care whether they fit.
 */
import {
  type Key,
  type MigrationOutcome,
  type Observation,
  type Ordinal,
  known,
  unknown,
} from '@keyroll/core'
import fc from 'fast-check'
import {
  A,
  B,
  C,
  type Change,
  K1,
  K2,
  K3,
  Plaintext,
  Z,
  at,
  before,
  cached,
  completed,
  copy,
  entry,
  epochs,
  finished,
  hashOf,
  inReach,
  live,
  migration,
  migrations,
  neverEncrypted,
  noConfiguration,
  noCopies,
  nothingRecorded,
  now,
  past,
  recorded,
  resource,
  resources,
  rolled,
  rotating,
  running,
  scaledToZero,
  seeing,
  server,
  servers,
  template,
  wishUnknown,
  wishing,
  wishingNothing,
  with_,
} from './observation-builder.js'

/** A change with a name, so that a counterexample can be read. */
interface Named {
  readonly name: string
  readonly change: Change
}

const name = (said: string, change: Change): Named => ({ name: said, change })

const all =
  (...changes: readonly Change[]): Change =>
  (o) =>
    changes.reduce<Observation>((seen, change) => change(seen), o)

const loadedAs = (of: Ordinal, hash: string): Change =>
  with_({
    servers: known({
      wanted: 1,
      list: [{ ...server('server', of), loaded: known(hash) }],
      rollout: null,
    }),
  })

/** A live list of keys, each of them once. */
const listing = (of: Ordinal | null, ...list: readonly Key[]): Change =>
  live(of, ...list.filter((key, index) => list.findIndex(({ id }) => id === key.id) === index))

/** Where a rotation from one key to another can stand. */
const moments = (from: Key, to: Key): readonly Named[] => [
  name('goal', all(recorded({ entries: [entry(from)] }), listing(before(3), from, Plaintext))),
  name('recorded', all(rotating(from, to, 'ReadOnlyDeploy'), listing(before(3), from, Plaintext))),
  name(
    'readable',
    all(rotating(from, to, 'ReadOnlyDeploy'), listing(at(1), from, to), rolled(at(1))),
  ),
  name(
    'committed',
    all(rotating(from, to, 'WritePromote'), listing(at(1), from, to), rolled(at(1))),
  ),
  name('written', all(rotating(from, to, 'WritePromote'), listing(at(2), to, from), rolled(at(2)))),
  name('migrating', all(rotating(from, to, 'Migrating'), listing(at(2), to, from), rolled(at(2)))),
  name(
    'rewritten',
    all(
      rotating(from, to, 'Migrating'),
      listing(at(2), to, from),
      rolled(at(2)),
      migrations(migration()),
    ),
  ),
  name(
    'retiring',
    all(finished(to, from), listing(at(2), to, from), rolled(at(2)), migrations(migration())),
  ),
  name('dropped', all(finished(to, from), listing(at(3), to), rolled(at(3)))),
  name(
    'cancelled',
    all(
      recorded({
        entries: [entry(from)],
        history: epochs({ from, to, state: 'Interrupted', epoch: running }, completed(from)),
      }),
      listing(at(1), from, to),
      rolled(at(1)),
    ),
  ),
  name('found', all(nothingRecorded, noCopies, listing(null, from, Plaintext), rolled(null))),
  name(
    'found, with a backup key',
    all(nothingRecorded, noCopies, listing(null, to), rolled(null), wishing(to, { backupKey: Z })),
  ),
  name('never encrypted', neverEncrypted),
  name('etcd empty', all(neverEncrypted, scaledToZero, with_({ emptyEtcd: known(true) }))),
  name('nothing wished', wishingNothing),
  name(
    'record behind',
    all(rotating(from, to, 'ReadOnlyDeploy'), listing(at(2), to, from), rolled(at(2))),
  ),
  name('stamped otherwise', all(listing(before(3), from), loadedAs(before(3), 'sha256:other'))),
  name(
    'just rolled',
    all(
      rotating(from, to, 'Migrating'),
      listing(at(2), to, from),
      rolled(at(2)),
      with_({ unchangedSince: known(now - 3) }),
    ),
  ),
  name(
    'broken',
    all(
      rotating(from, to, 'Migrating'),
      listing(at(2), to, from),
      rolled(at(2)),
      migrations(migration({ continuity: 'before' })),
    ),
  ),
]

const movements: readonly (readonly [Key, Key])[] = [
  [A, B],
  [A, A],
  [Plaintext, A],
  [A, Plaintext],
  [K1, K2],
]

const keys: readonly Key[] = [A, B, C, Z, K1, K2, K3, Plaintext]
const ordinals: readonly Ordinal[] = [
  before(3),
  at(1),
  at(2),
  at(3),
  { epoch: running + 1, step: 1 },
]
const outcomes: readonly MigrationOutcome[] = ['Pending', 'Running', 'Failed', 'Succeeded']

const unknowns: readonly (keyof Observation)[] = [
  'record',
  'configuration',
  'copies',
  'superseded',
  'template',
  'servers',
  'continuity',
  'unchangedSince',
  'migrations',
  'unencryptedServers',
  'emptyEtcd',
  'etcdRevision',
  'backupTime',
]

const unknownChanges = unknowns.map((field) =>
  name(`${field} unknown`, with_({ [field]: unknown('cannot be seen') })),
)

const wishChanges = [
  ...keys.map((key) => name(`wish ${key.id}`, wishing(key))),
  ...[past, now, now + 60].map((time) =>
    name(`re-encrypt at ${time}`, wishing(A, { reencryptAt: time })),
  ),
  name('backup key', wishing(A, { backupKey: Z })),
  name('unpinned wish', wishing({ ...C, fingerprint: '' })),
  name('wish unknown', wishUnknown),
  name('nothing wished', wishingNothing),
]

const serverChanges = [
  ...ordinals.map((of) => name(`template ${hashOf(of)}`, template(of))),
  ...ordinals.map((of) => name(`a server on ${hashOf(of)}`, servers(of, at(2)))),
  ...ordinals.map((of) => name(`rolled ${hashOf(of)}`, rolled(of))),
  name('no server wanted', scaledToZero),
  name('loaded as stamped', loadedAs(at(2), hashOf(at(2)))),
  name('loaded something else', loadedAs(at(2), 'sha256:other')),
  name('not ready', (o) =>
    with_({
      servers: known({
        wanted: 1,
        list: [{ ...server('server', at(2)), ready: false }],
        rollout: null,
      }),
    })(o),
  ),
  name('unchanged for a short time', with_({ unchangedSince: known(now - 3) })),
  name('broken continuity', with_({ continuity: known('broken') })),
  name('one overwritten object', with_({ delivery: 'fixed' })),
]

const lossChanges = [
  name('no record', nothingRecorded),
  name('no configuration', noConfiguration),
  name('no copies', noCopies),
  name('older readers', recorded({ entries: [entry(A, null, [Z])] })),
  name('an older file in reach', inReach(before(2), A)),
  name('an older copy', copy(at(1), A, B)),
  name('a foreign writer', live(at(3), C, A)),
  name('a foreign reader', live(at(3), A, C)),
  name('target first', live(at(2), B, A)),
  name('below the stamps', live(before(1), A)),
  name('skipped', recorded({ skipped: ['widgets'] })),
  name('finished at a later revision', recorded({ finishedRevision: 901 })),
]

const migrationChanges = [
  ...outcomes.map((outcome) => name(`migration ${outcome}`, migrations(migration({ outcome })))),
  name('old and failed', migrations(migration({ outcome: 'Failed', endedTime: now - 900 }))),
  name('hanging', migrations(migration({ outcome: 'Running', createdTime: now - 2_000 }))),
  name('two attempts', migrations(migration({ attempt: 2 }), migration({ outcome: 'Failed' }))),
  name('of an older ordinal', migrations(migration({ ordinal: before(2) }))),
  name('no migrations', migrations()),
  name('touchable', resources(resource('secrets', { touchable: 'an-object' }))),
  name('another resource', resources(resource('secrets'), resource('widgets'))),
  name(
    'an absent resource',
    resources(
      resource('secrets'),
      resource('widgets', { served: known('NotServed'), absentSince: now - 60 }),
    ),
  ),
  name(
    'a resource in doubt',
    resources(resource('secrets'), resource('widgets', { served: unknown('503') })),
  ),
]

const otherChanges = [
  name('newer schema', with_({ newerSchema: '9' })),
  name('self-hosted', with_({ selfHosted: true })),
  name('blocked migrator', with_({ migratorBlocked: 'another migration runs' })),
  name('an old backup', with_({ backupTime: known(past) })),
  name('a new backup', with_({ backupTime: known(now) })),
  name('approved', with_({ approvals: [{ stage: 'Retiring', epoch: running }] })),
]

const change: fc.Arbitrary<Named> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(name('cached', cached)) },
  { weight: 2, arbitrary: fc.constantFrom(...unknownChanges) },
  { weight: 3, arbitrary: fc.constantFrom(...wishChanges) },
  { weight: 2, arbitrary: fc.constantFrom(...serverChanges) },
  { weight: 3, arbitrary: fc.constantFrom(...lossChanges) },
  { weight: 3, arbitrary: fc.constantFrom(...migrationChanges) },
  { weight: 1, arbitrary: fc.constantFrom(...otherChanges) },
)

export interface Story {
  /** What was done to the steady cluster. */
  readonly told: readonly string[]
  readonly observation: Observation
}

/** Observations of which every row takes some, each with its story. */
export const stories: fc.Arbitrary<Story> = fc
  .tuple(
    fc
      .constantFrom(...movements)
      .chain(([from, to]) =>
        fc.tuple(
          fc.constantFrom(...moments(from, to)),
          fc.constantFrom(wishing(to), wishing(from)),
        ),
      ),
    fc.array(change, { maxLength: 4 }),
  )
  .map(([[moment, wish], changes]) => ({
    told: [moment, ...changes].map((each) => each.name),
    observation: seeing(wish, moment.change, ...changes.map((each) => each.change)),
  }))
