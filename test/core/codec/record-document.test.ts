import { decodeRecord, emptyRecord, encodeRecord, formatRecord, parseRecord } from '@keyroll/core'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { anyRecord } from './arbitraries.js'
import { completed, key1, key2, key3, resources, rotating } from '../report/cluster.js'

const documentOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const problems = (document: unknown): readonly string[] => {
  const result = decodeRecord(document, '7')
  return E.isLeft(result) && result.left._tag === 'InvalidDocument' ? result.left.problems : []
}

describe('the stored record', () => {
  it('is read as it was written, under the version of its object', () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        expect(parseRecord(formatRecord(record, null), '7')).toStrictEqual(E.right(record))
      }),
    )
  })

  it('is written the same each time, over itself too', () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        const text = formatRecord(record, null)
        expect(formatRecord(record, text)).toBe(text)
      }),
    )
  })

  it('holds no version of its object, no null and no id that follows from the rest', () => {
    const text = formatRecord(rotating('Migrating'), null)
    expect(JSON.parse(text)).toEqual({
      schemaVersion: 1,
      entries: [
        {
          resources,
          activeKey: { provider: 'aescbc', name: 'key1', fingerprint: key1.fingerprint },
          targetKey: { provider: 'aescbc', name: 'key2', fingerprint: key2.fingerprint },
          older: [],
        },
      ],
      history: [
        {
          plan: [
            {
              resources,
              from: { provider: 'aescbc', name: 'key1', fingerprint: key1.fingerprint },
              to: { provider: 'aescbc', name: 'key2', fingerprint: key2.fingerprint },
            },
          ],
          state: 'Migrating',
          startedTime: 1_764_590_000,
        },
      ],
      skipped: [],
    })
  })

  it('that a newer keyroll wrote is reported as such, however it looks otherwise', () => {
    for (const rest of [{}, { entries: 'elsewhere' }, { ...encodeRecord(completed, null) }])
      expect(decodeRecord({ ...rest, schemaVersion: 2 }, '7')).toEqual(
        E.left({ _tag: 'NewerSchema', version: '2' }),
      )
  })

  it('without a usable schema version is invalid, not newer', () => {
    const document = encodeRecord(completed, null)
    for (const [schemaVersion, found] of [
      [undefined, 'none'],
      ['2', 'none'],
      [1.5, 'the number 1.5'],
      [0, 'the number 0'],
      [Infinity, 'the number Infinity'],
    ] as const)
      expect(problems({ ...document, schemaVersion })).toEqual([
        `schemaVersion: expected 1, found ${found}`,
      ])
  })

  it('is invalid without the readers to remember: a missing list is no empty one', () => {
    const document = documentOf(encodeRecord(completed, null)) as { entries: { older?: unknown }[] }
    delete document.entries[0]?.older
    expect(problems(document)).toEqual(['entries[0].older: expected a list of keys, found nothing'])
    expect(problems({ ...document, entries: [], skipped: null })).toEqual([
      'skipped: expected a list of resources, found null',
    ])
  })

  it('is invalid where a target is set in one entry and not in another', () => {
    const [entry] = rotating('Migrating').entries
    const [other] = completed.entries
    const record = { ...completed, entries: [entry, other].flatMap((each) => each ?? []) }
    expect(problems(documentOf(encodeRecord(record, null)))).toEqual([
      'entries[1].targetKey: expected a target in all entries or in none, as in the first one',
    ])
  })

  it('is invalid where an entry is Completed without a time, or before it began', () => {
    const at = (completionTime: number | null) => ({
      ...completed,
      history: completed.history.map((entry) => ({ ...entry, completionTime })),
    })
    expect(problems(encodeRecord(at(null), null))).toEqual([
      'history[0].completionTime: expected a time, since the entry is Completed, found nothing',
    ])
    expect(problems(encodeRecord(at(5), null))).toEqual([
      'history[0].completionTime: expected at least startedTime, 1764590000, found the number 5',
    ])
  })

  it('that is no JSON is invalid, and its text is not repeated', () => {
    expect(parseRecord('{"secret": c2VjcmV0LW1hdGVyaWFsLTAx}', '7')).toEqual(
      E.left({ _tag: 'InvalidDocument', problems: ['the record: expected JSON'] }),
    )
  })
})

