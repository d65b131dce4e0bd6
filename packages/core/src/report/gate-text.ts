/**
 * What each gate means, who can open it, and what to do about it.
 */
import type { Gate, GateReason } from '../rotation/gate.js'
import { listed } from './phrases.js'

export interface GateText {
  /** Who moves next: keyroll by itself, the cluster (servers, migrator, API), or a person. */
  readonly waitsFor: 'keyroll' | 'cluster' | 'person'
  /** What is the case, a clause without subject matter: the gate's `about` follows it. */
  readonly says: string
  /** One sentence. */
  readonly remedy: string
  /** Seconds that it may take before something is likely to be wrong; null: any time is usual, or none. */
  readonly usual: number | null
}

const textOf = (
  waitsFor: GateText['waitsFor'],
  usual: number | null,
  says: string,
  remedy: string,
): GateText => ({ waitsFor, usual, says, remedy })

/** One text per gate reason. */
export const gateTexts: { readonly [reason in GateReason]: GateText } = {
  RecordUnknown: textOf(
    'cluster',
    120,
    'the record cannot be read',
    'Check that the API server answers, that keyroll may get the object that holds the record, and that it is well-formed.',
  ),
  ConfigurationUnknown: textOf(
    'cluster',
    120,
    'a stored configuration, or a kept copy of one, cannot be read',
    'Check that keyroll may get and list the objects that hold configurations and copies, and that they can be parsed.',
  ),
  WishUnknown: textOf(
    'cluster',
    600,
    'what is wished cannot be read',
    'Check the object that holds the wish and every Secret that it names; what already runs goes on meanwhile.',
  ),
  DiscoveryUnknown: textOf(
    'cluster',
    600,
    'it cannot be told whether a resource is served, or whether it has been rewritten',
    'Bring its API back, or remove its CRD or APIService if it is gone for good; the other resources go on.',
  ),
  StaleView: textOf(
    'keyroll',
    60,
    'what the caches show is not enough to act on',
    'Nothing to do: keyroll looks again with fresh reads.',
  ),
  LoadedUnknown: textOf(
    'cluster',
    600,
    'it cannot be seen which configuration the servers run, or whether one has run an older one',
    'Let keyroll list the pods and read the metrics of every API server.',
  ),
  ServersNotConverged: textOf(
    'cluster',
    900,
    'not every API server runs the stored configuration yet, or an older one has not ended',
    'A rollout usually ends by itself; if it does not, look at the pods named: why does one not start, not become ready, or not end?',
  ),
  Paused: textOf(
    'person',
    null,
    'no API server is wanted',
    'Scale the API servers up; the rotation goes on where it stands.',
  ),
  Settling: textOf(
    'keyroll',
    120,
    'the same servers have not been seen unchanged for long enough',
    'Nothing to do: writes that ended servers had sealed may still land for a few seconds.',
  ),
  AwaitingMigrations: textOf(
    'cluster',
    1800,
    'stored objects are being rewritten',
    'Large resources take their time; if nothing moves, look at the logs of the migrator.',
  ),
  MigrationFailed: textOf(
    'cluster',
    600,
    'a migration has failed, and its next attempt waits',
    'Remove what the message names (a webhook that refuses old objects, an object that cannot be decrypted, a quota); keyroll tries again by itself and keeps the old key.',
  ),
  MigrationStuck: textOf(
    'cluster',
    1800,
    'a migration has not ended in time and runs again',
    'Look at the logs of the migrator and at the resources named: are they very many, or does their API not answer?',
  ),
  MigratorBlocked: textOf(
    'person',
    300,
    'the migrator does not work on the migrations of this rotation',
    'Start the migrator, or let it finish, or delete, the other migration that it is busy with.',
  ),
  CompactionGrace: textOf(
    'keyroll',
    null,
    'the old key stays readable until etcd has compacted what was stored under it',
    'Nothing to do: it leaves when its grace is over.',
  ),
  BackupPending: textOf(
    'person',
    86_400,
    'the old key stays readable until there is a backup from after the rotation',
    'Take a backup of etcd.',
  ),
  AwaitingApproval: textOf(
    'person',
    86_400,
    'the next stage waits for a word of approval',
    'Approve the stage for this epoch once you are content that it may begin.',
  ),
  StateConfigMismatch: textOf(
    'person',
    0,
    'the stored configuration writes with a key that the record has left',
    'Find out which of the two was restored or changed by hand, and put it back; keep every key readable, since data may be under each.',
  ),
  RecordAndConfigurationLost: textOf(
    'person',
    0,
    'the record and the configuration are both lost while servers still encrypt',
    'Restore one of them, from a backup or from the newest kept copy, and until then restart no API server: those that run still hold the keys.',
  ),
  DataRestored: textOf(
    'person',
    0,
    'etcd holds a state from before the last rotation had finished, so a backup was restored',
    'Add the keys named to the configuration as readers, from a kept copy or from where keys are stored, before anything else is changed.',
  ),
  ForeignKey: textOf(
    'person',
    0,
    'the stored configuration writes with a key that the record does not know',
    'If the key was set on purpose, wish for it; if not, make the recorded key the writer again and keep the foreign one as a reader, since data may be under it.',
  ),
  SlotsFull: textOf(
    'person',
    0,
    'the configuration has no room for another KMS key',
    'Raise `slots` in the policy if the servers can reach another plugin: a rotation between KMS keys needs room for two.',
  ),
  NewerSchema: textOf(
    'person',
    0,
    'an object was written by a newer version of keyroll',
    'Run that version, or a newer one: this one only reads.',
  ),
}

/**
 * A gate in one line, for a condition, an event or a log.
 *
 * @example
 * import { gate, gateMessage } from '@keyroll/core'
 *
 * assert.equal(gateMessage(gate('Paused', [])), 'no API server is wanted')
 */
export const gateMessage = ({ reason, about }: Gate): string =>
  [gateTexts[reason].says, ...(about.length === 0 ? [] : [listed(about, '; ')])].join(': ')

/** Whether a gate has held for longer than is usual; false where it is not known since when. */
export const isOverdue = ({ reason, since }: Gate, now: number): boolean => {
  const { usual } = gateTexts[reason]
  return usual === 0 || (usual !== null && since !== null && now - since > usual)
}
