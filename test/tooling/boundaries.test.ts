import { afterAll, describe, expect, it } from 'vitest'
import { plantWorkspace } from './planted-workspace.js'

interface Cruise {
  readonly summary: {
    readonly violations: readonly {
      readonly from: string
      readonly cycle?: readonly { readonly name: string }[]
      readonly rule: { readonly name: string }
    }[]
    readonly ruleSetUsed: { readonly forbidden: readonly { readonly name: string }[] }
  }
}

const core = 'packages/core/src'
const k8s = 'packages/adapters-k8s/src'
const fake = 'packages/adapters-fake/src'

/** File, what it holds, and the rules that it breaks. */
const planted: readonly (readonly [path: string, text: string, ...rules: readonly string[]])[] = [
  [`${core}/index.ts`, "export * from './key/key.js'"],
  [`${core}/key/key.ts`, "import * as E from 'fp-ts/lib/Either.js'\nexport const key = E.right(1)"],
  [`${core}/codec.ts`, "import * as t from 'io-ts'\nexport const codec = t.string"],
  [`${core}/machine.ts`, "export { setup } from 'xstate'"],
  [`${k8s}/index.ts`, "export { key } from '@keyroll/core'\nexport { parse } from 'yaml'"],
  [`${fake}/index.ts`, "export type { key } from '@keyroll/core'"],
  [
    'examples/rotate/main.ts',
    "import '@keyroll/core'\nimport '@keyroll/adapters-k8s'\nimport 'node:fs'",
  ],
  [
    'test/core/key.test.ts',
    "import '../../packages/core/src/key/key.js'\nimport '../../examples/rotate/main.js'",
  ],

  [`${core}/cycle-a.ts`, "export type { B } from './cycle-b.js'\nexport type A = 1", 'no-cycles'],
  [`${core}/cycle-b.ts`, "export type { A } from './cycle-a.js'\nexport type B = 1", 'no-cycles'],
  [`${core}/lost.ts`, "import './nowhere.js'", 'no-unresolvable'],
  [
    `${core}/reads-yaml.ts`,
    "import 'yaml'",
    'core-needs-only-fp-ts-io-ts-xstate',
    'packages-declare-what-they-import',
  ],
  [
    `${core}/hashes.ts`,
    "import '@noble/hashes/sha2.js'",
    'core-needs-only-fp-ts-io-ts-xstate',
    'packages-declare-what-they-import',
  ],
  [`${core}/reads-files.ts`, "import 'node:fs'", 'packages-run-without-node'],
  [`${core}/knows-adapter.ts`, "import '@keyroll/adapters-k8s'", 'core-knows-no-adapter'],
  [`${k8s}/reads-files.ts`, "import 'node:fs'", 'packages-run-without-node'],
  [`${k8s}/bare-node.ts`, "import 'fs'", 'packages-run-without-node'],
  [
    `${k8s}/inner-file.ts`,
    "import type {} from '../../core/src/key/key.js'",
    'adapters-enter-core-by-its-front-door',
    'packages-meet-by-name',
  ],
  [`${k8s}/inner-path.ts`, "import '@keyroll/core/src/key/key.js'", 'no-unresolvable'],
  [`${k8s}/relative.ts`, "import '../../core/src/index.js'", 'packages-meet-by-name'],
  [`${k8s}/meets-fake.ts`, "import type {} from '@keyroll/adapters-fake'", 'adapters-do-not-meet'],
  [
    `${fake}/meets-k8s.ts`,
    "import '../../adapters-k8s/src/index.js'",
    'adapters-do-not-meet',
    'packages-meet-by-name',
  ],
  [`${fake}/reads-yaml.ts`, "import 'yaml'", 'packages-declare-what-they-import'],
  [`${k8s}/uses-tests.ts`, "import 'vitest'", 'packages-declare-what-they-import'],
  [
    `${fake}/knows-example.ts`,
    "import '../../../examples/rotate/main.js'",
    'packages-know-no-example-and-no-test',
  ],
  [
    `${core}/knows-test.ts`,
    "import '../../../test/core/key.test.js'",
    'packages-know-no-example-and-no-test',
  ],
  [
    'examples/rotate/knows-test.ts',
    "import '../../test/core/key.test.js'",
    'examples-know-no-test',
  ],
  [
    'examples/rotate/inner.ts',
    "import '../../packages/core/src/key/key.js'",
    'examples-use-what-users-have',
  ],
]

describe('the boundaries between the parts', () => {
  const workspace = plantWorkspace(Object.fromEntries(planted))
  afterAll(workspace.remove)
  const { summary } = JSON.parse(
    workspace.run(
      'dependency-cruiser/bin/dependency-cruise.mjs',
      core,
      k8s,
      fake,
      'examples',
      'test',
      '--output-type=json',
    ),
  ) as Cruise
  const brokenBy = (path: string): readonly string[] => {
    const broken = summary.violations.filter(
      ({ from, cycle = [] }) => from === path || cycle.some(({ name }) => name === path),
    )
    return [...new Set(broken.map(({ rule }) => rule.name))].toSorted()
  }

  for (const [path, text, ...rules] of planted)
    it(`${rules.length === 0 ? 'allow' : 'forbid'} in ${path}: ${text.replaceAll('\n', '; ')}`, () => {
      expect(brokenBy(path)).toEqual(rules.toSorted())
    })

  it('have no rule that nothing here breaks', () => {
    const rules = new Set(summary.ruleSetUsed.forbidden.map(({ name }) => name))
    expect(new Set(planted.flatMap(([, , ...broken]) => broken))).toEqual(rules)
  })
})
