/**
 * Rules that oxlint does not have. Each message says the remedy.
 *
 * Imports are the business of `.dependency-cruiser.cjs`; ambient globals do not compile in the packages.
 * What is left is what the language itself offers: throwing, classes, promises, the clock, chance.
 */
const rule = (listenersOf) => ({
  meta: { type: 'problem', schema: [] },
  create: (context) => listenersOf((node, message) => context.report({ node, message })),
})

const sameForEach = (nodeTypes, listener) =>
  Object.fromEntries(nodeTypes.map((nodeType) => [nodeType, listener]))

const noThrow = rule((report) => ({
  ThrowStatement: (node) => report(node, 'return an Either: an error is a value here'),
}))

const noClass = rule((report) =>
  sameForEach(['ClassDeclaration', 'ClassExpression'], (node) =>
    report(node, 'use a readonly object with a tag, and functions over it'),
  ),
)

const noPromise = rule((report) => {
  const message = 'describe what should happen as an effect: only drive.ts waits for it'
  const reportAsync = (node) => node.async === true && report(node, message)
  return {
    ...sameForEach(
      ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'],
      reportAsync,
    ),
    ...sameForEach(['AwaitExpression', 'ImportExpression'], (node) => report(node, message)),
    ForOfStatement: (node) => node.await === true && report(node, message),
    Identifier: (node) => node.name === 'Promise' && !isPropertyName(node) && report(node, message),
  }
})

const isPropertyName = (node) =>
  (node.parent.type === 'MemberExpression' &&
    node.parent.property === node &&
    !node.parent.computed) ||
  (['Property', 'PropertyDefinition', 'TSPropertySignature'].includes(node.parent.type) &&
    node.parent.key === node &&
    !node.parent.computed &&
    !node.parent.shorthand)

/** The members that depend on their arguments alone. `Date` and `Math` may be used in no other way. */
const timelessMembers = new Set(['parse', 'UTC'])

const typePositions = new Set(['TSTypeReference', 'TSTypeQuery'])

const isTimelessDate = (node) =>
  (node.parent.type === 'NewExpression' &&
    node.parent.callee === node &&
    node.parent.arguments.length > 0) ||
  (node.parent.type === 'MemberExpression' &&
    node.parent.object === node &&
    !node.parent.computed &&
    timelessMembers.has(node.parent.property.name)) ||
  typePositions.has(node.parent.type)

const isCertainMath = (node) =>
  node.parent.type === 'MemberExpression' &&
  node.parent.object === node &&
  !node.parent.computed &&
  node.parent.property.name !== 'random'

const noClock = rule((report) => ({
  Identifier: (node) => {
    if (isPropertyName(node)) return
    if (node.name === 'Date' && !isTimelessDate(node))
      report(node, 'take the time as an argument: it is observation.now')
    if (node.name === 'Math' && !isCertainMath(node))
      report(node, 'take the random value, or its seed, as an argument')
  },
}))

const noDoubleCast = rule((report) => ({
  TSAsExpression: (node) =>
    node.expression.type === 'TSAsExpression' &&
    report(node, 'decode the value, or narrow it with a type guard, instead of casting it twice'),
}))

const importPath = rule((report) => {
  const checkSource = ({ source }) => {
    const path = source?.value
    if (typeof path !== 'string') return
    if (/^fp-ts(?!\/lib\/\w+\.js$)/.test(path))
      report(
        source,
        "import from 'fp-ts/lib/X.js': of the other paths none loads in Node or all load",
      )
    if (/^io-ts\/(?!lib\/\w+\.js$)/.test(path))
      report(source, "import from 'io-ts' or 'io-ts/lib/X.js': no other path loads in Node")
  }
  return sameForEach(
    ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'ImportExpression'],
    checkSource,
  )
})

export default {
  meta: { name: 'keyroll' },
  rules: {
    'no-throw': noThrow,
    'no-class': noClass,
    'no-promise': noPromise,
    'no-clock': noClock,
    'no-double-cast': noDoubleCast,
    'import-path': importPath,
  },
}
