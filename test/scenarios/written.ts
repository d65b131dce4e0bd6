/** What keyroll has written in a story, and by which rows: `thenSee(itDid('CreateMigration', 1))`. */
import { type Effect, type EffectKind, isKms, label } from '@keyroll/core'
import { expect } from 'vitest'
import type { Check } from './checks.js'
import type { Story } from './setting.js'

const performed = ({ told }: Story): readonly Effect[] =>
  told.flatMap((each) =>
    each.kind === 'Turn' && each.decision.effect !== null && each.error === null
      ? [each.decision.effect]
      : [],
  )

const textOf = (effect: Effect): string => {
  switch (effect.kind) {
    case 'WriteRecord':
      return `record ${effect.record.history[0]?.state ?? 'adopted'}`
    case 'WriteConfiguration':
      return `configuration ${effect.change}`
    case 'KeepCopy':
    case 'DiscardCopy':
    case 'WithdrawConfiguration':
    case 'StampTemplate':
    case 'CreateMigration':
    case 'DeleteMigration':
    case 'TouchResource':
    case 'WriteCondition':
      return effect.kind
  }
}

/** Everything that was written, in order; conditions and touches apart. */
export const itWrote =
  (...effects: readonly string[]): Check =>
  (story) =>
    expect(
      performed(story)
        .filter(({ kind }) => kind !== 'WriteCondition' && kind !== 'TouchResource')
        .map(textOf),
    ).toEqual(effects)

/** No configuration that was published ever had more KMS keys than that. */
export const atMostKmsKeys =
  (slots: number): Check =>
  (story) => {
    for (const effect of performed(story))
      if (effect.kind === 'WriteConfiguration') {
        const keys = effect.entries.flatMap((entry) => entry.keys.filter(isKms).map(label))
        expect(new Set(keys).size, keys.join(' ')).toBeLessThanOrEqual(slots)
      }
  }

/** How often an effect of the kind was done. */
export const itDid =
  (kind: EffectKind, times: number): Check =>
  (story) =>
    expect(performed(story).filter((effect) => effect.kind === kind)).toHaveLength(times)

/** No look so far has asked for an effect of that kind. */
export const itNeverDid = (kind: EffectKind): Check => itDid(kind, 0)

/** A row of the decision table was decided by at some time. */
export const itDecidedBy =
  (row: string): Check =>
  ({ told }) =>
    expect(
      told.some((each) => each.kind === 'Turn' && each.decision.row === row),
      `it never decided by ${row}`,
    ).toBe(true)
