/**
 * One decision by the compiled table, beside xstate's exported `transition()` on the same machine and input.
 */
import { conservative, decide, observed, rotationMachine } from '@keyroll/core'
import { transition } from 'xstate'
import { type Figure, median } from './figure.js'
import { observations } from './observations.js'

const microsecondsPerCall = (calls: number, call: () => unknown): number => {
  const from = process.hrtime.bigint()
  for (let count = 0; count < calls; count += 1) consume(call())
  return Number(process.hrtime.bigint() - from) / calls / 1000
}

/** Keeps the optimizer from dropping what is timed. */
let consumed = 0
const consume = (value: unknown): void => {
  if (value === null) consumed += 1
}

/** Batches of both take turns, over every kind of observation. */
export const decisionFigures = (quick: boolean): readonly Figure[] => {
  const start = rotationMachine.resolveState({ value: 'Waiting' })
  const decides = decide(conservative)
  const sees = observed(conservative)
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < (quick ? 8 : 30); round += 1)
    for (const observation of Object.values(observations)) {
      ours.push(microsecondsPerCall(5000, () => decides(observation)))
      theirs.push(
        microsecondsPerCall(200, () => transition(rotationMachine, start, sees(observation))),
      )
    }
  const [table, peer] = [median(ours), median(theirs)]
  return [
    {
      name: 'one decision',
      unit: 'µs',
      ours: table,
      peer: { name: "xstate's transition()", value: peer },
      ratio: table / peer,
      goal: 'at most 3 µs, ratio at most 0.15',
      met: table <= 3 && table / peer <= 0.15,
    },
  ]
}
