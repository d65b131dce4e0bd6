import {
  type BackupKeys,
  type HistoryEntry,
  type HistoryState,
  type Key,
  type Observation,
  Plaintext,
  type Record,
  keysOfBackup,
  known,
  label,
  unknown,
} from '@keyroll/core'
import { describe, expect, it } from 'vitest'
import { clusterOn, configurationOf, key1, key2, key3, resources } from './cluster.js'

const entry = (
  startedTime: number,
  from: Key,
  to: Key,
  state: HistoryState,
  completionTime: number | null,
): HistoryEntry => ({
  plan: [{ resources, from, to }],
  state,
  startedTime,
  completionTime,
  message: null,
})

const recordOf = (
  history: readonly HistoryEntry[],
  activeKey: Key,
  targetKey: Key | null = null,
  older: readonly Key[] = [],
): Record => ({
  version: '7',
  entries: [{ resources, activeKey, targetKey, older }],
  history,
  skipped: [],
  finishedRevision: null,
})

/** Encrypted with key1 by 200, rotated to key2 by 400; the rotation to key3 runs since 500. */
const history = [
  entry(500, key2, key3, 'Migrating', null),
  entry(300, key1, key2, 'Completed', 400),
  entry(100, Plaintext, key1, 'Completed', 200),
]
const running = recordOf(history, key2, key3)

const at = (time: number, record: Record, change: Partial<Observation> = {}): BackupKeys =>
  keysOfBackup(time)({ ...clusterOn(configurationOf(9, [key3, key2]), record), ...change })

const labels = ({ keys }: BackupKeys): readonly string[] => keys.map(({ key }) => label(key))

describe('a backup', () => {
  it('from between two rotations needs the key that the former had gone to', () => {
    expect(at(250, running)).toEqual({
      keys: [{ key: key1, resources }],
      complete: true,
      because: [],
    })
    expect(labels(at(450, running))).toEqual(['aescbc:key2'])
  })

  it('from during a rotation needs both its keys', () => {
    expect(labels(at(350, running))).toEqual(['aescbc:key1', 'aescbc:key2'])
    expect(labels(at(600, running))).toEqual(['aescbc:key2', 'secretbox:key3'])
    expect(at(600, running).complete).toBe(true)
  })

  it('from the second in which a rotation began needs its keys, from the one in which it ended only the last', () => {
    expect(labels(at(300, running))).toEqual(['aescbc:key1', 'aescbc:key2'])
    expect(labels(at(400, running))).toEqual(['aescbc:key2'])
  })

  it('from a chain of interrupted epochs needs all keys of the chain', () => {
    const chain = [
      entry(700, key3, key2, 'Completed', 800),
      entry(500, key2, key3, 'Interrupted', 700),
      entry(300, key1, key2, 'Completed', 400),
    ]
    expect(labels(at(750, recordOf(chain, key2)))).toEqual(['aescbc:key2', 'secretbox:key3'])
    expect(labels(at(900, recordOf(chain, key2)))).toEqual(['aescbc:key2'])
  })

  it('from while older readers are remembered needs them too', () => {
    expect(labels(at(600, recordOf(history, key2, key3, [key1])))).toEqual([
      'aescbc:key2',
      'secretbox:key3',
      'aescbc:key1',
    ])
  })
})

describe('it is said that there may be more keys', () => {
  it('where the history does not reach back, and every configuration of before counts', () => {
    const kept = {
      ordinal: null,
      hash: 'sha256:found',
      entries: [{ resources, keys: [key1, Plaintext] }],
    }
    const answer = at(50, recordOf(history.slice(0, 1), key2, key3), { copies: known([kept]) })
    expect(labels(answer)).toEqual(['aescbc:key2', 'aescbc:key1', 'identity'])
    expect(answer).toMatchObject({
      complete: false,
      because: [
        'no rotation is remembered that had completed by 1970-01-01T00:00:50Z: other keys may be needed too',
      ],
    })
  })

  it('where the configuration was adopted after the last rotation', () => {
    const adopted = [entry(500, key2, key2, 'Interrupted', 500), ...history.slice(1)]
    expect(at(600, recordOf(adopted, key2))).toMatchObject({ complete: false })
    expect(at(450, recordOf(adopted, key2))).toMatchObject({ complete: true })
  })

  it('where a resource had been skipped', () => {
    const done = history.slice(1)
    expect(at(450, { ...recordOf(done, key2), skipped: ['widgets.example.io'] })).toMatchObject({
      complete: false,
      because: ['widgets.example.io had been skipped: data there may be under earlier keys'],
    })
    const [newest, oldest] = done
    const noted = [newest, { ...oldest, message: 'proven absent and skipped: routes' }]
    expect(at(250, recordOf(noted as readonly HistoryEntry[], key2))).toMatchObject({
      complete: false,
      because: ['the rotation that had completed by then says: proven absent and skipped: routes'],
    })
  })

  it('where the record cannot be read', () => {
    expect(at(450, running, { record: unknown('forbidden') })).toMatchObject({
      complete: false,
      because: ['the record cannot be read: forbidden'],
    })
  })

  it('where nothing is recorded: what the live configuration could read is all there is', () => {
    const found = { ...configurationOf(1, [key1, Plaintext]), ordinal: null }
    const answer = keysOfBackup(450)({ ...clusterOn(found, running), record: known(null) })
    expect(labels(answer)).toEqual(['aescbc:key1', 'identity'])
    expect(answer.complete).toBe(false)
  })
})
