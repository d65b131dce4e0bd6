import { type Observation, Plaintext, conservative, decide, hypershift } from '@keyroll/core'
import { describe, expect, it } from 'vitest'
import {
  A,
  B,
  type Change,
  at,
  entry,
  live,
  noCopies,
  nothingRecorded,
  recorded,
  rolled,
  seeing,
  told,
  wishing,
  wishingNothing,
} from './observation-builder.js'

/** HyperShift's record cannot hold plaintext, so nothing is recorded where only plaintext is written. */
const unencrypted: readonly Change[] = [
  nothingRecorded,
  noCopies,
  live(null, Plaintext, A),
  rolled(null),
]

const decidedBy = (policy: typeof hypershift, ...changes: readonly Change[]) =>
  decide(policy)(seeing(...changes))

const entriesWritten = (observation: Observation) => {
  const { effect } = decide(hypershift)(observation)
  return effect?.kind === 'WriteRecord' ? effect.record.entries : null
}

describe("HyperShift's record", () => {
  it('without an active key reads as plaintext, where plaintext is written: enabling begins at once', () => {
    expect(entriesWritten(seeing(...unencrypted, wishing(A)))).toEqual([entry(Plaintext, A, [A])])
  })

  it('never gets an entry that it has no word for', () => {
    const nothingWished = seeing(...unencrypted, wishingNothing)
    expect(decide(hypershift)(told(hypershift, nothingWished))).toMatchObject({
      row: 'otherwise',
      stage: 'Unencrypted',
      effect: null,
    })
    expect(decide(conservative)(nothingWished).row).toBe('adopt')
  })

  it('is not behind for ever where it cannot say what is live', () => {
    const stamped = [live(at(1), Plaintext, A), rolled(at(1))]
    expect(decidedBy(hypershift, ...unencrypted, ...stamped, wishing(A)).row).toBe('start')
  })

  it('without an active key says nothing where a data key is written: that is adopted', () => {
    const data = seeing(nothingRecorded, noCopies, live(null, A, Plaintext), rolled(null))
    expect(entriesWritten(data)).toEqual([entry(A)])
  })

  it('holds a rotation like any other', () => {
    expect(decidedBy(hypershift, recorded({ entries: [entry(A)] }), wishing(B)).row).toBe('start')
  })
})
