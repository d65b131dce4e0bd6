/** What can be seen in a story: `thenSee(noFailedRead, everythingIsUnder(B))`. */
import {
  type Condition,
  type GateReason,
  type HistoryState,
  type Key,
  type RefusalCode,
  explain,
  isWished,
  label,
  safeToDestroy,
  sameOrdinal,
  storedPrefix,
} from '@keyroll/core'
import { censusOf, observe } from '@keyroll/adapters-fake'
import { expect } from 'vitest'
import { liveIn } from './live.js'
import { lastDecision } from './moments.js'
import type { Story } from './setting.js'

export type Check = (story: Story) => void

/** Clients have asked, and every server that serves has answered as it should. */
export const noFailedRead: Check = ({ play: { requests, firstFailure } }) => {
  expect(firstFailure).toBeNull()
  expect(requests.failed).toBe(0)
  expect(requests.reads).toBeGreaterThan(0)
}

/** Some client was answered with an error, in that stage. */
export const failedReadsIn =
  (stage: string): Check =>
  ({ play }) =>
    expect(play.firstFailure?.stage).toBe(stage)

/** The stored bytes say so, for all resources or for those named. */
export const everythingIsUnder =
  (key: Key, resources?: readonly string[]): Check =>
  ({ play: { world } }) => {
    const lines = censusOf(world).filter(
      ({ resource }) => resources === undefined || resources.includes(resource),
    )
    const prefix = storedPrefix(key)
    // A KMS key has a name of its own in each entry.
    const named = (found: string): boolean =>
      found === prefix || (found.startsWith(`${prefix}-`) && key.provider === 'kmsv2')
    expect(lines.length).toBeGreaterThan(0)
    for (const { resource, prefixes } of lines)
      expect(
        Object.keys(prefixes).filter((found) => !named(found)),
        `${resource} not under ${label(key)}`,
      ).toEqual([])
  }

/** Something is still stored under the key. */
export const somethingIsUnder =
  (key: Key): Check =>
  ({ play: { world } }) =>
    expect(world.etcd.resources.flatMap(({ under }) => Object.keys(under))).toContain(key.id)

/** The live configuration lists these keys for the resource, in this order. */
export const theConfigurationReads =
  (resource: string, ...keys: readonly Key[]): Check =>
  ({ play: { world } }) => {
    const entry = liveIn(world)?.loaded.entries.find(({ resources }) =>
      resources.includes(resource),
    )
    expect(entry?.keys.map(label)).toEqual(keys.map(label))
  }

/** What the record holds, for every entry; a KMS key may have a name of its own in each. */
export const theRecordHolds =
  (active: Key, target: Key | null = null): Check =>
  ({ play: { world } }) => {
    const entries = world.api.record?.entries ?? []
    expect(entries.length).toBeGreaterThan(0)
    for (const { activeKey, targetKey } of entries) {
      expect(isWished(active, activeKey), `${label(activeKey)}, not ${label(active)}`).toBe(true)
      if (target === null || targetKey === null)
        expect(targetKey === null ? null : label(targetKey)).toBe(target)
      else expect(isWished(target, targetKey), `to ${label(targetKey)}`).toBe(true)
    }
  }

/** States of the history, newest first. */
export const theHistoryIs =
  (...states: readonly HistoryState[]): Check =>
  ({ play: { world } }) =>
    expect(world.api.record?.history.map(({ state }) => state)).toEqual(states)

const short = ({ status, reason }: Condition): string => `${status} ${reason}`

const distinct = (items: readonly string[]): readonly string[] =>
  items.filter((item, at) => item !== items[at - 1])

/** What users were told since the beginning: status and reason, in order. */
export const usersWereTold =
  (...conditions: readonly string[]): Check =>
  (story) =>
    expect(distinct(story.conditions.map(short))).toEqual(conditions)

/** What users are told now. */
export const usersAreTold =
  (condition: string, message?: RegExp): Check =>
  ({ play: { world } }) => {
    const standing = world.api.condition
    expect(standing === null ? null : short(standing)).toBe(condition)
    if (message !== undefined) expect(standing?.message).toMatch(message)
  }

/** keyroll waits, says for what, and names what is in the way. */
export const itHoldsFor =
  (reason: GateReason, about?: RegExp): Check =>
  (story) => {
    const held = lastDecision(story)?.gate
    expect(held?.reason).toBe(reason)
    if (about !== undefined) expect(held?.about.join('; ')).toMatch(about)
  }

/** The wish is not followed, and the refusal has this code. */
export const itRefuses =
  (code: RefusalCode): Check =>
  (story) =>
    expect(lastDecision(story)?.refusal?.code).toBe(code)

export const nothingIsRefused: Check = (story) =>
  expect(lastDecision(story)?.refusal ?? null).toBeNull()

/** What a person who asks is told. */
export const explained =
  (...texts: readonly RegExp[]): Check =>
  (story) => {
    const decision = lastDecision(story)
    if (decision === null) throw new Error('nothing has been decided')
    const { headline, sentences } = explain(
      decision,
      observe(story.play.world, 'fresh'),
      story.setting.policy,
    )
    for (const text of texts) expect([headline, ...sentences].join('\n')).toMatch(text)
  }

const destruction = ({ play, setting }: Story, key: Key) =>
  safeToDestroy(key)(observe(play.world, 'fresh'), setting.policy)

/** Nothing needs the key any more. */
export const mayBeDestroyed =
  (key: Key): Check =>
  (story) =>
    expect(destruction(story, key).because).toEqual([])

/** The key is still needed, and why. */
export const isStillNeeded =
  (key: Key, because?: RegExp): Check =>
  (story) => {
    const { safe, because: reasons } = destruction(story, key)
    expect(safe, `${label(key)} may be destroyed`).toBe(false)
    if (because !== undefined) expect(reasons.join('; ')).toMatch(because)
  }

/** All servers run the one configuration that is stored, and nothing lies about. */
export const nothingIsLeftBehind: Check = ({ play: { world } }) => {
  const live = liveIn(world)
  expect(world.api.configurations).toHaveLength(1)
  expect(world.api.migrations).toEqual([])
  expect(world.api.deployment.template.hash).toBe(live?.loaded.hash)
  expect(world.servers).toHaveLength(world.api.deployment.replicas)
  for (const { process, phase, ordinal } of world.servers) {
    expect(phase).toBe('Ready')
    expect(process?.loaded?.hash).toBe(live?.loaded.hash)
    expect(sameOrdinal(ordinal, live?.loaded.ordinal ?? null)).toBe(true)
  }
}

/** Two looks at a control plane at rest, cached and fresh, lead to nothing. */
export const nothingIsLeftToDo: Check = ({ play: { world }, setting }) => {
  for (const look of ['cached', 'fresh'] as const) {
    const { effect, gate } = setting.decide(setting.policy)(observe(world, look))
    expect(effect).toBeNull()
    expect(gate).toBeNull()
  }
}

/** The whole of a happy end: everything under the key, said so, and nothing left of the way there. */
export const itIsDone =
  (key: Key): Check =>
  (story) => {
    for (const check of [
      noFailedRead,
      everythingIsUnder(key),
      theRecordHolds(key),
      nothingIsLeftBehind,
      nothingIsLeftToDo,
      usersAreTold('True ReEncryptionCompleted'),
    ])
      check(story)
  }
