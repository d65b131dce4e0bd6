/**
 * Policies for tests that must hold under each of them.
 */
import { type Policy, conservative, hypershift } from '@keyroll/core'

/** Everything that a policy can ask for. */
const strict: Policy = {
  ...conservative,
  grace: 0,
  approve: ['WritePromote', 'Migrating', 'Retiring'],
  slots: 1,
  backupBeforeRetiring: true,
  touch: false,
}

export const policies: readonly (readonly [string, Policy])[] = [
  ['conservative', conservative],
  ['hypershift', hypershift],
  ['strict', strict],
]
