import { afterAll, describe, expect, it } from 'vitest'
import { plantWorkspace } from './planted-workspace.js'

interface Diagnostics {
  readonly diagnostics: readonly { readonly code: string; readonly filename: string }[]
}

/** The folder, what a file there holds, and the rules that it breaks. */
const planted: readonly (readonly [folder: string, text: string, ...rules: readonly string[]])[] = [
  ['packages/core/src', 'export const at = (s: number) => new Date(s * 1000).toISOString()'],
  ['packages/core/src', "export const seconds = Date.parse('2026-01-01T00:00:00Z') / 1000"],
  ['packages/core/src', 'export const larger = (a: number, b: number) => Math.max(a, b)'],
  [
    'packages/core/src',
    'export interface Report {\n  readonly Date: string\n  readonly Promise: boolean\n}',
  ],
  ['packages/core/src', "import * as E from 'fp-ts/lib/Either.js'\nexport const one = E.right(1)"],
  ['packages/core/src', "import * as t from 'io-ts'\nexport const text = t.string"],
  ['packages/adapters-k8s/src', 'export const look = async () => await Promise.resolve(1)'],
  [
    'packages/adapters-k8s/src',
    "export const broken = () => {\n  throw new Error('an invariant')\n}",
  ],
  ['examples/rotate', 'export const elapsed = (since: number) => Date.now() - since'],
  ['test/core', 'export class Collector {\n  readonly seen = 1\n}'],

  ['packages/core/src', "export const no = () => {\n  throw new Error('no')\n}", 'no-throw'],
  ['packages/core/src', 'export class Rotation {\n  readonly epoch = 1\n}', 'no-class'],
  ['packages/core/src', 'export const rotation = class {\n  readonly epoch = 1\n}', 'no-class'],
  ['packages/core/src', 'export const look = async () => 1', 'no-promise'],
  ['packages/core/src', 'export async function look() {\n  return 1\n}', 'no-promise'],
  ['packages/core/src', 'export type Look = () => Promise<number>', 'no-promise'],
  ['packages/core/src', 'export const look = () => Promise.resolve(1)', 'no-promise'],
  ['packages/core/src', "export const later = () => import('xstate')", 'no-promise'],
  ['packages/core/src', 'export const now = () => new Date()', 'no-clock'],
  ['packages/core/src', 'export const now = () => Date()', 'no-clock'],
  ['packages/core/src', 'export const now = () => Date.now()', 'no-clock'],
  ['packages/core/src', "export const now = () => Date['now']()", 'no-clock'],
  ['packages/core/src', 'const { now } = Date\nexport const time = now', 'no-clock'],
  ['packages/core/src', 'export const chance = () => Math.random()', 'no-clock'],
  ['packages/core/src', 'const { random } = Math\nexport const chance = random', 'no-clock'],
  ['packages/core/src', 'export const now = () => globalThis.Date.now()', 'no-restricted-globals'],
  ['packages/adapters-fake/src', 'export const now = () => Date.now()', 'no-clock'],
  [
    'packages/adapters-k8s/src',
    "import * as E from 'fp-ts/Either'\nexport const one = E.right(1)",
    'import-path',
  ],
  [
    'packages/adapters-k8s/src',
    "import { right } from 'fp-ts/es6/Either.js'\nexport const one = right(1)",
    'import-path',
  ],
  [
    'packages/adapters-k8s/src',
    "import { either } from 'fp-ts'\nexport const one = either.right(1)",
    'import-path',
  ],
  ['packages/adapters-k8s/src', "export { PathReporter } from 'io-ts/PathReporter'", 'import-path'],
  [
    'packages/adapters-k8s/src',
    "export { PathReporter } from 'io-ts/es6/PathReporter.js'",
    'import-path',
  ],
  ['packages/adapters-k8s/src', 'export class Client {\n  readonly url = 1\n}', 'no-class'],
  ['packages/adapters-k8s/src', 'const one = 1\nexport default one', 'no-default-export'],
  ['packages/adapters-k8s/src', lines(251), 'max-lines'],
  ['packages/adapters-k8s/src', '// why\n\n'.repeat(300) + lines(250)],
  [
    'packages/adapters-k8s/src',
    "export const print = () => console.log('secret')",
    'no-console',
    'no-unsafe-call',
    'no-unsafe-member-access',
    'no-unsafe-return',
  ],
  ['packages/adapters-k8s/src', 'export const f = (a: any) => typeof a', 'no-explicit-any'],
  [
    'packages/adapters-k8s/src',
    "export const f = (): string => JSON.parse('1')",
    'no-unsafe-return',
  ],
  [
    'packages/adapters-k8s/src',
    'export const f = (a: string | null) => a!',
    'no-non-null-assertion',
  ],
  [
    'packages/adapters-k8s/src',
    'export const f = (a: number) => a as unknown as string',
    'no-double-cast',
  ],
  [
    'packages/adapters-k8s/src',
    '// @ts-expect-error\nexport const f: string = 1',
    'ban-ts-comment',
  ],
  [
    'packages/adapters-k8s/src',
    'export namespace Keys {\n  export const one = 1\n}',
    'no-namespace',
  ],
  [
    'packages/adapters-k8s/src',
    "export const f = (a: 'x' | 'y') => {\n  switch (a) {\n    case 'x':\n      return 1\n  }\n  return 2\n}",
    'switch-exhaustiveness-check',
  ],
  [
    'packages/adapters-k8s/src',
    'export const f = (g: () => Promise<void>) => {\n  g()\n}',
    'no-floating-promises',
  ],
  [
    'packages/adapters-k8s/src',
    "import { Either } from 'fp-ts/lib/Either.js'\nexport type Answer = Either<string, number>",
    'consistent-type-imports',
  ],
  ['examples/rotate', "export * from '../../packages/core/src/index.js'", 'no-restricted-imports'],
  ['examples/rotate', 'export class Demo {\n  readonly seed = 1\n}', 'no-class'],
]

function lines(count: number): string {
  return Array.from({ length: count }, (_, index) => `export const n${index} = ${index}`).join('\n')
}

describe('the linter', () => {
  const pathOf = (folder: string, index: number): string => `${folder}/planted-${index}.ts`
  const drive = 'packages/core/src/drive.ts'
  const workspace = plantWorkspace({
    ...Object.fromEntries(planted.map(([folder, text], index) => [pathOf(folder, index), text])),
    [drive]: 'export const drive = async () => {\n  await Promise.resolve(new Date())\n}',
  })
  afterAll(workspace.remove)
  const { diagnostics } = JSON.parse(
    workspace.run('oxlint/bin/oxlint', '--format', 'json', 'packages', 'examples', 'test'),
  ) as Diagnostics
  const brokenBy = (path: string): readonly string[] => {
    const codes = diagnostics.filter(({ filename }) => filename === path).map(({ code }) => code)
    return [...new Set(codes.map((code) => code.replace(/^.*\((.*)\)$/, '$1')))].toSorted()
  }

  planted.forEach(([folder, text, ...rules], index) => {
    const shown = text.length > 100 ? `${text.slice(0, 60)}…` : text
    it(`${rules.length === 0 ? 'accepts' : 'rejects'} in ${folder}: ${shown.replace(/\s+/g, ' ')}`, () => {
      expect(brokenBy(pathOf(folder, index))).toEqual(rules)
    })
  })

  it('lets drive.ts, alone in core, wait for promises, but not read the clock', () => {
    expect(brokenBy(drive)).toEqual(['no-clock'])
  })
})
