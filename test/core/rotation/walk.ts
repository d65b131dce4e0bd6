/**
 * The walk through the decision table: one line for each thing that can be seen, all rows among them.
 */
import type { Line } from './walk-line.js'
import { rests } from './walk-goal.js'
import { lost } from './walk-lost.js'
import { runs } from './walk-running.js'

export const walk: readonly Line[] = [...lost, ...runs, ...rests]
