/**
 * The walk: from a recorded target to the finish.
 */
import { conservative, hypershift, known, unknown } from '@keyroll/core'
import {
  A,
  B,
  C,
  Plaintext,
  Z,
  at,
  before,
  cached,
  copy,
  entry,
  epochs,
  completed,
  inReach,
  live,
  migration,
  migrations,
  now,
  recorded,
  resource,
  resources,
  rolled,
  rotating,
  running,
  scaledToZero,
  servers,
  template,
  wishUnknown,
  wishing,
  wishingNothing,
  with_,
} from './observation-builder.js'
import { type Line, line } from './walk-line.js'

/** The target is readable everywhere. */
const readable = [
  rotating(A, B, 'ReadOnlyDeploy'),
  live(at(1), A, B, Plaintext),
  rolled(at(1)),
  wishing(B),
]

/** The target is committed, and not yet written. */
const committed = [
  rotating(A, B, 'WritePromote'),
  live(at(1), A, B, Plaintext),
  rolled(at(1)),
  wishing(B),
]

/** The target is written everywhere. */
const written = [
  rotating(A, B, 'WritePromote'),
  live(at(2), B, A, Plaintext),
  rolled(at(2)),
  wishing(B),
]

const migrating = [...written, rotating(A, B, 'Migrating')]
const rewritten = [...migrating, migrations(migration())]

