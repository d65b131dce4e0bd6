/** Runs the demo in this process, and keeps what it prints. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { afterAll } from 'vitest'
import type { Report } from '../../../examples/rotate/report.js'
import { type ExitCode, rotate } from '../../../examples/rotate/rotate.js'

export interface Printed {
  readonly exitCode: ExitCode
  readonly out: string
  readonly err: string
  /** Keys that were drawn from the random source. */
  readonly drawn: readonly Uint8Array[]
}

export interface Terminal {
  /** Null: output goes to no terminal. */
  readonly columns: number | null
  readonly coloured?: boolean
}

/** What a demo with these flags prints. */
export const demo = (
  words: readonly string[],
  { columns, coloured = true }: Terminal = { columns: null },
): Printed => {
  let out = ''
  let err = ''
  const drawn: Uint8Array[] = []
  const exitCode = rotate(words, {
    out: { write: (text) => void (out += text), columns },
    err: { write: (text) => void (err += text), columns },
    coloured,
    randomBytes: (length) => {
      const bytes = new Uint8Array(randomBytes(length))
      drawn.push(bytes)
      return bytes
    },
    clock: () => performance.now(),
  })
  return { exitCode, out, err, drawn }
}

/** The document that a demo with these flags prints. */
export const report = (...words: readonly string[]): Report & { readonly exitCode: ExitCode } => {
  const { exitCode, out, err } = demo([...words, '--json'])
  if (exitCode === 2) throw new Error(`the demo refused: ${err}`)
  return { ...(JSON.parse(out) as Report), exitCode }
}

/** A folder that is gone after the tests of the file. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'keyroll-demo-'))
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** Writes a file into the folder; its path. */
export const file = (folder: string, name: string, content: string | Uint8Array): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** An EncryptionConfiguration from the text of its `resources`. */
export const configuration = (resources: string): string =>
  `apiVersion: apiserver.config.k8s.io/v1\nkind: EncryptionConfiguration\nresources:\n${resources}`
