/**
 * The demo as one function: the words of a command line in, an exit code out.
 */
import { label } from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'
import { type Arguments, readArguments } from './arguments.js'
import { closingLines } from './closing.js'
import { conduct } from './conduct.js'
import { listed } from './measures.js'
import { screenOn } from './screen.js'
import { openingLines } from './opening.js'
import { writeFiles } from './output-files.js'
import { type Prepared, prepare } from './prepare.js'
import { type Report, labelsOf } from './report.js'
import { writers } from './rotated.js'
import { styleOf } from './style.js'
import type { Surroundings } from './surroundings.js'
import { timeline } from './timeline.js'
import { usage } from './usage.js'

/** 0: done and fine. 1: done and not fine. 2: bad input. */
export type ExitCode = 0 | 1 | 2

const exitCodeFor = ({ result, requests }: Report): ExitCode =>
  result === 'Completed' && requests.failed === 0 ? 0 : 1

const opening = ({ asked, input, rotated, wish, world, origin }: Prepared) => ({
  file: input.name,
  from: listed(labelsOf(writers(input.configuration.entries, rotated))),
  to: label(wish.key),
  origin,
  servers: asked.servers,
  seed: asked.seed,
  singleStage: asked.singleStage,
  crash: asked.crash,
  stored: world.etcd.resources,
})

const runAndTell = (
  prepared: Prepared,
  surroundings: Surroundings,
): { readonly exitCode: ExitCode; readonly complaint: string | null } => {
  const { asked, input, world, folder } = prepared
  const { out, err, coloured, clock } = surroundings
  const stream = asked.json ? err : out
  const style = styleOf(coloured && stream.columns !== null)
  const screen = screenOn({
    write: stream.write,
    columns: stream.columns,
    style,
    start: world.now,
    clock,
  })
  const lines = timeline({
    start: world.now,
    before: input.text,
    redact: input.redact,
    style,
    brief: asked.json,
    singleStage: asked.singleStage,
  })
  if (!asked.json) screen.print(openingLines(opening(prepared), style))
  const { report, run, reason, assuming } = conduct(prepared, clock, (happening) => {
    screen.print(lines(happening))
    if (happening.kind === 'Stepped') screen.progress(happening.play)
  })
  const files = folder === null ? E.right([]) : writeFiles(folder, run.published)
  screen.print(
    closingLines(
      {
        report,
        virtualSeconds: run.play.world.now - world.now,
        reason,
        assuming,
        singleStage: asked.singleStage,
        files: E.isRight(files) ? files.right : [],
      },
      style,
    ),
  )
  if (asked.json) out.write(`${JSON.stringify(report, null, 2)}\n`)
  return E.isLeft(files)
    ? { exitCode: 2, complaint: files.left }
    : { exitCode: exitCodeFor(report), complaint: null }
}

const carryOut = (asked: Arguments, surroundings: Surroundings): ExitCode => {
  const { err } = surroundings
  const prepared = prepare(asked, surroundings)
  if (E.isLeft(prepared)) return refuse(prepared.left, surroundings)
  for (const warning of prepared.right.input.warnings) err.write(`warning: ${warning}\n`)
  const { exitCode, complaint } = runAndTell(prepared.right, surroundings)
  return complaint === null ? exitCode : refuse(complaint, surroundings)
}

const refuse = (complaint: string, { err }: Surroundings): ExitCode => {
  err.write(`demo: ${complaint}\n`)
  return 2
}

/** Runs the demo. */
export const rotate = (words: readonly string[], surroundings: Surroundings): ExitCode => {
  const asked = readArguments(words)
  if (E.isLeft(asked)) return refuse(asked.left, surroundings)
  switch (asked.right.kind) {
    case 'Help':
      surroundings.out.write(usage)
      return 0
    case 'Run':
      return carryOut(asked.right.arguments, surroundings)
  }
}
