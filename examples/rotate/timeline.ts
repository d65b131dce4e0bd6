/**
 * The lines that tell of a run while it happens: one block per stage, with what was published and what was
 * waited for.
 */
import { type Requests, type World, noRequests } from '@keyroll/adapters-fake'
import { type Concealed, type Gate, type Key, type Stage, formatOrdinal } from '@keyroll/core'
import { difference } from './difference.js'
import { clock, counted, listed } from './measures.js'
import { labelsOf } from './report.js'
import type { Happening, Published } from './run.js'
import type { Style } from './style.js'
import { type Waits, noWaits, waitLines, waited } from './waits.js'

export interface TimelineRequest {
  readonly start: number
  /** The configuration before the run. */
  readonly before: Concealed<string>
  readonly redact: (text: Concealed<string>) => string
  readonly style: Style
  /** Headings and waits, without what was published. */
  readonly brief: boolean
  readonly singleStage: boolean
}

/** Between two happenings. */
interface Telling {
  readonly stage: string | null
  readonly waits: Waits
  /** The gate since the last decision. */
  readonly gate: Gate | null
  readonly decidedAt: number
  /** The configuration published last, redacted. */
  readonly text: string
  readonly restarts: { readonly controller: number; readonly server: number }
  readonly requests: Requests
  /** Requests before the stage. */
  readonly before: Requests
}

/** Keys as the record names them now: whereto, and where from. */
const keysIn = ({ api: { record } }: World): { readonly from: string; readonly to: string } => {
  const entries = record?.entries ?? []
  const named = (keys: readonly Key[]): string => listed(labelsOf(keys))
  return {
    from: named(entries.map(({ activeKey }) => activeKey)),
    to: named(entries.map(({ activeKey, targetKey }) => targetKey ?? activeKey)),
  }
}

const meaning = (stage: Stage, world: World, singleStage: boolean): string => {
  const { from, to } = keysIn(world)
  switch (stage) {
    case 'ReadOnlyDeploy':
      return `every server learns to read ${to}; ${from} still writes`
    case 'WritePromote':
      if (singleStage) return 'the new key at once, without a stage in which it is only read'
      return from === to
        ? `${to} writes, once more from the start`
        : `${to} writes; ${from} is still read`
    case 'Migrating':
      return `every stored object is rewritten${singleStage ? '' : ` under ${to}`}`
    case 'Retiring':
      return 'what the rotation left behind leaves the configuration'
    case 'Steady':
    case 'Unencrypted':
      return ''
    case 'Unknown':
      return 'not enough can be seen to act'
  }
}

/** A stage that only says that nothing is to be done gets no heading. */
const isTold = (stage: Stage): boolean => stage !== 'Steady' && stage !== 'Unencrypted'

const waitsOf = ({ waits }: Telling, style: Style): readonly string[] =>
  waitLines(waits).map(
    ({ seconds, text }) => `      ${style.accent(`waited ${clock(seconds)}`)} ${text}`,
  )

const answered = ({ reads, lists, writes }: Requests): number => reads + lists + writes

/** Ends a block: what was waited for, what died, and what clients were answered meanwhile. */
const closing = (telling: Telling, style: Style): readonly string[] => {
  if (telling.stage === null) return []
  const { requests, before, restarts } = telling
  const killed = [
    ...(restarts.controller === 0
      ? []
      : [`the controller ${counted(restarts.controller, 'time')}`]),
    ...(restarts.server === 0 ? [] : [`servers ${counted(restarts.server, 'time')}`]),
  ].join(', ')
  const failed = requests.failed - before.failed
  const meanwhile = `${counted(answered(requests) - answered(before), 'request')} meanwhile, `
  return [
    ...waitsOf(telling, style),
    ...(killed === '' ? [] : [`      ${style.accent('killed')} ${killed}`]),
    `      ${style.quiet(meanwhile)}${failed === 0 ? style.quiet('0 failed') : style.bad(`${failed} failed`)}`,
  ]
}

const noRestarts: Telling['restarts'] = { controller: 0, server: 0 }

/** A teller: it is handed what happens, and answers with the lines to print. */
export const timeline = (
  request: TimelineRequest,
): ((happening: Happening) => readonly string[]) => {
  const { start, style, singleStage } = request
  let now: Telling = {
    stage: null,
    waits: noWaits,
    gate: null,
    decidedAt: start,
    text: request.redact(request.before),
    restarts: noRestarts,
    requests: noRequests,
    before: noRequests,
  }
  const waitedUntil = (at: number): Waits => waited(now.waits, now.gate, at - now.decidedAt)
  const decided = (happening: Extract<Happening, { kind: 'Decided' }>): readonly string[] => {
    const { at, decision, turn } = happening
    const { stage, gate } = decision
    now = { ...now, waits: waitedUntil(at), gate, decidedAt: at }
    // A look that only asks for a better one tells nothing of the stage.
    if (stage === now.stage || gate?.reason === 'StaleView' || !isTold(stage)) return []
    const lines = closing(now, style)
    now = { ...now, stage, waits: noWaits, restarts: noRestarts, before: now.requests }
    return [
      ...lines,
      '',
      `  ${style.quiet(clock(at - start).padStart(6))}  ${style.strong(stage.padEnd(14))}  ${meaning(stage, turn.world, singleStage)}`,
    ]
  }
  const published = ({ text: written, ordinal }: Published): readonly string[] => {
    const text = request.redact(written)
    const lines = [
      ...waitsOf(now, style),
      `      ${style.accent('published')} configuration ${formatOrdinal(ordinal)}`,
      ...(request.brief ? [] : difference(now.text, text, style)),
    ]
    now = { ...now, text, waits: noWaits }
    return lines
  }
  return (happening) => {
    switch (happening.kind) {
      case 'Decided':
        return decided(happening)
      case 'Published':
        return published(happening.published)
      case 'Restarted': {
        const { restarts } = now
        now = { ...now, restarts: { ...restarts, [happening.who]: restarts[happening.who] + 1 } }
        return []
      }
      case 'Stepped':
        now = { ...now, requests: happening.play.requests }
        return []
      case 'Ended':
        return closing({ ...now, waits: waitedUntil(happening.at) }, style)
    }
  }
}
