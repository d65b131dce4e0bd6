/**
 * An effect as people read it: what keyroll does when it performs it.
 */
import { formatOrdinal } from '../configuration/ordinal.js'
import type { Ordinal } from '../configuration/ordinal.js'
import type { Record } from '../record/record.js'
import type { Effect, KeepCopy, WriteConfiguration } from '../rotation/effect.js'
import { entryPhrase, labelsOf, listed } from './phrases.js'

const numbered = (ordinal: Ordinal | null): string =>
  ordinal === null ? 'the configuration that carries no ordinal' : formatOrdinal(ordinal)

const keysOf = ({ entries }: { readonly entries: WriteConfiguration['entries'] }): string =>
  listed(entries.map(entryPhrase), '; ')

const recordText = ({ entries, history, skipped }: Record): string => {
  const active = labelsOf(entries.map(({ activeKey }) => activeKey))
  const targets = entries.flatMap(({ targetKey }) => (targetKey === null ? [] : [targetKey]))
  const state = history[0] === undefined ? '' : ` (${history[0].state})`
  const left = skipped.length === 0 ? '' : `, without ${listed(skipped)}`
  if (targets.length === 0) return `records ${active} as the active key${state}${left}`
  const to = labelsOf(targets)
  return to === active
    ? `records that everything is to be rewritten under ${to}${state}`
    : `records the rotation from ${active} to ${to}${state}`
}

const copyText = (effect: KeepCopy): string => {
  switch (effect.of) {
    case 'live':
      return `keeps a copy of the live configuration out of the servers' reach: ${keysOf(effect)}`
    case 'superseded':
      return `keeps a copy of the superseded configuration ${numbered(effect.ordinal)}, before that is withdrawn`
    case 'next':
      return `keeps a copy of the next configuration ${numbered(effect.ordinal)}, before it is published: ${keysOf(effect)}`
  }
}

const configurationText = (effect: WriteConfiguration): string => {
  const content = `configuration ${formatOrdinal(effect.ordinal)}, ${keysOf(effect)}`
  switch (effect.change) {
    case 'create':
      return `writes a configuration where there is none that counts: ${content}`
    case 'add':
      return `adds readers: ${content}`
    case 'promote':
      return `makes the target the writer: ${content}`
    case 'drop':
      return `takes keys out that are no longer needed: ${content}`
    case 'republish':
      return `publishes the same content again under a new ordinal: ${content}`
  }
}

/**
 * What an effect does, as a clause whose subject is keyroll.
 *
 * @example
 * import { effectText } from '@keyroll/core'
 *
 * assert.equal(
 *   effectText({ kind: 'DeleteMigration', name: 'encryption-migration-core-secrets-1-1-1' }),
 *   'deletes the migration encryption-migration-core-secrets-1-1-1, which is over',
 * )
 */
export const effectText = (effect: Effect): string => {
  switch (effect.kind) {
    case 'WriteRecord':
      return recordText(effect.record)
    case 'KeepCopy':
      return copyText(effect)
    case 'DiscardCopy':
      return `discards the kept copy of ${numbered(effect.ordinal)}, which nothing can need any more`
    case 'WriteConfiguration':
      return configurationText(effect)
    case 'WithdrawConfiguration':
      return `takes ${numbered(effect.ordinal)} out of the servers' reach; its copy is kept`
    case 'StampTemplate':
      return `stamps the pod template with ${formatOrdinal(effect.ordinal)}, so that the servers are rolled onto it`
    case 'CreateMigration':
      return `creates attempt ${effect.attempt} to rewrite ${effect.resource}: migration ${effect.name}`
    case 'DeleteMigration':
      return `deletes the migration ${effect.name}, which is over`
    case 'TouchResource':
      return `writes one object of ${effect.resource} back unchanged, to wake migration ${effect.migration}`
    case 'WriteCondition':
      return `sets the condition to ${effect.condition.status}, ${effect.condition.reason}: ${effect.condition.message}`
  }
}

/** What an effect does in a word or two, for a headline. */
export const effectTitle = (effect: Effect): string => {
  switch (effect.kind) {
    case 'WriteRecord':
      return recordText(effect.record)
    case 'KeepCopy':
      return 'keeps a copy'
    case 'DiscardCopy':
      return 'discards a copy'
    case 'WriteConfiguration':
      return `writes the configuration (${effect.change})`
    case 'WithdrawConfiguration':
      return 'withdraws a superseded configuration'
    case 'StampTemplate':
      return 'stamps the pod template'
    case 'CreateMigration':
      return `starts to rewrite ${effect.resource}`
    case 'DeleteMigration':
      return 'deletes a migration'
    case 'TouchResource':
      return `touches ${effect.resource}`
    case 'WriteCondition':
      return 'sets the condition'
  }
}
