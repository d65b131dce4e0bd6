/** What people are told after a run. */
import { clock, count, counted, wrapped } from './measures.js'
import type { FailureReport, Report } from './report.js'
import type { Style } from './style.js'
import { census, row, width } from './table.js'

export interface Closing {
  readonly report: Report
  readonly virtualSeconds: number
  /** What the answer about the old key rests on besides. */
  readonly assuming: readonly string[]
  /** Why the run ended as it did, where it did not complete; null: it did. */
  readonly reason: string | null
  readonly singleStage: boolean
  /** Files that were written. */
  readonly files: readonly string[]
}

const luck =
  'Nothing broke this time: that is the luck of this seed, not safety. Another --seed may show it.'

const verdict = (closing: Closing, style: Style): readonly string[] => {
  const { report, virtualSeconds } = closing
  const text = closing.reason ?? (closing.singleStage ? luck : null)
  const took = `${clock(virtualSeconds)} of the cluster's time, ${(report.wallMilliseconds / 1000).toFixed(1)} s of yours`
  const head =
    report.result === 'Completed'
      ? style.good(style.strong('  ✓ Completed'))
      : style.bad(style.strong(`  ✗ ${report.result}`))
  return [
    `${head} in ${took}`,
    ...(text === null ? [] : wrapped(text, width).map((line) => `    ${line}`)),
  ]
}

/** What a careful rotation would have done otherwise. */
const lesson = (stage: string): string =>
  stage === 'Retiring'
    ? 'A key has left while something was still stored under it, or was about to be. Without --single-stage, nothing is migrated before the last write of a former server has landed, and no key leaves before that is shown.'
    : 'A server that has the new key already wrote it; this one cannot read that yet. Without --single-stage, nothing is written with the new key before every server can read it.'

const failureLines = (
  failure: FailureReport,
  singleStage: boolean,
  style: Style,
): readonly string[] => {
  const { server, resource, name, stage, message } = failure
  const what = name === null ? `the list of ${resource}` : `${resource} ${name}`
  return [
    ...row('first failure', `${server} could not answer for ${what}, in stage ${stage}:`, style),
    ...row('', message, style),
    ...(singleStage ? row('', lesson(stage), style) : []),
  ]
}

/** Result, requests, census and what may be done with the old key. */
export const closingLines = (closing: Closing, style: Style): readonly string[] => {
  const { report } = closing
  const { reads, lists, writes, failed, interrupted } = report.requests
  const { name, safeToDestroy, because } = report.oldKey
  return [
    '',
    ...verdict(closing, style),
    '',
    ...row(
      'requests',
      `${counted(reads, 'read')}, ${counted(lists, 'list')}, ${counted(writes, 'write')}: ${count(failed)} failed${interrupted === 0 ? '' : `, ${count(interrupted)} interrupted`}`,
      style,
    ),
    ...(report.firstFailure === null
      ? []
      : failureLines(report.firstFailure, closing.singleStage, style)),
    ...census(
      'stored now',
      report.census.map(({ resource, after }) => ({ resource, prefixes: after })),
      style,
    ),
    ...row('old key', `${name} ${safeToDestroy ? 'may be destroyed' : 'must be kept'}`, style),
    ...because.flatMap((reason) => row('', `· ${reason}`, style)),
    ...(safeToDestroy ? closing.assuming : []).flatMap((text, at) =>
      row('', `${at === 0 ? 'as long as' : 'and'} ${text}`, style),
    ),
    ...closing.files.flatMap((file, at) => row(at === 0 ? 'files' : '', file, style)),
    '',
  ]
}
