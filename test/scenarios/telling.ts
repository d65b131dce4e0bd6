/** A story as text, for people who look at one that has failed. */
import { isDeepStrictEqual } from 'node:util'
import { type Decision, type Effect, type Observation, type PortError, label } from '@keyroll/core'
import type { Move } from '@keyroll/adapters-fake'

/** What happened: a turn of the controller, or a move of the world. */
export type Told =
  | {
      readonly kind: 'Turn'
      readonly at: number
      readonly look: Observation['look']
      readonly decision: Decision
      readonly error: PortError | null
    }
  | { readonly kind: 'Move'; readonly at: number; readonly move: Move }

const effectText = (effect: Effect): string => {
  switch (effect.kind) {
    case 'WriteRecord': {
      const [newest] = effect.record.history
      const keys = effect.record.entries.map(
        ({ activeKey, targetKey, older }) =>
          `${label(activeKey)}>${targetKey === null ? '-' : label(targetKey)}` +
          (older.length === 0 ? '' : `(${older.map(label).join(' ')})`),
      )
      return `WriteRecord ${newest?.state ?? '-'} ${keys.join(', ')}`
    }
    case 'WriteConfiguration':
    case 'KeepCopy':
      return `${effect.kind} ${'change' in effect ? effect.change : effect.of} ${effect.ordinal?.step ?? '-'} ${effect.entries
        .map(({ keys }) => keys.map(label).join(' '))
        .join(' | ')}`
    case 'WriteCondition':
      return `WriteCondition ${effect.condition.status} ${effect.condition.reason}: ${effect.condition.message}`
    case 'CreateMigration':
    case 'DeleteMigration':
      return `${effect.kind} ${effect.name}`
    case 'TouchResource':
      return `TouchResource ${effect.resource}`
    case 'StampTemplate':
    case 'DiscardCopy':
    case 'WithdrawConfiguration':
      return `${effect.kind} ${effect.ordinal?.epoch ?? '-'}.${effect.ordinal?.step ?? '-'}`
  }
}

const shortened = (text: string): string =>
  text.replaceAll(/[0-9a-f]{32,}/g, '#').replaceAll('kube-apiserver-', 'kas-')

const lineOf = (told: Told, from: number): string => {
  const at = `${told.at - from}s`.padStart(7)
  if (told.kind === 'Move') {
    const { kind, ...rest } = told.move
    return shortened(`${at}         ${kind} ${JSON.stringify(rest)}`)
  }
  const { stage, row, gate, effect, refusal } = told.decision
  return shortened(
    [
      `${at} ${told.look.padEnd(7)} ${stage} ${row}`,
      ...(gate === null ? [] : [`${gate.reason}(${gate.about.join('; ').slice(0, 60)})`]),
      ...(effect === null ? [] : [`=> ${effectText(effect)}`]),
      ...(refusal === null ? [] : [`refused ${refusal.code}`]),
      ...(told.error === null ? [] : [`!! ${told.error.kind}: ${told.error.message}`]),
    ].join(' '),
  )
}

const dull: readonly Move['kind'][] = ['Tick', 'MigrationSteps', 'WriteLands']

/** A look that found nothing new. */
const repeats = (told: Told, before: Told | undefined): boolean =>
  told.kind === 'Turn' &&
  before?.kind === 'Turn' &&
  told.decision.effect === null &&
  before.decision.effect === null &&
  isDeepStrictEqual({ ...told.decision, nextLook: null }, { ...before.decision, nextLook: null })

/** What has been told, and what came next; what tells nothing is left out. */
export const toldAfter = (told: readonly Told[], next: readonly Told[]): readonly Told[] =>
  next.reduce<readonly Told[]>(
    (sofar, each) =>
      (each.kind === 'Move' && dull.includes(each.move.kind)) || repeats(each, sofar.at(-1))
        ? sofar
        : [...sofar, each],
    told,
  )

const shown = 120

/** The last lines of a story; what repeats one of the two lines before it is left out. */
export const telling = (told: readonly Told[]): string => {
  const from = told[0]?.at ?? 0
  const lines = told.map((each) => lineOf(each, from))
  const said = (line: string | undefined): string => line?.slice(8) ?? ''
  return lines
    .filter((line, at) => ![lines[at - 1], lines[at - 2]].some((each) => said(each) === said(line)))
    .slice(-shown)
    .join('\n')
}

/** Ends a story that has gone wrong. */
export const fail = (told: readonly Told[], what: string): never => {
  throw new Error(`${what}\n${telling(told)}`)
}
