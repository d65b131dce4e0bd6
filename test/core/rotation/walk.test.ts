import { type Decision, rows } from '@keyroll/core'
import { describe, expect, it } from 'vitest'
import { afterCopies, told } from './observation-builder.js'
import type { Answer } from './walk-line.js'
import { walk } from './walk.js'

const effectIn = ({ effect }: Decision): string | null => {
  if (effect === null) return null
  return effect.kind === 'WriteConfiguration' ? `${effect.kind} ${effect.change}` : effect.kind
}

const complete = ({ gate, effect, refusal, copies }: Answer) => ({
  gate: gate ?? null,
  effect: effect ?? null,
  refusal: refusal ?? null,
  copies: copies ?? 0,
})

describe('the decision table', () => {
  it.each(walk.map((each) => [each.promise, each] as const))('%s', (_, each) => {
    const { row, stage, answer, policy, observation } = each
    const { decision, copies } = afterCopies(policy, told(policy, observation))
    expect({
      row: decision.row,
      stage: decision.stage,
      gate: decision.gate?.reason ?? null,
      effect: effectIn(decision),
      refusal: decision.refusal?.code ?? null,
      copies,
    }).toEqual({ row, stage, ...complete(answer) })
  })

  it('has a line for every row', () => {
    expect(new Set(walk.map(({ row }) => row))).toEqual(new Set(rows.map(({ id }) => id)))
  })

  it('has no two lines with the same promise', () => {
    expect(new Set(walk.map(({ promise }) => promise)).size).toBe(walk.length)
  })
})