describe('fields that this version does not know', () => {
  const record = { ...rotating('WritePromote') }
  const stored = (): { [field: string]: unknown } => {
    const document = encodeRecord(
      { ...record, history: [...record.history, ...older.history] },
      null,
    )
    const [entry] = document['entries'] as object[]
    const [newest, oldest] = document['history'] as object[]
    return {
      ...document,
      note: 'kept',
      entries: [{ ...entry, wrappedBy: { name: 'hsm' } }],
      history: [
        { ...newest, startedBy: 'someone' },
        { ...oldest, startedBy: 'someone else' },
      ],
    }
  }
  const older = {
    history: completed.history.map((entry) => ({ ...entry, startedTime: 5 })),
  }

  it('are ignored when the record is read', () => {
    expect(decodeRecord(stored(), '7')).toStrictEqual(
      E.right({ ...record, history: [...record.history, ...older.history] }),
    )
  })

  it('are kept when it is written back, beside the element that they belong to', () => {
    const next = {
      ...record,
      history: [
        ...record.history.map((entry) => ({ ...entry, startedTime: 1_764_590_900 })),
        ...record.history.map((entry) => ({ ...entry, state: 'Interrupted' as const })),
        ...older.history,
      ],
    }
    const written = encodeRecord(next, stored())
    expect(written).toMatchObject({
      note: 'kept',
      entries: [{ wrappedBy: { name: 'hsm' } }],
      history: [
        {},
        { state: 'Interrupted', startedBy: 'someone' },
        { startedTime: 5, startedBy: 'someone else' },
      ],
    })
    expect((written['history'] as object[])[0]).not.toHaveProperty('startedBy')
    expect(decodeRecord(written, '7')).toStrictEqual(E.right(next))
  })

  it('stay with an entry that takes a new epoch', () => {
    const next = {
      ...record,
      history: [
        ...record.history.map((entry) => ({ ...entry, startedTime: 1_764_590_999 })),
        ...older.history,
      ],
    }
    expect(encodeRecord(next, stored())).toMatchObject({
      history: [
        { startedTime: 1_764_590_999, startedBy: 'someone' },
        { startedBy: 'someone else' },
      ],
    })
  })

  it('go with the element that goes', () => {
    const written = JSON.stringify(encodeRecord({ ...record, entries: [], history: [] }, stored()))
    expect(written).toContain('"note":"kept"')
    expect(written).not.toContain('wrappedBy')
    expect(written).not.toContain('startedBy')
  })

  it('never bring a known field back: a target that was cleared stays away', () => {
    const next = { ...completed, history: [] }
    expect(decodeRecord(encodeRecord(next, stored()), '7')).toStrictEqual(E.right(next))
    expect(
      decodeRecord(
        encodeRecord(next, { ...encodeRecord(next, null), finishedRevision: null }),
        '7',
      ),
    ).toStrictEqual(E.right(next))
  })

  it('hold whatever they like, without harm to what is known', () => {
    fc.assert(
      fc.property(
        anyRecord,
        anyRecord,
        fc.dictionary(fc.string(), fc.jsonValue()),
        (former, next, rest) => {
          const document = { ...rest, ...encodeRecord(former, null) }
          const kept = encodeRecord(next, documentOf(document))
          expect(decodeRecord(kept, '7')).toStrictEqual(E.right(next))
          for (const [name, value] of Object.entries(rest))
            if (
              value !== null &&
              !['schemaVersion', 'entries', 'history', 'skipped', 'finishedRevision'].includes(name)
            )
              expect(Object.getOwnPropertyDescriptor(kept, name)?.value).toEqual(documentOf(value))
        },
      ),
    )
  })

  it('of a document that cannot be read are not kept: it is replaced', () => {
    expect(formatRecord(emptyRecord, '{"note":"of nobody"}')).toBe(formatRecord(emptyRecord, null))
    expect(formatRecord({ ...emptyRecord, skipped: [key3.id] }, 'no JSON')).toContain(key3.id)
  })
})
