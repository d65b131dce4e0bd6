/**
 * The command line of the demo: every flag checked, and every complaint one message.
 */
import { parseArgs } from 'node:util'
import * as E from 'fp-ts/lib/Either.js'

/** What the data may be rotated to. */
export const kinds = ['aescbc', 'aesgcm', 'secretbox', 'kms', 'plaintext'] as const
export type Kind = (typeof kinds)[number]

export interface Arguments {
  /** Null: the example that is shipped. */
  readonly config: string | null
  readonly to: Kind
  /** A file with the key to use; null: a fresh one is made. */
  readonly newKey: string | null
  readonly servers: number
  readonly objects: number
  readonly seed: number
  readonly singleStage: boolean
  readonly crash: boolean
  /** Null: no files are written. */
  readonly out: string | null
  readonly json: boolean
}

/** What was asked for: a run, or how to ask for one. */
export type Asked =
  { readonly kind: 'Help' } | { readonly kind: 'Run'; readonly arguments: Arguments }

const options = {
  config: { type: 'string' },
  to: { type: 'string' },
  'new-key': { type: 'string' },
  servers: { type: 'string' },
  objects: { type: 'string' },
  seed: { type: 'string' },
  out: { type: 'string' },
  output: { type: 'string', short: 'o' },
  'single-stage': { type: 'boolean' },
  crash: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

type Flag = keyof typeof options

const isFlag = (name: string): name is Flag => Object.hasOwn(options, name)

const see = 'npm run -s demo -- --help lists the flags'

interface Given {
  readonly switches: ReadonlySet<string>
  readonly values: ReadonlyMap<string, string>
}

/** Reads the words without `strict`, whose messages name no remedy. */
const given = (words: readonly string[]): E.Either<string, Given> => {
  const { tokens } = parseArgs({
    args: [...words],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const switches = new Set<string>()
  const values = new Map<string, string>()
  for (const token of tokens) {
    if (token.kind === 'positional')
      return E.left(`unexpected argument: put a flag in front of it; ${see}`)
    if (token.kind === 'option-terminator') continue
    const { name, rawName, value } = token
    if (!isFlag(name)) return E.left(`${rawName} is not a flag of the demo; ${see}`)
    if (options[name].type === 'boolean') {
      if (value !== undefined) return E.left(`${rawName} takes no value: leave it out`)
      switches.add(name)
    } else if (
      value === undefined ||
      value === '' ||
      (!token.inlineValue && /^--?[a-z]/.test(value))
    )
      return E.left(`${rawName} needs a value; ${see}`)
    else values.set(name, value)
  }
  return E.right({ switches, values })
}

const wholeNumber = (
  { values }: Given,
  flag: Flag,
  otherwise: number,
  from: number,
  to: number,
): E.Either<string, number> => {
  const text = values.get(flag)
  if (text === undefined) return E.right(otherwise)
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  return value >= from && value <= to
    ? E.right(value)
    : E.left(`--${flag} must be a whole number from ${from} to ${to}`)
}

const isKind = (text: string): text is Kind => kinds.some((kind) => kind === text)

const kind = ({ values }: Given): E.Either<string, Kind> => {
  const text = values.get('to')
  if (text === undefined) return E.right('aescbc')
  if (values.has('new-key'))
    return E.left('--to and --new-key exclude each other: a key from a file is an aescbc key')
  return isKind(text) ? E.right(text) : E.left(`--to must be one of ${kinds.join(', ')}`)
}

const json = ({ switches, values }: Given): E.Either<string, boolean> => {
  const output = values.get('output')
  if (output === undefined) return E.right(switches.has('json'))
  if (output !== 'json' && output !== 'text') return E.left('-o must be text or json')
  return output === 'text' && switches.has('json')
    ? E.left('--json and -o text exclude each other: leave one out')
    : E.right(output === 'json')
}

/** What the words ask for; left: one message that names the flag and the remedy. */
export const readArguments = (words: readonly string[]): E.Either<string, Asked> =>
  E.flatMap(given(words), (flags): E.Either<string, Asked> => {
    if (flags.switches.has('help')) return E.right({ kind: 'Help' })
    const read = {
      to: kind(flags),
      servers: wholeNumber(flags, 'servers', 3, 1, 50),
      objects: wholeNumber(flags, 'objects', 300, 1, 100_000),
      seed: wholeNumber(flags, 'seed', 1, 0, 0xffff_ffff),
      json: json(flags),
    }
    if (E.isLeft(read.to)) return read.to
    if (E.isLeft(read.servers)) return read.servers
    if (E.isLeft(read.objects)) return read.objects
    if (E.isLeft(read.seed)) return read.seed
    if (E.isLeft(read.json)) return read.json
    return E.right({
      kind: 'Run',
      arguments: {
        config: flags.values.get('config') ?? null,
        to: read.to.right,
        newKey: flags.values.get('new-key') ?? null,
        servers: read.servers.right,
        objects: read.objects.right,
        seed: read.seed.right,
        singleStage: flags.switches.has('single-stage'),
        crash: flags.switches.has('crash'),
        out: flags.values.get('out') ?? null,
        json: read.json.right,
      },
    })
  })
