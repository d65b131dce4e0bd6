/**
 * explain: a decision in plain sentences, for whoever asks "why does it not go on?".
 */
import { label } from '../key/key.js'
import type { Observation } from '../observation/observation.js'
import type { Decision, NextLook } from '../rotation/decision.js'
import type { Gate } from '../rotation/gate.js'
import { type Policy, conservative } from '../rotation/policy.js'
import { rowTitles } from '../rotation/row-id.js'
import { effectText, effectTitle } from './effect-text.js'
import { elapsed } from './elapsed.js'
import { gateMessage, gateTexts, isOverdue } from './gate-text.js'
import { listed } from './phrases.js'
import { refusalRemedies } from './refusal-text.js'
import { oldKeys, safeToDestroy } from './safe-to-destroy.js'
import { stageTexts } from './stage-text.js'

export interface Explanation {
  /** One line: the stage, and what it waits for or does. */
  readonly headline: string
  /** Sentences, in the order in which they should be read. */
  readonly sentences: readonly string[]
}

const gateSentences = (held: Gate, now: number | null): readonly string[] => {
  const { remedy, usual } = gateTexts[held.reason]
  const waited =
    held.since === null || now === null ? '' : ` It has waited for ${elapsed(now - held.since)}.`
  const late =
    usual !== null && usual > 0 && now !== null && isOverdue(held, now)
      ? ` That is longer than the usual ${elapsed(usual)}.`
      : ''
  return [`It waits (${held.reason}): ${gateMessage(held)}.${waited}${late}`, remedy]
}

const refusalSentences = ({ refusal }: Decision): readonly string[] =>
  refusal === null
    ? []
    : [
        `The wish is not followed (${refusal.code}): ${refusal.message}.`,
        refusalRemedies[refusal.code],
      ]

const lookPhrase = ({ after, look }: NextLook): string => {
  const when = after < 1 ? 'at once' : `in ${elapsed(after)}`
  return look === 'fresh' ? `${when}, with fresh reads` : when
}

const nextSentences = ({ row, gate, effect, nextLook }: Decision): readonly string[] => [
  effect === null ? 'Nothing is written now.' : `Next, keyroll ${effectText(effect)}.`,
  ...(effect === null || effect.kind === 'WriteCondition' || gate !== null
    ? []
    : [`The reason: ${rowTitles[row]}.`]),
  ...(nextLook === null
    ? ['It looks again when something changes.']
    : [`It looks again ${lookPhrase(nextLook)}.`]),
]

const keySentences = (observation: Observation, policy: Policy): readonly string[] =>
  oldKeys(observation, policy).map((key) => {
    const { verdict, because, assuming } = safeToDestroy(key)(observation, policy)
    const reasons = listed(because, '; ')
    switch (verdict) {
      case 'Safe':
        return `${label(key)} is no longer needed and may be destroyed, provided that ${listed(assuming, ', and that ')}.`
      case 'Needed':
        return `${label(key)} is still needed: ${reasons}.`
      case 'Unknown':
        return `Whether ${label(key)} is still needed cannot be told: ${reasons}.`
    }
  })

const headlineOf = ({ stage, gate, effect, refusal, condition }: Decision): string => {
  if (gate !== null) return `${stage}: ${gateMessage(gate)}`
  if (effect !== null && effect.kind !== 'WriteCondition')
    return `${stage}: keyroll ${effectTitle(effect)}`
  if (refusal !== null) return `${stage}: the wish is not followed (${refusal.code})`
  return condition === null ? `${stage}: nothing to do` : `${stage}: ${condition.message}`
}

/**
 * What a decision means: the stage, the gate and since when it holds, what to do about it, what is written
 * next, and whether keys from before are still needed. Without the observation it says nothing of times and
 * old keys. The policy is the one that was decided under.
 *
 * @example
 * import { conservative, decide, explain, nothingSeen } from '@keyroll/core'
 *
 * const observation = nothingSeen(1764590000)
 * const { headline, sentences } = explain(decide(conservative)(observation), observation)
 * assert.equal(headline, 'Unknown: the record cannot be read: not observed')
 * assert.ok(sentences.includes('Nothing is written now.'))
 */
export const explain = (
  decision: Decision,
  observation?: Observation,
  policy: Policy = conservative,
): Explanation => ({
  headline: headlineOf(decision),
  sentences: [
    stageTexts[decision.stage],
    ...(decision.gate === null ? [] : gateSentences(decision.gate, observation?.now ?? null)),
    ...refusalSentences(decision),
    ...nextSentences(decision),
    ...(observation === undefined ? [] : keySentences(observation, policy)),
  ],
})

/** An explanation as text: the headline, and below it a line for each sentence. */
export const explanationText = ({ headline, sentences }: Explanation): string =>
  [headline, ...sentences.map((sentence) => `  ${sentence}`)].join('\n')
