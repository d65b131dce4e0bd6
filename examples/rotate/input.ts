/**
 * The configuration to start from: read, judged as kube-apiserver does, with what ours warns of.
 */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LoadedConfiguration } from '@keyroll/adapters-fake'
import { type Problem, type Warning, parse, redact } from '@keyroll/adapters-k8s'
import { type Concealed, reveal } from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'
import { loadedFrom, problemText } from './environment.js'
import { readingError } from './reading-error.js'

export interface Input {
  /** Of the file, for people. */
  readonly name: string
  readonly text: Concealed<string>
  readonly configuration: LoadedConfiguration
  readonly warnings: readonly string[]
  /** A text as it may be shown. */
  readonly redact: (text: Concealed<string>) => string
}

/** The configuration that is shipped. */
const shipped = fileURLToPath(new URL('./encryption-configuration.yaml', import.meta.url))

const warningText = (warning: Warning): string => `${warning.rule}: ${problemText(warning)}`

/** All that is wrong in one message: a line each where there are several. */
const refusal = (name: string, problems: readonly Problem[]): string =>
  problems.length === 1
    ? `--config ${name}: ${problems.map(problemText).join('')}`
    : [
        `--config ${name}: kube-apiserver would not load it`,
        ...problems.map((problem) => `  ${problemText(problem)}`),
      ].join('\n')

/** Reads and parses the file; null: the one that is shipped. */
export const readInput = (file: string | null): E.Either<string, Input> => {
  const name = file ?? relative(process.cwd(), shipped)
  const bytes = E.tryCatch(
    () => readFileSync(file ?? shipped),
    (error) => `--config ${name}: ${readingError(error)}; name an EncryptionConfiguration file`,
  )
  if (E.isLeft(bytes)) return bytes
  const parsed = parse(new Uint8Array(bytes.right))
  if (E.isLeft(parsed)) return E.left(refusal(name, parsed.left))
  const document = parsed.right
  return E.right({
    name,
    text: document.text,
    configuration: loadedFrom(document),
    warnings: document.warnings.map(warningText),
    redact: (text) => redact(reveal(text)),
  })
}
