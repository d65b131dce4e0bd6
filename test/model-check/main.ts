/**
 * `npm run check`: every interleaving of the shipped `decide` with the fake control plane, within bounds.
 */
import { parseArgs } from 'node:util'
import { type Bounds, base } from './bounds.js'
import { statements } from './properties.js'
import { type Report, check } from './report.js'

const help = `npm run -s check -- [flags]
  --replicas N (3, 1-4)      kube-apiservers
  --keys N (3, 1-4)          keys that may be wished for
  --resources N (1, 1-2)     resources of the one entry
  --objects N (2, 0-3)       objects of each resource
  --spec-changes N (2, 0-3)  how often the wish may change
  --faults N (1, 0-3)        crashes, evictions, failed pods, lost or failing migrations, lost record or configuration
  --stale-views N (1, 0-3)   a cache that stands still, or a write that lands late
  --in-flight N (1, 0-1)     writes that outlive their server, at a time
  --controllers N (1, 1-2)   2: beside the one that is stale another one always looks fresh
  --verify-every N (20000)   compare every so many states with the plain way; 0: none
  --max-seconds N            stop after so long; what was not visited is then not checked
  --extended                 a longer search: two faults
  --json                     one JSON document on stdout`

interface Limits {
  readonly least: number
  readonly most: number
}

const limits: { readonly [flag: string]: Limits } = {
  replicas: { least: 1, most: 4 },
  keys: { least: 1, most: 4 },
  resources: { least: 1, most: 2 },
  objects: { least: 0, most: 3 },
  'spec-changes': { least: 0, most: 3 },
  faults: { least: 0, most: 3 },
  'stale-views': { least: 0, most: 3 },
  'in-flight': { least: 0, most: 1 },
  controllers: { least: 1, most: 2 },
  'verify-every': { least: 0, most: 1_000_000_000 },
  'max-seconds': { least: 1, most: 1_000_000 },
}

/** Ends with exit code 2. */
const badInput = (message: string): never => {
  console.error(message)
  process.exit(2)
}

const numberIn = (flag: string, value: string | undefined, otherwise: number): number => {
  if (value === undefined) return otherwise
  const { least, most } = limits[flag] ?? { least: 0, most: 0 }
  const number = Number(value)
  return Number.isInteger(number) && number >= least && number <= most
    ? number
    : badInput(`--${flag} is ${value}: give a whole number from ${least} to ${most}`)
}

const parsed = () => {
  try {
    return parseArgs({
      options: {
        replicas: { type: 'string' },
        keys: { type: 'string' },
        resources: { type: 'string' },
        objects: { type: 'string' },
        'spec-changes': { type: 'string' },
        faults: { type: 'string' },
        'stale-views': { type: 'string' },
        'in-flight': { type: 'string' },
        controllers: { type: 'string' },
        'verify-every': { type: 'string' },
        'max-seconds': { type: 'string' },
        extended: { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    return badInput(`${error instanceof Error ? error.message : 'bad flags'}; see --help`)
  }
}

const values = parsed()
const given = new Map<string, unknown>(Object.entries(values))

const flag = (name: string, otherwise: number): number => {
  const value = given.get(name)
  return numberIn(name, typeof value === 'string' ? value : undefined, otherwise)
}

const extended = values['extended'] === true
const bounds: Bounds = {
  replicas: flag('replicas', base.replicas),
  keys: flag('keys', base.keys),
  resources: flag('resources', base.resources),
  objects: flag('objects', base.objects),
  specChanges: flag('spec-changes', base.specChanges),
  faults: flag('faults', extended ? 2 : base.faults),
  staleViews: flag('stale-views', base.staleViews),
  inFlight: flag('in-flight', base.inFlight),
  controllers: flag('controllers', base.controllers),
  extended,
}

const print = (report: Report): void => {
  const { states, transitions, depth, seconds, longestPathToGoal, complete } = report
  for (const [id, verdict] of Object.entries(report.properties))
    console.log(
      `${id.padEnd(4)} ${verdict.padEnd(12)} ${Object.entries(statements).find(([each]) => each === id)?.[1] ?? ''}`,
    )
  for (const [name, count] of Object.entries(report.witnesses))
    console.log(`${String(count).padStart(12)}  ${name}`)
  for (const { property, about, trace } of report.violations) {
    console.log(`\n${property} is violated after ${trace.length - 1} moves ${about}`)
    for (const { move, state } of trace) console.log(`  ${move}\n      ${state}`)
  }
  console.log(
    `${states} states, ${transitions} transitions, depth ${depth}, longest path to the goal ${longestPathToGoal ?? '-'}, ${seconds} s${complete ? '' : ', not complete'}`,
  )
}

if (values['help'] === true) console.log(help)
else {
  const maxSeconds = flag('max-seconds', 0)
  const report = check({
    bounds,
    verifyEvery: flag('verify-every', 20_000),
    ...(maxSeconds > 0 ? { maxSeconds } : {}),
    progress: (states, expanded, depth) => {
      if (expanded > 0 && expanded % (1 << 19) === 0)
        console.error(`${states} states found, ${expanded} looked at, depth ${depth}`)
    },
  })
  if (values['json'] === true) console.log(JSON.stringify(report, null, 2))
  else print(report)
  process.exitCode = report.complete && report.violations.length === 0 ? 0 : 1
}
