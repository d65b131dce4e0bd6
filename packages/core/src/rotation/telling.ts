/**
 * What users are told: the condition of the record, honest also where the record was taken over.
 */
import { hasProof, hasTarget } from '../record/record.js'
import { type ConditionView, conditionOf } from '../report/condition-of.js'
import type { Condition } from '../report/condition.js'

/** The condition; a completed rotation counts only while it speaks for the active key. */
export const conditionToTell = (view: ConditionView): Condition | null => {
  const { record } = view
  return hasTarget(record) || hasProof(record)
    ? conditionOf(view)
    : conditionOf({ ...view, record: { ...record, history: [] } })
}
