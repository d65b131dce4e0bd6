/**
 * `npm test`: writes the documented examples as tests, runs everything, and ends with a line
 * `N passed, M failed` alone, whatever happened. Arguments go to vitest.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { generateExamples } from './generate-examples.js'
import { countTests } from './test-counts.js'

const root = join(import.meta.dirname, '../..')
const report = join(root, 'node_modules/.cache/keyroll/test-report.json')

const readReport = (): string | null => {
  try {
    return readFileSync(report, 'utf8')
  } catch {
    return null
  }
}

const run = (): number => {
  mkdirSync(dirname(report), { recursive: true })
  rmSync(report, { force: true })
  try {
    console.log(`${generateExamples()} documented examples`)
  } catch (error) {
    console.error('The documented examples could not be written as tests:', error)
    return 1
  }
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...process.argv.slice(2),
    ],
    { cwd: root, stdio: 'inherit' },
  )
  return status ?? 1
}

const exitCode = run()
const { passed, failed } = countTests(readReport(), exitCode)
process.exitCode = failed > 0 ? exitCode || 1 : exitCode
console.log(`${passed} passed, ${failed} failed`)
