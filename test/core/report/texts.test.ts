import {
  type Effect,
  type EffectKind,
  type GateReason,
  type RefusalCode,
  type Stage,
  effectText,
  effectTitle,
  elapsed,
  gate,
  gateMessage,
  gateTexts,
  isOverdue,
  moment,
  refusalRemedies,
  stageTexts,
  stages,
} from '@keyroll/core'
import { describe, expect, it } from 'vitest'
import { completed, key2, promoted, rotating } from './cluster.js'

/** The closed sets, written out: a new member is a change of the protocol. */
const gateReasons: { readonly [reason in GateReason]: true } = {
  RecordUnknown: true,
  ConfigurationUnknown: true,
  WishUnknown: true,
  DiscoveryUnknown: true,
  StaleView: true,
  LoadedUnknown: true,
  ServersNotConverged: true,
  Paused: true,
  Settling: true,
  AwaitingMigrations: true,
  MigrationFailed: true,
  MigrationStuck: true,
  MigratorBlocked: true,
  CompactionGrace: true,
  BackupPending: true,
  AwaitingApproval: true,
  StateConfigMismatch: true,
  RecordAndConfigurationLost: true,
  DataRestored: true,
  ForeignKey: true,
  SlotsFull: true,
  NewerSchema: true,
}

const refusalCodes: { readonly [code in RefusalCode]: true } = {
  RemovalWithoutDecrypt: true,
  InPlaceKeyChange: true,
  NameCollision: true,
  UnpinnedKey: true,
  DuplicateFingerprint: true,
  UnsupportedProvider: true,
  NotInRecord: true,
  TwoChangesAtOnce: true,
  SelfHosted: true,
}

const condition = {
  type: 'EtcdDataEncryptionUpToDate',
  status: 'False',
  reason: 'ReEncryptionFailed',
  message: '0/1 resources migrated',
} as const

const ordinal = { epoch: 1_764_590_000, step: 2 }
const { entries, hash } = promoted

const effects: { readonly [kind in EffectKind]: Effect & { readonly kind: kind } } = {
  WriteRecord: { kind: 'WriteRecord', record: rotating('WritePromote'), condition: null },
  KeepCopy: { kind: 'KeepCopy', of: 'next', ordinal, hash: null, entries },
  DiscardCopy: { kind: 'DiscardCopy', ordinal, hash },
  WriteConfiguration: {
    kind: 'WriteConfiguration',
    change: 'promote',
    ordinal,
    entries,
    expectedVersion: '9',
  },
  WithdrawConfiguration: { kind: 'WithdrawConfiguration', ordinal: null, hash },
  StampTemplate: { kind: 'StampTemplate', ordinal, hash, expectedVersion: '3' },
  CreateMigration: {
    kind: 'CreateMigration',
    name: 'm-1',
    resource: 'secrets',
    ordinal,
    attempt: 1,
    continuity: 'unbroken',
  },
  DeleteMigration: { kind: 'DeleteMigration', name: 'm-1' },
  TouchResource: { kind: 'TouchResource', resource: 'secrets', migration: 'm-1' },
  WriteCondition: { kind: 'WriteCondition', expectedVersion: '7', condition },
}

const isSentence = (text: string): boolean =>
  /^[A-Z].*[^.\s]\.$|^[A-Z].*\?$/.test(text) && !text.includes('\n')

