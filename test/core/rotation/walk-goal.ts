/**
 * The walk: what happens when no rotation runs.
 */
import { conservative, known } from '@keyroll/core'
import {
  A,
  B,
  C,
  K1,
  K2,
  K3,
  Plaintext,
  Z,
  at,
  before,
  completed,
  entry,
  epochs,
  finished,
  inReach,
  live,
  migration,
  migrations,
  noCopies,
  now,
  recorded,
  resource,
  resources,
  rolled,
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

const patient = { ...conservative, grace: now }
const impatient = { ...conservative, grace: 0 }
const twoSlots = { ...patient, slots: 2 }

/** B has become active, and A may leave. */
const retiring = [
  finished(B, A),
  live(at(2), B, A, Plaintext),
  rolled(at(2)),
  wishing(B),
  migrations(migration()),
]

/** A has left. */
const dropped = [
  finished(B, A),
  noCopies,
  live(at(3), B, Plaintext),
  rolled(at(3)),
  wishing(B),
  migrations(),
]

const retiringKms = [
  finished(K2, K1),
  live(at(2), K2, K1, Plaintext),
  rolled(at(2)),
  migrations(migration()),
]

const cancelled = (older: readonly (typeof A)[]) =>
  recorded({
    entries: [entry(A, null, older)],
    history: epochs({ from: A, to: B, state: 'Interrupted', epoch: running }, completed(A)),
  })

const decrypted = [
  recorded({
    entries: [entry(Plaintext)],
    history: epochs(completed(Plaintext, running, A), completed(A)),
  }),
  noCopies,
  live(at(3), Plaintext),
  rolled(at(3)),
]

export const rests: readonly Line[] = [
  line('a steady cluster in its goal: nothing to do', [], 'otherwise', 'Steady'),
  line(
    'a cancelled target leaves the configuration',
    [cancelled([]), live(before(4), A, B, Plaintext), rolled(before(4))],
    'dropCancelled',
    'Steady',
    { effect: 'WriteConfiguration drop', copies: 1 },
  ),
  line(
    'a cancelled target that was live before stays until everything is rewritten',
    [cancelled([B]), live(before(4), A, B, Plaintext), rolled(before(4))],
    'reencrypt',
    'WritePromote',
    { effect: 'WriteRecord' },
  ),
  line(
    'a request to re-encrypt that a later rotation has satisfied asks for nothing',
    [wishing(A, { reencryptAt: 4_000 })],
    'otherwise',
    'Steady',
  ),
  line(
    'a request to re-encrypt that is due starts an epoch from the key to itself',
    [wishing(A, { reencryptAt: now })],
    'reencrypt',
    'WritePromote',
    { effect: 'WriteRecord' },
  ),
  line(
    'a request to re-encrypt for later waits for its time',
    [wishing(A, { reencryptAt: now + 1 })],
    'otherwise',
    'Steady',
  ),
  line(
    'another key and a request to re-encrypt: the rotation does both',
    [wishing(B, { reencryptAt: now })],
    'start',
    'ReadOnlyDeploy',
    { effect: 'WriteRecord' },
  ),
  line(
    'a reader that nobody knows is only dropped after everything has been rewritten',
    [live(before(4), A, C, Plaintext), rolled(before(4))],
    'reencrypt',
    'WritePromote',
    { effect: 'WriteRecord' },
  ),
  line(
    'no server wanted is paused, never converged: while an old key may leave',
    [...retiring, scaledToZero],
    'servers',
    'Retiring',
    { gate: 'Paused' },
  ),
  line(
    'no server wanted is paused, never converged: before a start',
    [scaledToZero, wishing(B)],
    'servers',
    'Steady',
    { gate: 'Paused' },
  ),
  line(
    'no server wanted is fine where nothing is to be done',
    [scaledToZero],
    'otherwise',
    'Steady',
  ),
  line(
    'the old key stays for the grace after the completion',
    retiring,
    'retireGate',
    'Retiring',
    { gate: 'CompactionGrace' },
    patient,
  ),
  line(
    'the old key leaves when the evidence holds and the grace is over',
    retiring,
    'drop',
    'Retiring',
    { effect: 'WriteConfiguration drop', copies: 1 },
    impatient,
  ),
  line(
    'evidence that broke after the completion: everything is rewritten before the old key leaves',
    [...retiring, with_({ continuity: known('broken') })],
    'reencrypt',
    'WritePromote',
    { effect: 'WriteRecord' },
    impatient,
  ),
  line(
    'a migration that was deleted is no evidence: everything is rewritten',
    [...retiring, migrations()],
    'reencrypt',
    'WritePromote',
    { effect: 'WriteRecord' },
    impatient,
  ),
  line(
    'a new wish does not wait for the old key to leave',
    [...retiring, wishing(C)],
    'start',
    'ReadOnlyDeploy',
    { effect: 'WriteRecord' },
    patient,
  ),
  line(
    'a new wish that needs the slot of the old key waits for it',
    [...retiringKms, wishing(K3)],
    'retireGate',
    'Retiring',
    { gate: 'CompactionGrace' },
    twoSlots,
  ),
  line(
    'a slot that is held by a key without evidence is freed by rewriting everything',
    [...retiringKms, wishing(K3), migrations()],
    'reencrypt',
    'WritePromote',
    { effect: 'WriteRecord' },
    twoSlots,
  ),
  line(
    'a wish that can never get a slot says so',
    [recorded({ entries: [entry(K1)] }), live(before(3), K1, Plaintext), wishing(K2)],
    'otherwise',
    'Steady',
    { gate: 'SlotsFull' },
    { ...conservative, slots: 1 },
  ),
  line(
    'a configuration without the old key is stamped',
    [...dropped, template(at(2)), servers(at(2), at(2), at(2))],
    'stamp',
    'Retiring',
    { effect: 'StampTemplate' },
  ),
  line(
    'the old key has not left before every server is without it',
    [...dropped, servers(at(2), at(3), at(3))],
    'servers',
    'Retiring',
    { gate: 'ServersNotConverged' },
  ),
  line(
    'when the old key has left, the configuration that still has it is withdrawn',
    [...dropped, inReach(at(2), B, A, Plaintext)],
    'withdraw',
    'Steady',
    { effect: 'WithdrawConfiguration' },
  ),
  line('the old key has left: nothing to do', dropped, 'otherwise', 'Steady'),
  line(
    'everything decrypted, as wished: nothing to do',
    [...decrypted, wishing(Plaintext)],
    'otherwise',
    'Unencrypted',
  ),
  line(
    'everything decrypted, and the wish removed: nothing to do, nothing to refuse',
    [...decrypted, wishingNothing],
    'otherwise',
    'Unencrypted',
  ),
  line(
    'a wish that was removed drops no key: to decrypt, plaintext is wished for',
    [wishingNothing],
    'removal',
    'Steady',
    { refusal: 'RemovalWithoutDecrypt' },
  ),
  line(
    'a wish that was removed does not leave a published configuration unstamped',
    [...dropped, template(at(2)), servers(at(2), at(2), at(2)), wishingNothing],
    'stamp',
    'Retiring',
    { effect: 'StampTemplate', refusal: 'RemovalWithoutDecrypt' },
  ),
  line(
    'a skipped resource that is served again is rewritten',
    [recorded({ skipped: ['widgets'] }), resources(resource('secrets'), resource('widgets'))],
    'reencrypt',
    'WritePromote',
    { effect: 'WriteRecord' },
  ),
  line(
    'a skipped resource that is still absent asks for nothing',
    [
      recorded({ skipped: ['widgets'] }),
      resources(
        resource('secrets'),
        resource('widgets', { served: known('NotServed'), absentSince: now - 900 }),
      ),
    ],
    'otherwise',
    'Steady',
  ),
  line(
    'an unknown wish is no absent one: told, and nothing is done',
    [wishUnknown],
    'otherwise',
    'Steady',
    { gate: 'WishUnknown' },
  ),
  line(
    'another key is wished for: the rotation is recorded first',
    [wishing(B)],
    'start',
    'ReadOnlyDeploy',
    { effect: 'WriteRecord' },
  ),
  line(
    'an old key waits for a backup that is newer than the completion, where the policy asks for one',
    [...retiring, with_({ backupTime: known(running) })],
    'retireGate',
    'Retiring',
    { gate: 'BackupPending' },
    { ...impatient, backupBeforeRetiring: true },
  ),
  line(
    'the drop of an older reader that was live before waits for the same evidence',
    [
      recorded({ entries: [entry(B)], history: epochs(completed(B, running, A)) }),
      live(at(2), B, A, Z, Plaintext),
      rolled(at(2)),
      wishing(B),
      migrations(migration()),
    ],
    'drop',
    'Retiring',
    { effect: 'WriteConfiguration drop', copies: 1 },
    impatient,
  ),
]
