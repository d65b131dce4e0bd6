/**
 * The record as a document, without the version of the object that holds it.
 *
 *     { "entries": [ { "resources", "activeKey", "targetKey"?, "older" } ],
 *       "history": [ { "plan": [ { "resources", "from", "to" } ], "state", "startedTime", "completionTime"?,
 *                      "message"? } ],
 *       "skipped": [], "finishedRevision"? }
 *
 * Times are unix seconds. What may be missing is marked `?`; a missing `older` or `skipped` is not an empty
 * one, because a key that is not remembered is a key that is dropped.
 */
import type * as t from 'io-ts'
import { type JsonObject, fields, orNull } from '../codec/fields.js'
import { type Contradiction, refined } from '../codec/refined.js'
import { listOf, oneOf, seconds, someText, text, wholeNumber } from '../codec/scalars.js'
import { resourcesCodec } from '../configuration/configuration-codec.js'
import { keyCodec } from '../key/key-codec.js'
import type { HistoryEntry, Plan, PlanItem, Record, RecordEntry } from './record.js'

/** One line of a plan. */
export const planItemCodec: t.Type<PlanItem, JsonObject> = fields('an item of a plan', {
  resources: resourcesCodec,
  from: keyCodec,
  to: keyCodec,
})

/** A whole plan. */
export const planCodec: t.Type<Plan, readonly JsonObject[]> = listOf(
  'a list of what moves from which key to which',
  planItemCodec,
)

const entryCodec: t.Type<RecordEntry, JsonObject> = fields('an entry', {
  resources: resourcesCodec,
  activeKey: keyCodec,
  targetKey: orNull(keyCodec),
  older: listOf('a list of keys', keyCodec),
})

const historyEntryCodec: t.Type<HistoryEntry, JsonObject> = fields('an entry of the history', {
  plan: planCodec,
  state: oneOf(['ReadOnlyDeploy', 'WritePromote', 'Migrating', 'Completed', 'Interrupted']),
  startedTime: wholeNumber(0),
  completionTime: orNull(seconds),
  message: orNull(text),
})

/** The record apart from the version of its object. */
export type RecordContent = Omit<Record, 'version'>

const shape: t.Type<RecordContent, JsonObject> = fields('the record', {
  entries: listOf('a list of entries', entryCodec),
  history: listOf('a list of entries, newest first', historyEntryCodec),
  skipped: listOf('a list of resources', someText),
  finishedRevision: orNull(wholeNumber(0)),
})

const targetsDiffer = ({ entries }: RecordContent): readonly Contradiction[] =>
  entries.flatMap(({ targetKey }, at) =>
    (targetKey === null) === (entries[0]?.targetKey === null)
      ? []
      : [
          {
            path: ['entries', at, 'targetKey'],
            message: 'expected a target in all entries or in none, as in the first one',
          },
        ],
  )

const timesDisagree = ({ history }: RecordContent): readonly Contradiction[] =>
  history.flatMap(({ state, startedTime, completionTime }, at) => {
    const path = ['history', at, 'completionTime']
    if (completionTime === null)
      return state === 'Completed'
        ? [{ path, message: 'expected a time, since the entry is Completed, found nothing' }]
        : []
    return completionTime < startedTime
      ? [
          {
            path,
            message: `expected at least startedTime, ${startedTime}, found the number ${completionTime}`,
          },
        ]
      : []
  })

/** The record's content; what its fields say together is checked too. */
export const recordCodec: t.Type<RecordContent, JsonObject> = refined(shape, (record) => [
  ...targetsDiffer(record),
  ...timesDisagree(record),
])
