/** Runs one model: spin writes the checker, gcc compiles it, and it visits every state. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Model, type Verdict, propertyBits } from './models.js'

export type Result = {
  readonly model: string
  readonly kind: Model['kind']
  readonly flags: readonly string[]
  /** What was asked; of a violation, the property that was found to be broken. */
  readonly property: string
  readonly verdict: Verdict
  readonly expected: Verdict
  readonly states: number
  /** Of the search, in steps of the checker. */
  readonly depth: number
  /** Length of the counterexample; null where there is none. */
  readonly moves: number | null
  readonly seconds: number
  /** The counterexample, one line per move. */
  readonly trace: readonly string[]
}

const source = join(import.meta.dirname, 'keyroll.pml')

const tools = [
  ['spin', '-V', 'apt-get install spin (Debian, Ubuntu), or https://spinroot.com'],
  ['gcc', '--version', 'apt-get install gcc (Debian, Ubuntu)'],
] as const

/** The tools that are not there, each with its remedy. */
export const missingTools = (): readonly string[] =>
  tools
    .filter(([tool, flag]) => spawnSync(tool, [flag]).status !== 0)
    .map(([tool, , remedy]) => `${tool} is not installed or does not run: ${remedy}`)

const isLivelockSearch = (model: Model): boolean => model.property === 'L3'

/** Counterexamples of assertions come from a breadth-first search: they are the shortest. */
const isBreadthFirst = (model: Model): boolean =>
  model.expected === 'violated' && !isLivelockSearch(model)

const flagsOf = (model: Model): readonly string[] => {
  const bits = model.expected === 'violated' ? (propertyBits[model.property] ?? 0) : null
  const properties = isLivelockSearch(model) ? 0 : bits
  const flags = {
    ...model.flags,
    ...(properties === null ? {} : { PROPERTIES: properties }),
    ...(isLivelockSearch(model) ? { LIVENESS: true } : {}),
    ...(isBreadthFirst(model) ? { SHOWN: true } : {}),
  }
  return Object.entries(flags).map(([name, value]) =>
    value === true ? `-D${name}` : `-D${name}=${value}`,
  )
}

const compilerFlags = (model: Model): readonly string[] => [
  '-O2',
  '-w',
  '-DNOREDUCE', // one process: nothing to reduce
  '-DNOFAIR',
  '-DMEMLIM=4000',
  ...(isLivelockSearch(model) ? ['-DNP'] : ['-DSAFETY']),
  ...(isBreadthFirst(model) ? ['-DBFS'] : []),
]

const command = (folder: string, program: string, options: readonly string[]): string => {
  const { stdout, stderr, status, error } = spawnSync(program, options, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (error !== undefined || status !== 0) {
    throw new Error(`${program} failed: ${error?.message ?? ''}\n${stdout ?? ''}${stderr ?? ''}`)
  }
  return stdout
}

const numberAfter = (pattern: RegExp, output: string): number => Number(pattern.exec(output)?.[1])

const brokenProperty = (output: string, asked: string): string => {
  const bit = numberAfter(/assertion violated.*?\d+&(\d+)/, output)
  return Object.entries(propertyBits).find(([, value]) => value === bit)?.[0] ?? asked
}

/** A search that was cut short proves nothing. */
const isComplete = (output: string): boolean =>
  !/Search not completed|max search depth too small|MEMLIM/.test(output)

const replay = (folder: string, flags: readonly string[]): readonly string[] =>
  command(folder, 'spin', [...flags, '-t', '-w', '-T', '-k', 'keyroll.pml.trail', source])
    .split('\n')
    .filter((line) => /^\s*MOVE |START OF CYCLE/.test(line))
    .map((line) => line.replace(/^\s*MOVE /, ''))

const verifyIn = (folder: string, model: Model): Result => {
  const flags = flagsOf(model)
  command(folder, 'spin', [...flags, '-a', source])
  command(folder, 'gcc', [...compilerFlags(model), '-o', 'pan', 'pan.c'])
  const livelock = isLivelockSearch(model) ? ['-l'] : []
  const output = command(folder, join(folder, 'pan'), [...livelock, '-m50000', '-w24'])
  const errors = numberAfter(/errors: (\d+)/, output)
  const isViolated = errors > 0 && existsSync(join(folder, 'keyroll.pml.trail'))
  if (!isViolated && (errors !== 0 || !isComplete(output))) {
    throw new Error(`The search of "${model.name}" did not end:\n${output}`)
  }
  const trace = isViolated ? replay(folder, flags) : []
  return {
    model: model.name,
    kind: model.kind,
    flags,
    property: isViolated ? brokenProperty(output, model.property) : model.property,
    verdict: isViolated ? 'violated' : 'holds',
    expected: model.expected,
    states: numberAfter(/([\d.e+]+) states, stored/, output),
    depth: numberAfter(/depth reached (\d+)/, output),
    moves: isViolated ? trace.filter((line) => !line.includes('CYCLE')).length - 1 : null,
    seconds: numberAfter(/elapsed time ([\d.]+)/, output),
    trace,
  }
}

/** Visits all states of one model; throws where a tool fails or the search cannot end. */
export const verify = (model: Model): Result => {
  const folder = mkdtempSync(join(tmpdir(), 'keyroll-promela-'))
  try {
    return verifyIn(folder, model)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