export const runs: readonly Line[] = [
  line(
    'an unknown wish does not stop a committed rotation, servers that lag do',
    [...written, servers(at(2), at(1), at(2)), wishUnknown],
    'servers',
    'WritePromote',
    { gate: 'ServersNotConverged' },
  ),
  line(
    'a wish that was removed does not stop a rotation that is recorded',
    [...readable, wishingNothing],
    'commit',
    'ReadOnlyDeploy',
    { effect: 'WriteRecord' },
  ),
  line(
    'the wish is the active key again before the commit: cancelled',
    [...readable, wishing(A)],
    'cancel',
    'Steady',
    { effect: 'WriteRecord' },
  ),
  line(
    'another wish before the commit replaces the target',
    [...readable, wishing(C)],
    'replace',
    'ReadOnlyDeploy',
    { effect: 'WriteRecord' },
  ),
  line(
    'another wish that is refused does not stop the rotation',
    [...readable, wishing({ ...C, fingerprint: '' })],
    'commit',
    'ReadOnlyDeploy',
    { effect: 'WriteRecord', refusal: 'UnpinnedKey' },
  ),
  line('a commit needs a fresh look', [...readable, cached], 'commit', 'ReadOnlyDeploy', {
    gate: 'StaleView',
  }),
  line(
    'before the commit, what a starting pod could still load is withdrawn',
    [...readable, inReach(before(3), A, Plaintext)],
    'withdraw',
    'ReadOnlyDeploy',
    { effect: 'WithdrawConfiguration' },
  ),
  line(
    'the commit comes when the target is readable everywhere',
    readable,
    'commit',
    'ReadOnlyDeploy',
    { effect: 'WriteRecord' },
  ),
  line(
    'a committed target that everything in sight can read becomes the writer',
    committed,
    'promote',
    'WritePromote',
    { effect: 'WriteConfiguration promote', copies: 1 },
  ),
  line(
    'the wish is the active key again after the commit: reversed',
    [...committed, wishing(A)],
    'reverse',
    'WritePromote',
    { effect: 'WriteRecord' },
  ),
  line(
    'a reversed rotation promotes although servers are stuck: all of them read the former key',
    [
      recorded({
        entries: [entry(B, A)],
        history: epochs(
          { from: B, to: A, state: 'WritePromote', epoch: running + 1 },
          { from: A, to: B, state: 'Interrupted', epoch: running },
          completed(A),
        ),
      }),
      copy(at(1), A, B, Plaintext),
      live(at(2), B, A, Plaintext),
      template(at(2)),
      servers(at(1), at(2), at(1)),
    ],
    'promote',
    'WritePromote',
    { effect: 'WriteConfiguration promote', copies: 1 },
  ),
  line(
    'a re-encryption publishes the same keys under its own epoch',
    [rotating(A, A, 'WritePromote')],
    'promote',
    'WritePromote',
    { effect: 'WriteConfiguration promote', copies: 1 },
  ),
  line(
    'a request to re-encrypt during a rotation does not disturb it',
    [...migrating, wishing(B, { reencryptAt: now - 1 })],
    'migrate',
    'Migrating',
    { effect: 'CreateMigration' },
  ),
  line(
    'a hand edit that removed the active key: it is a reader again first',
    [rotating(A, B, 'WritePromote'), copy(at(2), B, A), live(at(3), B), rolled(at(3)), wishing(B)],
    'addReaders',
    'WritePromote',
    { effect: 'WriteConfiguration add', copies: 1 },
  ),
  line(
    'a published configuration is stamped also while no server is wanted',
    [...readable, template(before(3)), scaledToZero],
    'stamp',
    'ReadOnlyDeploy',
    { effect: 'StampTemplate' },
  ),
  line(
    'no server wanted is paused, never converged: before the commit',
    [...readable, scaledToZero],
    'servers',
    'ReadOnlyDeploy',
    { gate: 'Paused' },
  ),
  line(
    'no server wanted is paused, never converged: before migrating',
    [...written, scaledToZero],
    'servers',
    'WritePromote',
    { gate: 'Paused' },
  ),
  line(
    'no server wanted is paused, never converged: where a migration is to be created',
    [...migrating, scaledToZero],
    'servers',
    'Migrating',
    { gate: 'Paused' },
  ),
  line(
    'a migration that runs is waited for, also while no server is wanted',
    [...migrating, migrations(migration({ outcome: 'Running' })), scaledToZero],
    'await',
    'Migrating',
    { gate: 'AwaitingMigrations' },
  ),
  line(
    'no server wanted is paused, never converged: before the finish',
    [...rewritten, scaledToZero],
    'servers',
    'Migrating',
    { gate: 'Paused' },
  ),
  line(
    'nothing is migrated before the same servers have been seen long enough',
    [...migrating, with_({ unchangedSince: known(now - 9) })],
    'settling',
    'Migrating',
    { gate: 'Settling' },
  ),
  line(
    'nothing is migrated while it is not known since when the same servers have been seen',
    [...migrating, with_({ unchangedSince: unknown('a one-shot look') })],
    'settling',
    'Migrating',
    { gate: 'Settling' },
  ),
  line(
    'a resource whose discovery is unknown does not hold the others',
    [...migrating, resources(resource('widgets', { served: unknown('503') }), resource('secrets'))],
    'migrate',
    'Migrating',
    { effect: 'CreateMigration' },
  ),
  line(
    'a resource whose discovery is unknown holds the finish',
    [...rewritten, resources(resource('widgets', { served: unknown('503') }), resource('secrets'))],
    'await',
    'Migrating',
    { gate: 'DiscoveryUnknown' },
  ),
  line(
    'a broken continuity voids what was migrated, by the record first',
    [...rewritten, with_({ continuity: known('broken') })],
    'void',
    'Migrating',
    { effect: 'WriteRecord' },
  ),
  line(
    'a continuity that cannot be seen holds the finish',
    [...rewritten, with_({ continuity: unknown('the ReplicaSets cannot be listed') })],
    'servers',
    'Migrating',
    { gate: 'LoadedUnknown' },
  ),
  line(
    'a continuity that broke before any migration costs nothing',
    [...migrating, with_({ continuity: known('broken') })],
    'migrate',
    'Migrating',
    { effect: 'CreateMigration' },
  ),
  line(
    'a failed migration waits before the next attempt',
    [...migrating, migrations(migration({ outcome: 'Failed' }))],
    'await',
    'Migrating',
    { gate: 'MigrationFailed' },
  ),
  line(
    'a failed migration is tried again',
    [
      ...migrating,
      migrations(migration({ outcome: 'Failed', createdTime: now - 400, endedTime: now - 300 })),
    ],
    'migrate',
    'Migrating',
    { effect: 'CreateMigration' },
  ),
  line('everything rewritten: the rotation is finished', rewritten, 'finish', 'Migrating', {
    effect: 'WriteRecord',
  }),
  line('the finish needs a fresh look', [...rewritten, cached], 'finish', 'Migrating', {
    gate: 'StaleView',
  }),
  line(
    'a template that was rolled back is stamped again',
    [...written, template(at(1)), servers(at(2), at(1), at(2))],
    'stamp',
    'WritePromote',
    { effect: 'StampTemplate' },
  ),
  line(
    "a person's word that the policy asks for is waited for",
    readable,
    'approval',
    'ReadOnlyDeploy',
    { gate: 'AwaitingApproval' },
    { ...conservative, approve: ['WritePromote'] },
  ),
  line(
    'a committed wish that another one follows is finished first: the other one queues',
    [...committed, wishing(C)],
    'promote',
    'WritePromote',
    { effect: 'WriteConfiguration promote', copies: 1 },
  ),
  line(
    'a reversal waits while something in sight may not read both keys: the wish queues',
    [
      rotating(Z, B, 'WritePromote'),
      live(at(1), Z, B, Plaintext),
      template(at(1)),
      servers(at(1), { epoch: running, step: 0 }, at(1)),
      wishing(Z),
    ],
    'servers',
    'WritePromote',
    { gate: 'ServersNotConverged' },
  ),
  line(
    'stamps that are believed by policy count as loaded',
    [...readable, with_({ delivery: 'fixed' })],
    'commit',
    'ReadOnlyDeploy',
    { effect: 'WriteRecord' },
    hypershift,
  ),
  line(
    'one object that is overwritten, and servers that do not say what they loaded: held',
    [...readable, with_({ delivery: 'fixed' })],
    'servers',
    'ReadOnlyDeploy',
    { gate: 'LoadedUnknown' },
  ),
]
