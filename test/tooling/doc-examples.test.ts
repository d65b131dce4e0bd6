import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { asserts, examplesOfMarkdown, examplesOfSource, moduleOf } from './doc-examples.js'
import { typeErrorsIn } from './type-errors.js'

const source = `/**
 * The file.
 */
import { x } from './x.js'

const glob = 'packages/**/*.ts' /* no comment */

/**
 * Doubles.
 *
 * @example
 * import { double } from '@keyroll/core'
 *
 * const four = double(2)
 *   // indented
 * assert.equal(four, 4)
 *
 * @since 1
 */
export const double = (n: number): number => n * 2

interface Shape {
  /**
   * In fences, twice.
   * @example
   * Some words.
   * \`\`\`ts
   * assert.ok(1)
   * \`\`\`
   * @example
   * assert.ok(2)
   */
  readonly side: number
}
`

describe('the examples of a source file', () => {
  const examples = examplesOfSource('packages/core/src/double.ts', source)

  it('are found in every doc comment, with line and name', () => {
    expect(examples.map(({ title }) => title)).toEqual([
      'packages/core/src/double.ts:8 double',
      'packages/core/src/double.ts:23 side',
      'packages/core/src/double.ts:23 side',
    ])
  })

  it('are taken word for word, up to the next tag', () => {
    expect(examples[0]?.code).toBe(
      [
        "import { double } from '@keyroll/core'",
        '',
        'const four = double(2)',
        '  // indented',
        'assert.equal(four, 4)',
      ].join('\n'),
    )
  })

  it('lose the words around a fence', () => {
    expect(examples[1]?.code).toBe('assert.ok(1)')
    expect(examples[2]?.code).toBe('assert.ok(2)')
  })
})

describe('the examples of the README', () => {
  it('are its ts blocks and no others', () => {
    const text = '# A\n\n```ts\nconst a = 1\n```\n\n```sh\nls\n```\n\n```typescript\nno\n```\n'
    expect(examplesOfMarkdown('README.md', text)).toEqual([
      { title: 'README.md:3', code: 'const a = 1' },
    ])
  })
})

describe('an example as a module', () => {
  it('says where it stands', () => {
    expect(moduleOf({ title: 'README.md:3', code: 'f()' })).toMatch(/^\/\/ README\.md:3\n/)
  })

  it('has assert without importing it, once, if it uses it', () => {
    expect(moduleOf({ title: '', code: 'assert.ok(true)' })).toMatch(/^import assert from/m)
    const own = "import * as assert from 'node:assert'\nassert.ok(true)"
    expect(moduleOf({ title: '', code: own }).match(/import/g)).toHaveLength(1)
    expect(moduleOf({ title: '', code: 'f()' })).not.toContain('assert')
  })

  it('counts as checked only if it asserts something itself', () => {
    expect(asserts({ title: '', code: 'assert.ok(true)' })).toBe(true)
    expect(asserts({ title: '', code: "import assert from 'node:assert'\nf()" })).toBe(false)
  })
})

describe('the compiler', () => {
  const generated = join(import.meta.dirname, '../generated')
  mkdirSync(generated, { recursive: true })
  const folder = mkdtempSync(join(generated, 'types-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('rejects an example that names what is not exported', () => {
    writeFileSync(join(folder, 'good.ts'), "import { conceal } from '@keyroll/core'\nconceal(1)\n")
    writeFileSync(join(folder, 'bad.ts'), "import { concel } from '@keyroll/core'\nconcel(1)\n")
    expect(typeErrorsIn(folder)).toEqual([
      expect.stringMatching(/generated\/types-\w+\/bad\.ts:1 .*no exported member.*'concel'/),
    ])
  })
})
