/**
 * Checks the Promela model and its mutants with SPIN.
 *
 *     npx tsx test/model-check/promela/run.ts [--json] [--only TEXT] [--trace]
 *
 * --only: models whose name or kind contains TEXT; --trace: prints counterexamples, move by move.
 * Exit 0: every verdict is the expected one. 1: one is not. 2: bad use, or a tool is missing.
 */
import { parseArgs } from 'node:util'
import { models } from './models.js'
import { type Result, missingTools, verify } from './verify.js'

const options = {
  json: { type: 'boolean', default: false },
  only: { type: 'string', default: '' },
  trace: { type: 'boolean', default: false },
} as const

const asExpected = ({ verdict, expected }: Result): boolean => verdict === expected

const line = (result: Result): string =>
  [
    result.kind.padEnd(8),
    result.model.padEnd(54),
    result.property.padEnd(18),
    result.verdict.padEnd(9),
    String(result.states).padStart(10),
    String(result.depth).padStart(6),
    String(result.moves ?? '-').padStart(6),
    result.seconds.toFixed(2).padStart(8),
    asExpected(result) ? '' : ` expected: ${result.expected}`,
  ].join(' ')

const heading = [
  'kind'.padEnd(8),
  'model'.padEnd(54),
  'property'.padEnd(18),
  'verdict'.padEnd(9),
  'states'.padStart(10),
  'depth'.padStart(6),
  'moves'.padStart(6),
  'seconds'.padStart(8),
].join(' ')

const run = (json: boolean, only: string, trace: boolean): number => {
  const chosen = models.filter(({ name, kind }) => name.includes(only) || kind === only)
  if (chosen.length === 0) {
    console.error(`--only ${only}: no model has this in its name. Names and kinds:`)
    models.forEach(({ name, kind }) => console.error(`  ${kind}: ${name}`))
    return 2
  }
  const missing = missingTools()
  if (missing.length > 0) {
    missing.forEach((message) => console.error(message))
    return 2
  }
  const say = json ? console.error : console.log
  say(heading)
  const results = chosen.map((model) => {
    const result = verify(model)
    say(line(result))
    if (trace) result.trace.forEach((move) => say(`    ${move}`))
    return result
  })
  if (json) {
    console.log(
      JSON.stringify(
        results.map(({ trace: moves, ...rest }) => (trace ? { ...rest, trace: moves } : rest)),
        null,
        2,
      ),
    )
  }
  const surprises = results.filter((result) => !asExpected(result)).length
  say(`${results.length - surprises} as expected, ${surprises} not`)
  return surprises === 0 ? 0 : 1
}

const main = (): number => {
  try {
    const { values } = parseArgs({ options })
    return run(values.json, values.only, values.trace)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return error instanceof TypeError ? 2 : 1
  }
}

process.exitCode = main()
