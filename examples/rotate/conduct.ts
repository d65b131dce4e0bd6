/**
 * Runs what was prepared, the careful way or the naive one, and draws up the report.
 */
import { type Failure, type Turn, type World, controllerOf } from '@keyroll/adapters-fake'
import { type Key, type Observation, conservative, decide, gateMessage, label } from '@keyroll/core'
import { oldKeys } from './old-key.js'
import type { Prepared } from './prepare.js'
import {
  type FailureReport,
  type Report,
  type Result,
  census,
  countEffects,
  isRotated,
  labels,
  wishedWriters,
} from './report.js'
import { writers } from './rotated.js'
import { type Decided, type Happening, type Run, run } from './run.js'
import { decideNaively } from './single-stage.js'

export interface Conducted {
  readonly run: Run
  readonly report: Report
  /** What the answer about the old key rests on besides. */
  readonly assuming: readonly string[]
  /** Why it did not complete, for people; null: it did. */
  readonly reason: string | null
}

/** Larger than any run that gets anywhere. */
const steps = 20_000_000

/** Beyond these, one request at each server and step is traffic enough. */
const fewServers = 6

/** Nothing was done, nothing is left to do until something changes, and no server is on its way. */
const isAtRest = ({ servers, api }: World, { effect, error, nextLook }: Turn): boolean =>
  effect === null &&
  error === null &&
  nextLook === null &&
  servers.length === api.deployment.replicas &&
  servers.every(({ phase, terminating }) => phase === 'Ready' && !terminating)

const played = (prepared: Prepared, tell: (happening: Happening) => void): Run => {
  const { asked, environment, world } = prepared
  const careful = decide(conservative)
  let last: Decided | null = null
  const remembered = (observation: Observation): Decided => {
    const decided = asked.singleStage ? decideNaively(observation) : careful(observation)
    last = decided
    return decided
  }
  return run({
    environment,
    options: {
      world,
      controller: controllerOf(environment, remembered),
      seed: asked.seed,
      goal: isAtRest,
      crashes: asked.crash,
      traffic: asked.servers > fewServers ? 1 : 2,
      steps,
    },
    lastDecision: () => last,
    stopAtFailure: asked.singleStage,
    tell,
  })
}

const resultOf = ({ wish }: Prepared, { play }: Run): Result => {
  if (play.requests.failed > 0) return 'Failed'
  if (play.end === 'Stuck') return 'Stuck'
  return play.end === 'Goal' && isRotated(wish, play.world) ? 'Completed' : 'Failed'
}

const reasonFor = (result: Result, { play, decision }: Run): string | null => {
  if (result === 'Completed') return null
  if (play.requests.failed > 0)
    return 'A server gave an answer that a correct one would not have given.'
  if (decision?.refusal != null) return decision.refusal.message
  if (decision?.gate != null) return `It still waits: ${gateMessage(decision.gate)}.`
  return 'It came to rest while not everything is stored under the new key alone.'
}

/** Servers name keys by their id, which holds a fingerprint; people and comparisons want the label. */
const named = (message: string, keys: readonly Key[]): string =>
  keys.reduce((text, key) => text.replaceAll(key.id, label(key)), message)

const failureReport = (failure: Failure | null, keys: readonly Key[]): FailureReport | null => {
  if (failure === null) return null
  const { answer, stage } = failure
  const { server, resource, name, message } = answer
  return { server, resource, name, stage, message: named(message, keys) }
}

/** Plays to the end; `clock` in milliseconds. */
export const conduct = (
  prepared: Prepared,
  clock: () => number,
  tell: (happening: Happening) => void,
): Conducted => {
  const began = clock()
  const { asked, input, rotated, wish, world: before } = prepared
  const done = played(prepared, tell)
  const { play, published } = done
  const after = play.world
  const { entries } = input.configuration
  const wished = wishedWriters(wish, rotated, after)
  const keys = [...rotated.flatMap((entry) => entry.keys), ...wished]
  const result = resultOf(prepared, done)
  const old = oldKeys(prepared, after)
  const { reads, lists, writes, failed, interrupted } = play.requests
  return {
    run: done,
    assuming: old.assuming,
    reason: reasonFor(result, done),
    report: {
      result,
      seed: asked.seed,
      servers: asked.servers,
      objects: asked.objects,
      from: labels(writers(entries, rotated)),
      to: labels(wished),
      stages: published.map(({ stage, ordinal, at, text }) => ({
        stage,
        epoch: ordinal.epoch,
        step: ordinal.step,
        virtualSeconds: at - before.now,
        encryptionConfiguration: input.redact(text),
      })),
      requests: { reads, lists, writes, failed, interrupted },
      firstFailure: failureReport(play.firstFailure, keys),
      census: census(prepared.played, before, after),
      oldKey: old.report,
      effects: countEffects(done.effects),
      decisions: play.turns,
      wallMilliseconds: Math.round(clock() - began),
    },
  }
}