describe('each member of a closed set is explained', () => {
  it('gates: what is the case, and one sentence on what to do', () => {
    expect(Object.keys(gateTexts)).toEqual(Object.keys(gateReasons))
    for (const { says, remedy } of Object.values(gateTexts)) {
      expect(says).toMatch(/^[a-z].*[a-z]$/)
      expect(remedy).toSatisfy(isSentence)
    }
  })

  it('no two alike', () => {
    const texts = Object.values(gateTexts).flatMap(({ says, remedy }) => [says, remedy])
    const sentences = [...texts, ...Object.values(refusalRemedies), ...Object.values(stageTexts)]
    expect(sentences.filter((text, at) => sentences.indexOf(text) !== at)).toEqual([])
  })

  it('refusals: one sentence on what to do', () => {
    expect(Object.keys(refusalRemedies)).toEqual(Object.keys(refusalCodes))
    for (const remedy of Object.values(refusalRemedies)) expect(remedy).toSatisfy(isSentence)
  })

  it('stages: one sentence on what they are about', () => {
    expect(Object.keys(stageTexts)).toEqual([...stages] satisfies Stage[])
    for (const text of Object.values(stageTexts)) expect(text).toSatisfy(isSentence)
  })

  it('effects: what is done', () => {
    expect(Object.values(effects).map((effect) => effectText(effect))).toEqual([
      'records the rotation from aescbc:key1 to aescbc:key2 (WritePromote)',
      'keeps a copy of the next configuration 1764590000.2, before it is published: [aescbc:key2, aescbc:key1, identity] for secrets, configmaps',
      'discards the kept copy of 1764590000.2, which nothing can need any more',
      'makes the target the writer: configuration 1764590000.2, [aescbc:key2, aescbc:key1, identity] for secrets, configmaps',
      "takes the configuration that carries no ordinal out of the servers' reach; its copy is kept",
      'stamps the pod template with 1764590000.2, so that the servers are rolled onto it',
      'creates attempt 1 to rewrite secrets: migration m-1',
      'deletes the migration m-1, which is over',
      'writes one object of secrets back unchanged, to wake migration m-1',
      'sets the condition to False, ReEncryptionFailed: 0/1 resources migrated',
    ])
    for (const effect of Object.values(effects))
      expect(effectTitle(effect).length).toBeLessThanOrEqual(effectText(effect).length)
  })

  it('configuration changes and copies, each its own way', () => {
    const changes = (['create', 'add', 'promote', 'drop', 'republish'] as const).map((change) =>
      effectText({ ...effects.WriteConfiguration, change }),
    )
    const copies = (['live', 'superseded', 'next'] as const).map((of) =>
      effectText({ ...effects.KeepCopy, of }),
    )
    expect(new Set([...changes, ...copies]).size).toBe(8)
  })

  it('records, by what they hold', () => {
    const text = (record: typeof completed): string =>
      effectText({ kind: 'WriteRecord', record, condition: null })
    expect(text(completed)).toBe('records aescbc:key2 as the active key (Completed)')
    expect(text({ ...completed, skipped: ['widgets.example.io'] })).toBe(
      'records aescbc:key2 as the active key (Completed), without widgets.example.io',
    )
    expect(text({ ...completed, history: [] })).toBe('records aescbc:key2 as the active key')
    const again = completed.entries.map((entry) => ({ ...entry, targetKey: key2 }))
    expect(text({ ...rotating('Migrating'), entries: again })).toBe(
      'records that everything is to be rewritten under aescbc:key2 (Migrating)',
    )
  })
})

describe('a gate in one line', () => {
  it('says what is the case and names what it is about', () => {
    expect(gateMessage(gate('ServersNotConverged', ['kas-1 not ready', 'kas-2 terminating']))).toBe(
      'not every API server runs the stored configuration yet, or an older one has not ended: kas-1 not ready; kas-2 terminating',
    )
  })

  it('names five of many, and how many more there are', () => {
    const about = Array.from({ length: 100 }, (_, at) => `kas-${at}`)
    expect(gateMessage(gate('ServersNotConverged', about))).toMatch(/kas-3; kas-4; 95 more$/)
    expect(gateMessage(gate('ServersNotConverged', about.slice(0, 6)))).toMatch(/kas-4; kas-5$/)
  })
})

describe('a gate is overdue', () => {
  it('once it holds for longer than usual, and not where it is not known since when', () => {
    const since = 1_764_590_000
    const held = gate('ServersNotConverged', [], since)
    expect(isOverdue(held, since + 900)).toBe(false)
    expect(isOverdue(held, since + 901)).toBe(true)
    expect(isOverdue(gate('ServersNotConverged'), since)).toBe(false)
  })

  it('at once where only a person can open it, and never where any time is usual', () => {
    expect(isOverdue(gate('ForeignKey'), 0)).toBe(true)
    expect(isOverdue(gate('Paused', [], 0), 1e9)).toBe(false)
    expect(isOverdue(gate('CompactionGrace', [], 0), 1e9)).toBe(false)
  })
})

describe('times', () => {
  it('are lengths in their two largest units', () => {
    for (const [seconds, text] of [
      [0, '0 s'],
      [-5, '0 s'],
      [0.4, '0 s'],
      [59.6, '1 min'],
      [61, '1 min 1 s'],
      [3600, '1 h'],
      [3601, '1 h'],
      [90_061, '1 d 1 h'],
      [NaN, 'an unknown time'],
    ] as const)
      expect(elapsed(seconds)).toBe(text)
  })

  it('are moments in RFC 3339, whatever the number', () => {
    expect(moment(1_764_590_000)).toBe('2025-12-01T11:53:20Z')
    expect(moment(1e300)).toBe('second 1e+300')
    expect(moment(NaN)).toBe('second NaN')
  })
})
