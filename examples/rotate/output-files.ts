/**
 * `--out`: the configuration of each stage as a file that kube-apiserver loads, for its owner's eyes only.
 */
import { accessSync, constants, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Concealed, reveal } from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'
import { readingError } from './reading-error.js'

/** A configuration as it was published in a stage. */
export interface Published {
  readonly stage: string
  readonly text: Concealed<string>
}

/** Stages whose configuration gets a file, in the order of a rotation. */
const fileNames: Readonly<{ [stage: string]: string }> = {
  ReadOnlyDeploy: '1-ReadOnlyDeploy.yaml',
  WritePromote: '2-WritePromote.yaml',
  Retiring: '3-Retired.yaml',
}

const nearestFolder = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path))

/** Whether the files can be written there, without writing anything. */
export const checkFolder = (folder: string): E.Either<string, string> => {
  const path = resolve(folder)
  const present = Object.values(fileNames).filter((name) => existsSync(join(path, name)))
  if (present.length > 0)
    return E.left(
      `--out: ${join(folder, present[0] ?? '')} exists and is not overwritten; name another folder`,
    )
  const nearest = nearestFolder(path)
  return E.tryCatch(
    () => {
      if (!statSync(nearest).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' })
      accessSync(nearest, constants.W_OK | constants.X_OK)
      return path
    },
    (error) => `--out: ${readingError(error)}; name a folder that may be written`,
  )
}

/** Writes the last configuration of each stage; right: the paths. */
export const writeFiles = (
  folder: string,
  published: readonly Published[],
): E.Either<string, readonly string[]> =>
  E.tryCatch(
    () => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      return Object.entries(fileNames).flatMap(([stage, name]) => {
        const last = published.findLast((each) => each.stage === stage)
        if (last === undefined) return []
        const path = join(folder, name)
        // `wx`: a file that has appeared meanwhile is not overwritten either.
        writeFileSync(path, reveal(last.text), { mode: 0o600, flag: 'wx' })
        return [path]
      })
    },
    (error) => `--out: ${readingError(error)}; name a folder that may be written`,
  )
