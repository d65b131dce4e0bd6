/**
 * safeToDestroy: may the material of a key be destroyed, and if not, who still needs it?
 *
 * Safe only if everything that could need it is known, and none of it does.
 */
import { type Key, isPlaintext } from '../key/key.js'
import { sameMaterial } from '../key/same-material.js'
import type { Observation } from '../observation/observation.js'
import type { Record } from '../record/record.js'
import { type Policy, conservative } from '../rotation/policy.js'
import { situationOf } from '../rotation/situation.js'
import type { Check, KeyView } from './finding.js'
import { assumptions, byBackups, byEtcdHistory, byStoredObjects } from './key-traces.js'
import { byConfigurations, byServers, byTheLook, byTheRecord, byTheWish } from './key-uses.js'

export interface Destruction {
  /** `Unknown` is no permission: look again, or make visible what `because` names. */
  readonly verdict: 'Safe' | 'Needed' | 'Unknown'
  /** Whether the verdict is `Safe`. */
  readonly safe: boolean
  /** Who needs the key; if nobody is known to, what cannot be told. Clauses about the key; empty if it is safe. */
  readonly because: readonly string[]
  /** What must hold besides, and no observation shows. Clauses. */
  readonly assuming: readonly string[]
}

const checks: readonly Check[] = [
  byTheRecord,
  byConfigurations,
  byServers,
  byTheWish,
  byStoredObjects,
  byEtcdHistory,
  byBackups,
  byTheLook,
]

/**
 * Whether a key may be destroyed.
 *
 * @example
 * import { nothingSeen, safeToDestroy, sealingKey } from '@keyroll/core'
 *
 * const answer = safeToDestroy(sealingKey('aescbc', 'key1', 'ab12'))(nothingSeen(1764590000))
 * assert.equal(answer.safe, false)
 * assert.equal(answer.verdict, 'Unknown')
 */
export const safeToDestroy =
  (key: Key) =>
  (observation: Observation, policy: Policy = conservative): Destruction => {
    const view: KeyView = { key, situation: situationOf(policy, observation) }
    const findings = checks.flatMap((check) => check(view))
    const needs = findings.filter(({ kind }) => kind === 'needed')
    const verdict = needs.length > 0 ? 'Needed' : findings.length > 0 ? 'Unknown' : 'Safe'
    return {
      verdict,
      safe: verdict === 'Safe',
      because: [...new Set((needs.length > 0 ? needs : findings).map(({ text }) => text))],
      assuming: assumptions(view),
    }
  }

/** Keys that the newest completed rotation moved from. */
const left = ({ history }: Record): readonly Key[] =>
  history.find(({ state }) => state === 'Completed')?.plan.map(({ from }) => from) ?? []

/**
 * The keys whose time may be over: those that a running rotation is to leave, readers that a finished one has
 * left behind, and those that it moved from. Plaintext is none of them, since it holds nothing secret.
 */
export const oldKeys = (
  observation: Observation,
  policy: Policy = conservative,
): readonly Key[] => {
  const { record, leaving } = situationOf(policy, observation)
  const current = record.entries.map(({ activeKey, targetKey }) => targetKey ?? activeKey)
  const keys = [
    ...record.entries.flatMap(({ activeKey, older }) => [activeKey, ...older]),
    ...leaving.flat(),
    ...left(record),
  ]
  return keys.filter(
    (key, at) =>
      !isPlaintext(key) &&
      !current.some((each) => sameMaterial(each, key)) &&
      keys.findIndex((each) => sameMaterial(each, key)) === at,
  )
}
