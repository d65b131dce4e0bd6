/**
 * npm run docs: writes the generated parts of the documents anew.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { withDecisionTable } from './decision-table.js'

const page = 'docs/protocol.md'
writeFileSync(page, withDecisionTable(readFileSync(page, 'utf8')))
