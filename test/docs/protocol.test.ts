import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { rows } from '@keyroll/core'
import { withDecisionTable } from './decision-table.js'

const page = readFileSync('docs/protocol.md', 'utf8')

describe('docs/protocol.md', () => {
  it('shows the decision table that ships (npm run docs)', () => {
    expect(withDecisionTable(page)).toBe(page)
  })

  it('explains every rule that a row names', () => {
    const named = new Set(rows.flatMap(({ rules }) => rules.split(' ').filter(Boolean)))
    const explained = new Set([...page.matchAll(/^\| (P\d+) *\|/gm)].map(([, rule]) => rule))
    expect([...named].filter((rule) => !explained.has(rule))).toEqual([])
    expect(explained.size).toBe(16)
  })
})
