/**
 * Writes what the documentation shows as tests, anew: each example is a module of its own, word for word,
 * and one test of each group imports them one by one.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  asserts,
  type DocExample,
  examplesOfMarkdown,
  examplesOfSource,
  moduleOf,
} from './doc-examples.js'

const root = join(import.meta.dirname, '../..')
const generated = join(root, 'test/generated/examples')

/** Returns how many examples there are. */
export const generateExamples = (): number => {
  rmSync(generated, { recursive: true, force: true })
  mkdirSync(generated, { recursive: true })
  const groups = [
    ...readdirSync(join(root, 'packages')).map((name) => [name, examplesOfPackage(name)] as const),
    ['README', examplesOfReadme()] as const,
  ]
  for (const [name, examples] of groups) writeGroup(name, examples)
  writeFileSync(join(generated, 'types.test.ts'), typesTest)
  return groups.reduce((count, [, examples]) => count + examples.length, 0)
}

const examplesOfPackage = (name: string): readonly DocExample[] =>
  readdirSync(join(root, 'packages', name, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .toSorted()
    .map((file) => join('packages', name, 'src', file))
    .flatMap((path) => examplesOfSource(path, readFileSync(join(root, path), 'utf8')))

const examplesOfReadme = (): readonly DocExample[] => {
  const path = join(root, 'README.md')
  return existsSync(path) ? examplesOfMarkdown('README.md', readFileSync(path, 'utf8')) : []
}

const writeGroup = (name: string, examples: readonly DocExample[]): void => {
  if (examples.length === 0) return
  mkdirSync(join(generated, name))
  examples.forEach((example, index) =>
    writeFileSync(join(generated, name, `${index + 1}.ts`), moduleOf(example)),
  )
  writeFileSync(join(generated, `${name}.test.ts`), testOf(name, examples))
}

/** An example of the API must check what it shows; the README may print it instead. */
const showsNothing = (example: DocExample): boolean =>
  example.title.startsWith('packages/') && !asserts(example)

const testOf = (name: string, examples: readonly DocExample[]): string =>
  [
    "import { expect, it } from 'vitest'",
    '',
    ...examples.map((example, index) => {
      const run = showsNothing(example)
        ? "expect.fail('the example asserts nothing: show what holds with assert.equal')"
        : `import('./${name}/${index + 1}.js')`
      return `it(${JSON.stringify(`${example.title}: the example holds`)}, () => ${run})`
    }),
    '',
  ].join('\n')

const typesTest = `import { expect, it } from 'vitest'
import { typeErrorsIn } from '../../tooling/type-errors.js'

it('every documented example compiles', () => {
  expect(typeErrorsIn(import.meta.dirname)).toEqual([])
})
`
