/**
 * What the documentation shows, as code: every `@example` of the packages, every `ts` block of the README.
 */
import ts from 'typescript'

export interface DocExample {
  /** Where it stands, for people: `packages/core/src/key/key.ts:31 label`. */
  readonly title: string
  readonly code: string
}

/** The `@example` sections of the doc comments of a source text, in order. */
export const examplesOfSource = (path: string, text: string): readonly DocExample[] => {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  return docCommentsOf(source).flatMap(({ start, end, owner }) =>
    examplesOfComment(text.slice(start, end)).map((code) => ({
      title: [`${path}:${lineOf(source, start)}`, owner].join(' ').trim(),
      code,
    })),
  )
}

/** The fenced `ts` blocks of a Markdown text, in order. Other blocks (`typescript`, `sh`) are not run. */
export const examplesOfMarkdown = (path: string, text: string): readonly DocExample[] =>
  [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(({ 1: code = '', index }) => ({
    title: `${path}:${text.slice(0, index).split('\n').length}`,
    code: code.trim(),
  }))

/** Whether an example checks what it shows. */
export const asserts = ({ code }: DocExample): boolean => /\bassert\b/.test(withoutImports(code))

/** An example as a module of its own. `assert` is there without an import. */
export const moduleOf = (example: DocExample): string => {
  const importsAssert = /^import .*\bassert\b.* from /m.test(example.code)
  const header =
    asserts(example) && !importsAssert ? ["import assert from 'node:assert/strict'"] : []
  return [`// ${example.title}`, ...header, example.code, 'export {}', ''].join('\n')
}

interface DocComment {
  readonly start: number
  readonly end: number
  /** The name of what it documents, if it has one. */
  readonly owner: string
}

const docCommentsOf = (source: ts.SourceFile): readonly DocComment[] => {
  const found = new Map<number, DocComment>()
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? [])
      if (source.text.startsWith('/**', pos) && !found.has(pos))
        found.set(pos, { start: pos, end, owner: nameOf(node) })
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(source, visit)
  return [...found.values()]
}

const nameOf = (node: ts.Node): string => {
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations[0]?.name.getText() ?? ''
  const name = ts.getNameOfDeclaration(node as ts.Declaration)
  return name?.getText() ?? ''
}

const examplesOfComment = (comment: string): readonly string[] =>
  comment
    .slice('/**'.length, -'*/'.length)
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, ''))
    .join('\n')
    .split(/^@(?=\w)/m)
    .slice(1)
    .filter((section) => section.startsWith('example'))
    .map((section) => withinFences(section.slice('example'.length)).trim())

const withinFences = (text: string): string => {
  const fenced = [...text.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].map(([, code = '']) => code)
  return fenced.length > 0 ? fenced.join('\n') : text
}

const lineOf = (source: ts.SourceFile, position: number): number =>
  source.getLineAndCharacterOfPosition(position).line + 1

const withoutImports = (code: string): string => code.replace(/^import [\s\S]*? from .*$/gm, '')
