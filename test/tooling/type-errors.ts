/** The type errors of the modules of a folder, and of nothing that they import. */
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'

const root = join(import.meta.dirname, '../..')

/** Each as `path:line message`; the files are held to the options of test/tsconfig.json. */
export const typeErrorsIn = (folder: string): readonly string[] => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join(folder, file))
  const program = ts.createProgram(files, optionsOfTests())
  return files
    .map((file) => program.getSourceFile(file))
    .filter((source) => source !== undefined)
    .flatMap((source) => [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ])
    .map(described)
}

const optionsOfTests = (): ts.CompilerOptions => {
  const path = join(root, 'test/tsconfig.json')
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(path, (file) => ts.sys.readFile(file)).config,
    ts.sys,
    join(root, 'test'),
  )
  return { ...options, composite: false, incremental: false, noEmit: true }
}

const described = ({ file, start, messageText }: ts.Diagnostic): string => {
  const message = ts.flattenDiagnosticMessageText(messageText, '\n')
  if (file === undefined || start === undefined) return message
  const { line } = file.getLineAndCharacterOfPosition(start)
  return `${relative(root, file.fileName)}:${line + 1} ${message}`
}
