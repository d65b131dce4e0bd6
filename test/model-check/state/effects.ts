/**
 * Effects as parts, so that a write that lands late can be kept in a state and renamed with it.
 */
import { type ConfigurationChange, type Effect, type KeepCopy, migrationName } from '@keyroll/core'
import { type Used, ordinalCode, ordinalIn, ordinalOf, uses } from './codes.js'
import { recordPart } from './dissect.js'
import type { RecordPart } from './parts.js'
import { rebuiltRecord } from './rebuild.js'
import { configurationsUse, recordUses, renamedRecord } from './rename.js'
import type { Start } from './start.js'

export type EffectPart =
  /** `exists`: it is to replace a record. */
  | { readonly kind: 'WriteRecord'; readonly record: RecordPart | null; readonly exists: boolean }
  | { readonly kind: 'KeepCopy'; readonly of: KeepCopy['of']; readonly configuration: number }
  | { readonly kind: 'DiscardCopy'; readonly configuration: number }
  | {
      readonly kind: 'WriteConfiguration'
      readonly change: ConfigurationChange
      readonly configuration: number
      /** Ordinal of the one that it replaces; -1: none may exist. */
      readonly over: number
    }
  | { readonly kind: 'WithdrawConfiguration'; readonly configuration: number }
  | { readonly kind: 'StampTemplate'; readonly configuration: number; readonly dirty: boolean }
  | {
      readonly kind: 'CreateMigration'
      readonly resource: number
      readonly ordinal: number
      readonly attempt: number
      readonly continuity: string
    }
  | {
      readonly kind: 'DeleteMigration'
      readonly resource: number
      readonly ordinal: number
      readonly attempt: number
    }

const ending = /-(\d+)-(\d+)-(\d+)$/

const namedMigration = (start: Start, name: string) => {
  const [, epoch, step, attempt] = ending.exec(name) ?? []
  const ordinal = { epoch: Number(epoch), step: Number(step) }
  const resource = start.resources.findIndex(
    (each) => migrationName(each, ordinal, Number(attempt)) === name,
  )
  if (resource < 0) throw new Error(`a migration that the search does not know: ${name}`)
  return { resource, ordinal: ordinalCode(ordinal), attempt: Number(attempt) }
}

export const effectPart = (start: Start, effect: Effect): EffectPart => {
  switch (effect.kind) {
    case 'WriteRecord':
      return {
        kind: effect.kind,
        record: recordPart(start, effect.record),
        exists: effect.record.version !== '',
      }
    case 'KeepCopy': {
      const { of, ordinal, entries } = effect
      const configuration = start.configurationNumber({ ordinal, entries, hash: '' })
      return { kind: effect.kind, of, configuration }
    }
    case 'DiscardCopy':
    case 'WithdrawConfiguration':
      return { kind: effect.kind, configuration: start.configurationOfHash(effect.hash) }
    case 'WriteConfiguration': {
      const { change, ordinal, entries, expectedVersion } = effect
      const configuration = start.configurationNumber({ ordinal, entries, hash: '' })
      const over = expectedVersion === null ? -1 : Number(expectedVersion)
      return { kind: effect.kind, change, configuration, over }
    }
    case 'StampTemplate':
      return {
        kind: effect.kind,
        configuration: start.configurationOfHash(effect.hash),
        dirty: effect.expectedVersion !== '1',
      }
    case 'CreateMigration': {
      const { resource, ordinal, attempt, continuity } = effect
      return {
        kind: effect.kind,
        resource: start.resources.indexOf(resource),
        ordinal: ordinalCode(ordinal),
        attempt,
        continuity,
      }
    }
    case 'DeleteMigration':
      return { kind: effect.kind, ...namedMigration(start, effect.name) }
    case 'TouchResource':
    case 'WriteCondition':
      throw new Error(`the search has no ${effect.kind}`)
  }
}

export const effectOfPart = (start: Start, part: EffectPart): Effect => {
  const configurationOf = (number: number) => {
    const { loaded } = start.published(number)
    return { ordinal: loaded.ordinal, hash: loaded.hash, entries: loaded.entries }
  }
  const ordinalThere = (number: number) => ordinalOf(number) ?? { epoch: 0, step: 0 }
  switch (part.kind) {
    case 'WriteRecord': {
      const record = rebuiltRecord(start, part.record, part.exists ? '1' : '')
      if (record === null) throw new Error('nobody writes an absent record')
      return { kind: part.kind, record, condition: null }
    }
    case 'KeepCopy': {
      const { ordinal, hash, entries } = configurationOf(part.configuration)
      const { kind, of } = part
      return { kind, of, ordinal, hash: of === 'next' ? null : hash, entries }
    }
    case 'DiscardCopy':
    case 'WithdrawConfiguration': {
      const { ordinal, hash } = configurationOf(part.configuration)
      return { kind: part.kind, ordinal, hash }
    }
    case 'WriteConfiguration': {
      const { entries } = configurationOf(part.configuration)
      return {
        kind: part.kind,
        change: part.change,
        ordinal: ordinalThere(ordinalIn(part.configuration)),
        entries,
        expectedVersion: part.over < 0 ? null : String(part.over),
      }
    }
    case 'StampTemplate': {
      const { hash } = configurationOf(part.configuration)
      return {
        kind: part.kind,
        ordinal: ordinalThere(ordinalIn(part.configuration)),
        hash,
        expectedVersion: part.dirty ? '0' : '1',
      }
    }
    case 'CreateMigration': {
      const { kind, attempt, continuity } = part
      const resource = start.resources[part.resource] ?? ''
      const ordinal = ordinalThere(part.ordinal)
      const name = migrationName(resource, ordinal, attempt)
      return { kind, name, resource, ordinal, attempt, continuity }
    }
    case 'DeleteMigration':
      return {
        kind: part.kind,
        name: migrationName(
          start.resources[part.resource] ?? '',
          ordinalThere(part.ordinal),
          part.attempt,
        ),
      }
  }
}

export const effectUses = (used: Used, part: EffectPart): void => {
  switch (part.kind) {
    case 'WriteRecord':
      recordUses(used, part.record)
      return
    case 'WriteConfiguration':
      if (part.over > 0) uses(used, part.over)
      configurationsUse(used, [part.configuration])
      return
    case 'KeepCopy':
    case 'DiscardCopy':
    case 'WithdrawConfiguration':
    case 'StampTemplate':
      configurationsUse(used, [part.configuration])
      return
    case 'CreateMigration':
    case 'DeleteMigration':
      if (part.ordinal > 0) uses(used, part.ordinal)
  }
}

export const renamedEffect = (
  start: Start,
  part: EffectPart,
  names: readonly number[],
): EffectPart => {
  switch (part.kind) {
    case 'WriteRecord':
      return { ...part, record: renamedRecord(part.record, names) }
    case 'WriteConfiguration':
      return {
        ...part,
        configuration: start.renamed(part.configuration, names),
        over: part.over < 0 ? -1 : (names[part.over] ?? 0),
      }
    case 'KeepCopy':
    case 'DiscardCopy':
    case 'WithdrawConfiguration':
    case 'StampTemplate':
      return { ...part, configuration: start.renamed(part.configuration, names) }
    case 'CreateMigration':
    case 'DeleteMigration':
      return { ...part, ordinal: names[part.ordinal] ?? 0 }
  }
}
