import { describe, expect, it } from 'vitest'
import { countTests } from './test-counts.js'

const fileOf = (status: string, ...tests: readonly string[]) => ({
  status,
  assertionResults: tests.map((test) => ({ status: test })),
})

const reportOf = (...testResults: readonly unknown[]): string => JSON.stringify({ testResults })

describe('the closing line of a test run', () => {
  it('counts tests over all files, and no skipped ones', () => {
    const report = reportOf(
      fileOf('passed', 'passed', 'passed', 'skipped'),
      fileOf('failed', 'failed', 'passed', 'failed'),
    )
    expect(countTests(report, 1)).toEqual({ passed: 3, failed: 2 })
  })

  it('counts a file that could not be loaded as one that failed', () => {
    expect(countTests(reportOf(fileOf('passed', 'passed'), fileOf('failed')), 1)).toEqual({
      passed: 1,
      failed: 1,
    })
  })

  it('never says that nothing failed when the run did', () => {
    expect(countTests(reportOf(fileOf('passed', 'passed')), 1)).toEqual({ passed: 1, failed: 1 })
    expect(countTests(null, 1)).toEqual({ passed: 0, failed: 1 })
  })
})
