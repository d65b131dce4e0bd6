/** The counts behind the closing line of `npm test`. */

export interface TestCounts {
  readonly passed: number
  readonly failed: number
}

/** What is looked at in the JSON report of vitest. */
interface Report {
  readonly testResults: readonly {
    readonly status: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}

/**
 * Counts the tests of a run. A file that could not even be loaded counts as one that failed, and so does
 * a run that failed for no test's sake; `null` is a run that left no report.
 */
export const countTests = (report: string | null, exitCode: number): TestCounts => {
  const files = report === null ? [] : (JSON.parse(report) as Report).testResults
  const tests = files.flatMap((file) => file.assertionResults)
  const failedTests = tests.filter(({ status }) => status === 'failed').length
  const unloaded = files.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  ).length
  const failed = failedTests + unloaded
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
  }
}
