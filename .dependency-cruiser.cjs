/** Files of packages that may use modules of Node; everything else in packages runs in a browser too. */
const mayUseNode = []

/** Not a part of the library's source: `dist` of the packages, and what tests generate. */
const notSource = '^(packages/[^/]+/dist|test/generated)/'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Move what both need into a file of its own.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'The path is wrong, or the package is not installed.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'core-needs-only-fp-ts-io-ts-xstate',
      comment: 'core does no IO and knows no format: take it through the port.',
      severity: 'error',
      from: { path: '^packages/core/' },
      to: { path: 'node_modules/', pathNot: 'node_modules/(fp-ts|io-ts|xstate)/' },
    },
    {
      name: 'core-knows-no-adapter',
      comment: 'An adapter implements the port of core, never the other way round.',
      severity: 'error',
      from: { path: '^packages/core/' },
      to: { path: '^packages/(?!core/)' },
    },
    {
      name: 'adapters-enter-core-by-its-front-door',
      comment: "Import from '@keyroll/core'; export there what is missing.",
      severity: 'error',
      from: { path: '^packages/adapters-' },
      to: { path: '^packages/core/', pathNot: '^packages/core/src/index\\.ts$' },
    },
    {
      name: 'packages-meet-by-name',
      comment: "Import from '@keyroll/…': a relative path would not survive publishing.",
      severity: 'error',
      from: { path: '^packages/([^/]+)/' },
      to: { path: '^packages/', pathNot: '^packages/$1/', dependencyTypes: ['local'] },
    },
    {
      name: 'adapters-do-not-meet',
      comment: 'What one adapter needs of the other is handed in by the caller.',
      severity: 'error',
      from: { path: '^packages/(adapters-[^/]+)/' },
      to: { path: '^packages/adapters-', pathNot: '^packages/$1/' },
    },
    {
      name: 'packages-declare-what-they-import',
      comment: "Add it to the package's own dependencies: users do not have ours.",
      severity: 'error',
      from: { path: '^packages/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'packages-run-without-node',
      comment: 'Use @noble/*, or add the file to mayUseNode in .dependency-cruiser.cjs.',
      severity: 'error',
      from: { path: '^packages/', ...(mayUseNode.length > 0 && { pathNot: mayUseNode }) },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'packages-know-no-example-and-no-test',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(examples|test)/' },
    },
    {
      name: 'examples-know-no-test',
      severity: 'error',
      from: { path: '^examples/' },
      to: { path: '^test/' },
    },
    {
      name: 'examples-use-what-users-have',
      comment: 'An example imports no inner file of a package.',
      severity: 'error',
      from: { path: '^examples/' },
      to: { path: '^packages/', pathNot: '^packages/[^/]+/src/index\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: notSource },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      conditionNames: ['@keyroll/source', 'import', 'require', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
