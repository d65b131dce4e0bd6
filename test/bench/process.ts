/**
 * Whole processes: how long they take, and how much memory they hold at most.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type Figure, atMost, median } from './figure.js'

interface Run {
  readonly seconds: number
  readonly status: number | null
}

const run = (command: string, args: readonly string[]): Run => {
  const from = process.hrtime.bigint()
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  return { seconds: Number(process.hrtime.bigint() - from) / 1e9, status }
}

const demo = (objects: number): Run =>
  run('npm', ['run', '-s', 'demo', '--', '--json', '--objects', String(objects), '--seed', '1'])

/** The most memory that a child of this process has held so far, MiB; null where the system does not tell. */
const demoMemory = (objects: number): number | null => {
  const preload = `data:text/javascript,${encodeURIComponent(
    `process.on('exit', () => process.stderr.write('maxrss ' + process.resourceUsage().maxRSS + '\\n'))`,
  )}`
  const { stderr } = spawnSync(
    'npm',
    ['run', '-s', 'demo', '--', '--json', '--objects', String(objects), '--seed', '1'],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, NODE_OPTIONS: `--import=${preload}` },
    },
  )
  const sizes = [...stderr.matchAll(/^maxrss (\d+)$/gm)].map(([, kib]) => Number(kib) / 1024)
  return sizes.length === 0 ? null : Math.max(...sizes)
}

const failed = (figure: Figure, status: number | null): Figure =>
  status === 0 ? figure : { ...figure, goal: `${figure.goal}, exit 0`, met: false }

/** The demo at two sizes. */
export const demoFigures = (quick: boolean): readonly Figure[] => {
  const small = Array.from({ length: quick ? 3 : 5 }, () => demo(300))
  const large = demo(10_000)
  const memory = demoMemory(10_000)
  return [
    failed(
      atMost('demo, 300 objects, 3 servers', 's', median(small.map(({ seconds }) => seconds)), 3),
      small.find(({ status }) => status !== 0)?.status ?? 0,
    ),
    failed(atMost('demo, 10,000 objects', 's', large.seconds, 20), large.status),
    ...(memory === null ? [] : [atMost('demo, 10,000 objects, memory', 'MiB', memory, 400)]),
  ]
}

/** What importing a package costs above an empty process; both take turns. */
export const importFigure = (name: string, limit: number, quick: boolean): Figure => {
  const empty: number[] = []
  const loaded: number[] = []
  const { exports } = JSON.parse(
    readFileSync(new URL(`../../packages/${name}/package.json`, import.meta.url), 'utf8'),
  ) as { readonly exports: { readonly '.': { readonly default: string } } }
  const entry = new URL(`../../packages/${name}/${exports['.'].default}`, import.meta.url).href
  for (let round = 0; round < (quick ? 5 : 15); round += 1) {
    empty.push(run(process.execPath, ['--input-type=module', '-e', '']).seconds)
    loaded.push(
      run(process.execPath, ['--input-type=module', '-e', `import ${JSON.stringify(entry)}`])
        .seconds,
    )
  }
  const [base, ours] = [median(empty) * 1000, median(loaded) * 1000]
  return {
    ...atMost(`import of @keyroll/${name}, above an empty process`, 'ms', ours - base, limit),
    peer: { name: 'empty process', value: base },
    ratio: ours / base,
  }
}
