/**
 * The decision table: one ordered list, the first match wins, the last row is unguarded.
 *
 * The state machine and the fast path are both made from it. `rules` are the protocol rules that the row
 * serves (docs/protocol.md). A row marked `fresh` acts only on quorum reads: on a cached look it becomes the
 * gate `StaleView`, and the next look is fresh.
 */
import type { EffectKind } from './effect.js'
import * as G from './guards/index.js'
import * as O from './outcomes/index.js'
import { type Outcome, nothing } from './outcome.js'
import type { RowId } from './row-id.js'
import type { Situation } from './situation.js'
import type { Stage } from './stage.js'

export interface Row {
  readonly id: RowId
  /** `by record`: what the record's newest entry says. */
  readonly stage: Stage | 'by record'
  readonly when: (s: Situation) => boolean
  readonly then: (s: Situation) => Outcome
  /** Every kind of effect that `then` can yield. */
  readonly effects: readonly EffectKind[]
  readonly rules: string
  /** Acts only on a fresh look, when this holds. */
  readonly fresh?: (s: Situation) => boolean
}

const record: readonly EffectKind[] = ['WriteRecord']
const configuration: readonly EffectKind[] = ['KeepCopy', 'WriteConfiguration']
const tidying: readonly EffectKind[] = [
  'KeepCopy',
  'WithdrawConfiguration',
  'DeleteMigration',
  'DiscardCopy',
]

const always = (): boolean => true

/** Takes whatever no other row took. */
// prettier-ignore
export const lastRow: Row =
  { id: 'otherwise',        stage: 'by record',      when: always,             then: O.otherwise,        effects: [],              rules: 'P10 P13' }

