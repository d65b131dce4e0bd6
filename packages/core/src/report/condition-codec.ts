/**
 * The condition as a metav1.Condition has it. Fields that the API conventions add are ignored here; whoever
 * writes it sets them.
 */
import type * as t from 'io-ts'
import { type JsonObject, fields } from '../codec/fields.js'
import { oneOf, text } from '../codec/scalars.js'
import type { Condition } from './condition.js'

export const conditionCodec: t.Type<Condition, JsonObject> = fields('a condition', {
  type: oneOf(['EtcdDataEncryptionUpToDate']),
  status: oneOf(['True', 'False', 'Unknown']),
  reason: oneOf([
    'ReEncryptionCompleted',
    'ReadOnlyRolloutInProgress',
    'WritePromotionInProgress',
    'ReEncryptionWaitingForKASConvergence',
    'ReEncryptionInProgress',
    'ReEncryptionFailed',
    'ReEncryptionPersistentFailure',
    'EvidenceMissing',
  ]),
  message: text,
})
