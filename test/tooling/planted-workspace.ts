/** A copy of the repository's configuration in a temporary folder, with files that break its rules. */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const packages = ['core', 'adapters-k8s', 'adapters-fake']

const configuration = [
  '.oxlintrc.json',
  '.dependency-cruiser.cjs',
  'package.json',
  'tsconfig.base.json',
  'test/tooling/lint',
  ...packages.flatMap((name) => [
    `packages/${name}/package.json`,
    `packages/${name}/tsconfig.json`,
  ]),
]

/** The text of each file by its path from the root of the workspace. */
export type PlantedFiles = Readonly<{ [path: string]: string }>

export interface PlantedWorkspace {
  /** Runs a tool of the repository there; returns what it wrote to stdout. */
  readonly run: (script: string, ...args: readonly string[]) => string
  readonly remove: () => void
}

export const plantWorkspace = (files: PlantedFiles): PlantedWorkspace => {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'keyroll-')))
  const place = (path: string): string => {
    mkdirSync(dirname(join(workspace, path)), { recursive: true })
    return join(workspace, path)
  }
  for (const path of configuration) cpSync(join(root, path), place(path), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!name.startsWith('.') && name !== '@keyroll')
      symlinkSync(join(root, 'node_modules', name), place(`node_modules/${name}`))
  for (const name of packages)
    symlinkSync(join(workspace, 'packages', name), place(`node_modules/@keyroll/${name}`))
  for (const [path, text] of Object.entries(files)) writeFileSync(place(path), text)
  return {
    run: (script, ...args) => {
      const { stdout, stderr, error } = spawnSync(
        process.execPath,
        [join(root, 'node_modules', script), ...args],
        { cwd: workspace, encoding: 'utf8', maxBuffer: 2 ** 26 },
      )
      if (error !== undefined || stdout === '') throw new Error(`${script} said: ${stderr}`)
      return stdout
    },
    remove: () => rmSync(workspace, { recursive: true }),
  }
}