// prettier-ignore
export const rows: readonly Row[] = [
  // What cannot be seen, or not from here.
  { id: 'newerSchema',      stage: 'Unknown',        when: G.newerSchema,      then: O.newerSchema,      effects: [],              rules: '' },
  { id: 'unknown',          stage: 'Unknown',        when: G.unknown,          then: O.unknown,          effects: [],              rules: 'P1 P13' },
  { id: 'staleView',        stage: 'by record',      when: G.staleView,        then: O.staleView,        effects: [],              rules: 'P16' },
  // Record or configuration lost, or never written.
  { id: 'bothLost',         stage: 'Unknown',        when: G.bothLost,         then: O.bothLost,         effects: [],              rules: 'P9 P16' },
  { id: 'lostEpoch',        stage: 'by record',      when: G.lostEpoch,        then: O.lostEpoch,        effects: record,          rules: 'P9 P16' },
  { id: 'create',           stage: 'by record',      when: G.create,           then: O.create,           effects: configuration,   rules: 'P5 P9', fresh: always },
  { id: 'wishUnknownEmpty', stage: 'Unknown',        when: G.wishUnknownEmpty, then: O.wishUnknownEmpty, effects: [],              rules: 'P1' },
  { id: 'backupKey',        stage: 'WritePromote',   when: G.backupKey,        then: O.backupKey,        effects: record,          rules: 'P9' },
  { id: 'rebuild',          stage: 'WritePromote',   when: G.rebuild,          then: O.rebuild,          effects: record,          rules: 'P16' },
  { id: 'adopt',            stage: 'Steady',         when: G.adopt,            then: O.adopt,            effects: record,          rules: 'P16' },
  { id: 'nothing',          stage: 'Unencrypted',    when: G.nothingAnywhere,  then: () => nothing,      effects: [],              rules: 'P13' },
  { id: 'emptyEtcd',        stage: 'Steady',         when: G.emptyEtcd,        then: O.emptyEtcd,        effects: record,          rules: 'P2', fresh: always },
  { id: 'noProof',          stage: 'Unknown',        when: G.noProof,          then: O.noProof,          effects: [],              rules: 'P7' },
  { id: 'dataRestored',     stage: 'by record',      when: G.dataRestored,     then: O.dataRestored,     effects: record,          rules: 'P9 P11', fresh: G.newlyRestored },
  // The live configuration against the record.
  { id: 'writerAhead',      stage: 'WritePromote',   when: G.writerAhead,      then: O.writerAhead,      effects: record,          rules: 'P3', fresh: always },
  { id: 'foreign',          stage: 'by record',      when: G.foreign,          then: O.foreign,          effects: [],              rules: 'P3 P9' },
  // Another wish while a rotation runs.
  { id: 'cancel',           stage: 'Steady',         when: G.cancel,           then: O.cancel,           effects: record,          rules: 'P2', fresh: always },
  { id: 'replace',          stage: 'ReadOnlyDeploy', when: G.replace,          then: O.replace,          effects: record,          rules: 'P2 P12', fresh: always },
  { id: 'reverse',          stage: 'WritePromote',   when: G.reverse,          then: O.reverse,          effects: record,          rules: 'P2', fresh: always },
  // The next legal configuration, and servers that run it.
  { id: 'addReaders',       stage: 'by record',      when: G.addReaders,       then: O.addReaders,       effects: configuration,   rules: 'P3 P4 P9', fresh: always },
  { id: 'dropCancelled',    stage: 'Steady',         when: G.dropCancelled,    then: O.dropCancelled,    effects: configuration,   rules: 'P3', fresh: always },
  { id: 'promote',          stage: 'WritePromote',   when: G.promote,          then: O.promote,          effects: configuration,   rules: 'P2 P3 P4', fresh: always },
  { id: 'republish',        stage: 'by record',      when: G.republish,        then: O.republish,        effects: configuration,   rules: 'P15 P16', fresh: always },
  { id: 'stamp',            stage: 'by record',      when: G.stamp,            then: O.stamp,            effects: ['StampTemplate'], rules: 'P5' },
  { id: 'servers',          stage: 'by record',      when: G.servers,          then: O.servers,          effects: [],              rules: 'P3 P6 P15' },
  { id: 'withdraw',         stage: 'by record',      when: G.withdraw,         then: O.withdraw,         effects: tidying,         rules: 'P15 P9' },
  { id: 'approval',         stage: 'by record',      when: G.approval,         then: O.approval,         effects: [],              rules: 'P11' },
  { id: 'commit',           stage: 'ReadOnlyDeploy', when: G.commit,           then: O.commit,           effects: record,          rules: 'P2', fresh: always },
  { id: 'startMigrating',   stage: 'WritePromote',   when: G.startMigrating,   then: O.startMigrating,   effects: record,          rules: 'P2 P14' },
  // Rewriting what is stored.
  { id: 'void',             stage: 'Migrating',      when: G.voids,            then: O.voids,            effects: record,          rules: 'P6', fresh: always },
  { id: 'settling',         stage: 'Migrating',      when: G.settling,         then: O.settling,         effects: [],              rules: 'P14' },
  { id: 'migrate',          stage: 'Migrating',      when: G.migrate,          then: O.migrate,          effects: ['CreateMigration', 'DeleteMigration'], rules: 'P5 P6', fresh: G.firstOfEpoch },
  { id: 'await',            stage: 'Migrating',      when: G.awaits,           then: O.awaits,           effects: ['TouchResource'], rules: 'P6 P7 P11' },
  { id: 'finish',           stage: 'Migrating',      when: G.finish,           then: O.finish,           effects: record,          rules: 'P8', fresh: always },
  // Nothing runs: what the wish asks for, and the readers that a rotation left behind.
  { id: 'removal',          stage: 'Steady',         when: G.removal,          then: () => nothing,      effects: [],              rules: 'P1 P12' },
  { id: 'start',            stage: 'ReadOnlyDeploy', when: G.start,            then: O.start,            effects: record,          rules: 'P2 P12', fresh: always },
  { id: 'reencrypt',        stage: 'WritePromote',   when: G.reencrypt,        then: O.reencrypt,        effects: record,          rules: 'P6 P7 P12', fresh: always },
  { id: 'retireGate',       stage: 'Retiring',       when: G.retireGate,       then: O.retireGate,       effects: [],              rules: 'P11' },
  { id: 'drop',             stage: 'Retiring',       when: G.drop,             then: O.drop,             effects: configuration,   rules: 'P3 P6', fresh: always },
  lastRow,
]
