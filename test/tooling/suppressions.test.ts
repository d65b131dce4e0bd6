import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Split, so that this file does not find itself. */
const suppressions = [
  ['oxlint', '-disable'],
  ['eslint', '-disable'],
  ['@ts', '-ignore'],
  ['@ts', '-nocheck'],
  ['@ts', '-expect-error'],
].map((parts) => parts.join(''))

const sourcesOf = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|js|cjs|tsx)$/.test(path))
    .filter((path) => !/(^|\/)(node_modules|dist|generated)\//.test(path))
    .map((path) => join(folder, path))

it('no file silences the compiler or the linter', () => {
  const sources = ['packages', 'examples', 'test'].flatMap(sourcesOf)
  expect(sources).toContain('packages/core/src/index.ts')
  const silent = sources.filter((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return suppressions.some((suppression) => text.includes(suppression))
  })
  // The planted faults of the linter's own test hold one as text.
  expect(silent).toEqual(['test/tooling/lint.test.ts'])
})
