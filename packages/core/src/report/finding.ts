/**
 * What speaks against destroying a key: it is needed, or it cannot be told whether it is.
 */
import type { Fact } from '../observation/fact.js'
import type { Key } from '../key/key.js'
import { sameMaterial } from '../key/same-material.js'
import type { Situation } from '../rotation/situation.js'

export interface Finding {
  readonly kind: 'needed' | 'unknown'
  /** A clause about the key: "it is the active key of secrets". */
  readonly text: string
}

/** One key in one situation. */
export interface KeyView {
  readonly key: Key
  readonly situation: Situation
}

/** Looks for one kind of reason. */
export type Check = (view: KeyView) => readonly Finding[]

export const needed = (text: string): Finding => ({ kind: 'needed', text })
export const untold = (text: string): Finding => ({ kind: 'unknown', text })

/** Whether a list holds the key, or another name of it. */
export const holds = ({ key }: KeyView, keys: readonly Key[]): boolean =>
  keys.some((each) => sameMaterial(key, each))

/** What follows from a fact; if it is not known, that is the finding. */
export const whenKnown = <A>(
  fact: Fact<A>,
  what: string,
  then: (value: A) => readonly Finding[],
): readonly Finding[] =>
  fact._tag === 'Known' ? then(fact.value) : [untold(`${what}: ${fact.reason}`)]
