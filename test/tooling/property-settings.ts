/**
 * How often properties run, and from which seed: settled once for a run, so that the whole run can be
 * repeated. `FC_RUNS` and `FC_SEED` override it.
 */
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    propertySettings: PropertySettings
  }
}

interface PropertySettings {
  readonly numRuns: number
  readonly seed: number
}

const defaultRuns = 60

const integerFrom = (name: string, otherwise: () => number): number => {
  const text = process.env[name]
  if (text === undefined || text === '') return otherwise()
  if (!/^-?\d+$/.test(text))
    throw new Error(`${name} is "${text}": set it to an integer, or unset it`)
  return Number(text)
}

const settingsOfRun = (): PropertySettings => ({
  numRuns: integerFrom('FC_RUNS', () => defaultRuns),
  seed: integerFrom('FC_SEED', () => Math.floor(Math.random() * 2 ** 31)),
})

/** Called by vitest before the first test file. */
export const setup = (project: TestProject): void => {
  const settings = settingsOfRun()
  project.provide('propertySettings', settings)
  console.log(`properties: FC_SEED=${settings.seed} FC_RUNS=${settings.numRuns}`)
}
