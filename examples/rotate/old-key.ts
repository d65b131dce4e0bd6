/** Whether the keys from before may be destroyed, and why. */
import { type World, observe } from '@keyroll/adapters-fake'
import { type Destruction, type Key, isWished, safeToDestroy } from '@keyroll/core'
import type { Prepared } from './prepare.js'
import { type OldKeyReport, labels } from './report.js'
import { sealingKeys } from './rotated.js'

export interface OldKeys {
  readonly report: OldKeyReport
  /** What must hold besides, and nobody can see. */
  readonly assuming: readonly string[]
}

const once = (texts: readonly string[]): readonly string[] => [...new Set(texts)]

/** Who needs one of several keys: each reason names its key. */
const reasons = (key: Key, { because }: Destruction, alone: boolean): readonly string[] =>
  because.map((reason) => (alone ? reason : `${labels([key])}: ${reason}`))

/** One answer for all keys from before: safe only if each of them is. */
export const oldKeys = ({ rotated, wish }: Prepared, after: World): OldKeys => {
  const keys = sealingKeys(rotated).filter((key) => !isWished(wish.key, key))
  const seen = observe(after, 'fresh')
  const answers = keys.map((key) => ({ key, answer: safeToDestroy(key)(seen) }))
  return {
    report: {
      name: labels(keys),
      safeToDestroy: answers.every(({ answer }) => answer.safe),
      because: once(answers.flatMap(({ key, answer }) => reasons(key, answer, keys.length === 1))),
    },
    assuming: once(answers.flatMap(({ answer }) => answer.assuming)),
  }
}
