/**
 * The contract of core's port: what every adapter promises, one test for each rule.
 *
 * A subject is a control plane at rest: servers run on a configuration of the user's, which has
 * `[old, identity]` for `secrets` and no ordinal; there is neither record nor copy nor migration; each
 * ordinal gets an object of its own; the adapter can make `next`.
 */
import {
  type Condition,
  type ConfigurationEntry,
  type Effect,
  type Fact,
  type KeepCopy,
  type Key,
  type KeptCopy,
  type LiveConfiguration,
  type Migration,
  type Observation,
  type Ordinal,
  type Port,
  type PortError,
  type Record,
  type Template,
  type WriteConfiguration,
  Plaintext,
  emptyRecord,
  migrationName,
} from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'
import { beforeEach, describe, expect, it } from 'vitest'

export interface PortSubject {
  readonly port: Port
  readonly old: Key
  readonly next: Key
}

const condition = (message: string): Condition => ({
  type: 'EtcdDataEncryptionUpToDate',
  status: 'False',
  reason: 'ReadOnlyRolloutInProgress',
  message,
})

const valueOf = <A>(fact: Fact<A>): A => {
  if (fact._tag === 'Unknown') throw new Error(fact.reason)
  return fact.value
}

const there = <A>(value: A | null | undefined, what: string): A => {
  if (value === null || value === undefined) throw new Error(`there is no ${what}`)
  return value
}

/** The facts of one look that the rules speak of. */
interface Sight {
  readonly record: Record | null
  readonly live: LiveConfiguration
  readonly copies: readonly KeptCopy[]
  readonly superseded: Observation['superseded']
  readonly template: Template
  readonly migrations: readonly Migration[]
  readonly condition: Condition | null
}

const sightOf = (observation: Observation): Sight => ({
  record: valueOf(observation.record),
  live: there(valueOf(observation.configuration), 'configuration'),
  copies: valueOf(observation.copies),
  superseded: observation.superseded,
  template: there(valueOf(observation.template), 'template'),
  migrations: valueOf(observation.migrations),
  condition: observation.condition,
})

/** Runs the contract on subjects that `makeSubject` makes, a new one for each rule. */
export const portContract = (
  title: string,
  makeSubject: () => Promise<PortSubject> | PortSubject,
): void => {
  describe(`the port of ${title}`, () => {
    let subject: PortSubject
    beforeEach(async () => {
      subject = await makeSubject()
    })

    const look = async (how: Observation['look'] = 'fresh'): Promise<Observation> => {
      const seen = await subject.port.observe(how)()
      if (E.isLeft(seen)) throw new Error(seen.left.message)
      return seen.right
    }
    const sight = async (): Promise<Sight> => sightOf(await look())

    const attempt = (effect: Effect): Promise<E.Either<PortError, void>> =>
      subject.port.perform(effect)()

    /** Does it, and sees what stands then. */
    const does = async (effect: Effect): Promise<Sight> => {
      const performed = await attempt(effect)
      if (E.isLeft(performed)) throw new Error(`${effect.kind}: ${performed.left.message}`)
      return sight()
    }

    /** It is refused as a conflict, and everything stands as before. */
    const conflicts = async (effect: Effect): Promise<void> => {
      const before = await sight()
      const performed = await attempt(effect)
      expect(performed, effect.kind).toMatchObject({
        left: { _tag: 'PortError', kind: 'Conflict' },
      })
      expect(await sight()).toEqual(before)
    }

    const entriesWith = (keys: readonly Key[]): readonly ConfigurationEntry[] => [
      { resources: ['secrets'], keys },
    ]
    const both = (): readonly ConfigurationEntry[] =>
      entriesWith([subject.old, subject.next, Plaintext])
    const promoted = (): readonly ConfigurationEntry[] =>
      entriesWith([subject.next, subject.old, Plaintext])

    const epoch = 4_000_000_000
    const at = (step: number): Ordinal => ({ epoch, step })

    const keepNext = (step: number, entries = both()): Effect => ({
      kind: 'KeepCopy',
      of: 'next',
      ordinal: at(step),
      hash: null,
      entries,
    })
    const keepLive = ({ ordinal, hash, entries }: LiveConfiguration): KeepCopy => ({
      kind: 'KeepCopy',
      of: 'live',
      ordinal,
      hash,
      entries,
    })
    const write = async (step: number, entries = both()): Promise<WriteConfiguration> => ({
      kind: 'WriteConfiguration',
      change: 'add',
      ordinal: at(step),
      entries,
      expectedVersion: (await sight()).live.version,
    })
    const publish = async (step: number, entries = both()): Promise<Sight> => {
      await does(keepNext(step, entries))
      return does(await write(step, entries))
    }
    const stamp = ({ live, template }: Sight, step: number): Effect => ({
      kind: 'StampTemplate',
      ordinal: at(step),
      hash: live.hash,
      expectedVersion: template.version,
    })
    const create = (attemptNumber: number, step = 1): Effect => ({
      kind: 'CreateMigration',
      name: migrationName('secrets', at(step), attemptNumber),
      resource: 'secrets',
      ordinal: at(step),
      attempt: attemptNumber,
      continuity: 'token',
    })
    const record = (version: string): Record => ({
      ...emptyRecord,
      version,
      entries: [
        {
          resources: ['secrets'],
          activeKey: subject.old,
          targetKey: subject.next,
          older: [Plaintext],
        },
      ],
      history: [
        {
          plan: [{ resources: ['secrets'], from: subject.old, to: subject.next }],
          state: 'ReadOnlyDeploy',
          startedTime: epoch,
          completionTime: null,
          message: null,
        },
      ],
    })
    const writeRecord = (version: string, message = 'first'): Effect => ({
      kind: 'WriteRecord',
      record: record(version),
      condition: condition(message),
    })

    const writeCondition = (expectedVersion: string): Effect => ({
      kind: 'WriteCondition',
      condition: condition('second'),
      expectedVersion,
    })

    describe('looking', () => {
      it('changes nothing, and says how it looked', async () => {
        const first = await look('fresh')
        const cached = await look('cached')
        const again = await look('fresh')
        expect([first.look, cached.look]).toEqual(['fresh', 'cached'])
        expect({ ...again, now: 0 }).toEqual({ ...first, now: 0 })
      })

      it('finds the configuration of the user as it is, without an ordinal', async () => {
        const { live, template } = await sight()
        expect(live.ordinal).toBeNull()
        expect(live.entries).toEqual(entriesWith([subject.old, Plaintext]))
        expect(template).toMatchObject({ ordinal: null, encrypts: true })
      })

      it('finds no record, no copy and no migration where there is none', async () => {
        expect(await sight()).toMatchObject({ record: null, copies: [], migrations: [] })
      })
    })

    describe('the record', () => {
      it('is created where there is none, and read back whole', async () => {
        const { record: written, condition: shown } = await does(writeRecord(''))
        expect({ ...written, version: '' }).toEqual(record(''))
        expect(shown).toEqual(condition('first'))
      })

      it('is created only where there is none', async () => {
        await does(writeRecord(''))
        await conflicts(writeRecord('', 'second'))
      })

      it('is not written over another version than the one named', async () => {
        const version = there((await does(writeRecord(''))).record, 'record').version
        const next = there((await does(writeRecord(version, 'second'))).record, 'record').version
        expect(next).not.toBe(version)
        await conflicts(writeRecord(version, 'third'))
      })

      it('is not created by whoever believes in one that does not exist', async () => {
        await conflicts(writeRecord('1'))
      })

      it('stands as it is when the condition alone is written', async () => {
        const before = there((await does(writeRecord(''))).record, 'record')
        const after = await does(writeCondition(before.version))
        expect({ ...after.record, version: '' }).toEqual(record(''))
        expect(after.condition).toEqual(condition('second'))
      })

      it('keeps its condition from whoever saw an older version', async () => {
        await does(writeRecord(''))
        await conflicts(writeCondition('1'))
      })
    })

    describe('copies', () => {
      it('of what is live are its very bytes, and one is enough', async () => {
        const { live } = await sight()
        const { copies } = await does(keepLive(live))
        const { ordinal, hash, entries } = live
        expect(copies).toEqual([{ ordinal, hash, entries }])
        expect((await does(keepLive(live))).copies).toEqual(copies)
      })

      it('are not made of something else than what was seen live', async () => {
        const { live } = await sight()
        await conflicts(keepLive({ ...live, ordinal: at(1) }))
        await conflicts(keepLive({ ...live, entries: both() }))
        await conflicts(keepLive({ ...live, hash: 'sha256:0' }))
      })

      it('of what is to come publish nothing', async () => {
        const before = await sight()
        const after = await does(keepNext(1))
        expect(after.copies).toMatchObject([{ ordinal: at(1), entries: both() }])
        expect({ ...after, copies: [] }).toEqual({ ...before, copies: [] })
      })

      it('of what is to come are made once, and never replaced by another content', async () => {
        const { copies } = await does(keepNext(1))
        expect((await does(keepNext(1))).copies).toEqual(copies)
        await conflicts(keepNext(1, promoted()))
      })

      it('of what is superseded can still be made', async () => {
        const { live } = await sight()
        await publish(1)
        const { ordinal, hash, entries } = live
        const { copies } = await does({ ...keepLive(live), of: 'superseded' })
        expect(copies).toContainEqual({ ordinal, hash, entries })
      })

      it('are discarded one by one, and only when no pod can load what they hold', async () => {
        const { live } = await sight()
        await does(keepLive(live))
        const { live: published } = await publish(1)
        const discard = ({ ordinal, hash }: KeptCopy): Effect => ({
          kind: 'DiscardCopy',
          ordinal,
          hash,
        })
        await conflicts(discard(live))
        await conflicts(discard(published))
        await does({ kind: 'WithdrawConfiguration', ordinal: live.ordinal, hash: live.hash })
        const { copies } = await does(discard(live))
        expect(copies.map(({ hash }) => hash)).toEqual([published.hash])
        await conflicts(discard(live))
      })
    })

    describe('a configuration', () => {
      it('is published as its kept copy holds it', async () => {
        const { copies } = await does(keepNext(1))
        const { live } = await does(await write(1))
        expect(live).toMatchObject({ ordinal: at(1), entries: both(), hash: copies[0]?.hash })
      })

      it('is not published without a kept copy, nor with another content than the copy', async () => {
        await conflicts(await write(1))
        await does(keepNext(1))
        await conflicts(await write(1, promoted()))
      })

      it('is not written over another version than the one named', async () => {
        await does(keepNext(1))
        const first = await write(1)
        await conflicts({ ...first, expectedVersion: null })
        await conflicts({ ...first, expectedVersion: '0' })
        await does(first)
        await does(keepNext(2, promoted()))
        await conflicts({ ...first, ordinal: at(2), entries: promoted() })
      })

      it('is written only over an older ordinal', async () => {
        await publish(2)
        await does(keepNext(1, promoted()))
        await conflicts(await write(1, promoted()))
        await conflicts(await write(2))
      })

      it('of another ordinal has another hash, also with the same keys', async () => {
        const first = await publish(1)
        const second = await publish(2)
        expect(second.live.hash).not.toBe(first.live.hash)
      })

      it('does not move the template', async () => {
        const { template } = await sight()
        expect((await publish(1)).template).toEqual(template)
      })

      it('that is superseded stays in reach until it is withdrawn, and its copy beyond', async () => {
        const { live } = await sight()
        await does(keepLive(live))
        const { superseded } = await publish(1)
        expect(valueOf(superseded).map(({ hash }) => hash)).toEqual([live.hash])
        const after = await does({
          kind: 'WithdrawConfiguration',
          ordinal: live.ordinal,
          hash: live.hash,
        })
        expect(valueOf(after.superseded)).toEqual([])
        expect(after.copies.map(({ hash }) => hash)).toContain(live.hash)
      })

      it('is not withdrawn while it is live, without a copy, or twice', async () => {
        const { live } = await sight()
        const { live: published } = await publish(1)
        const withdraw = ({ ordinal, hash }: KeptCopy): Effect => ({
          kind: 'WithdrawConfiguration',
          ordinal,
          hash,
        })
        await conflicts(withdraw(published))
        await conflicts(withdraw(live))
        await does({ ...keepLive(live), of: 'superseded' })
        await does(withdraw(live))
        await conflicts(withdraw(live))
      })
    })

    describe('the template', () => {
      it('carries what it is stamped with', async () => {
        const published = await publish(1)
        const { template } = await does(stamp(published, 1))
        expect(template).toMatchObject({
          ordinal: at(1),
          hash: published.live.hash,
          encrypts: true,
        })
        expect(template.version).not.toBe(published.template.version)
      })

      it('is not stamped over another version than the one named', async () => {
        const published = await publish(1)
        await does(stamp(published, 1))
        await publish(2)
        await conflicts(stamp(published, 2))
      })

      it('never goes back', async () => {
        const published = await publish(2)
        const stamped = await does(stamp(published, 2))
        await conflicts(stamp(stamped, 2))
        await conflicts(stamp(stamped, 1))
      })
    })

    describe('a migration', () => {
      it('carries what it was created with', async () => {
        await publish(1)
        const { migrations } = await does(create(1))
        expect(migrations).toMatchObject([
          {
            name: migrationName('secrets', at(1), 1),
            resource: 'secrets',
            ordinal: at(1),
            attempt: 1,
            continuity: 'token',
            endedTime: null,
            touchedTime: null,
          },
        ])
        expect(['Pending', 'Running']).toContain(migrations[0]?.outcome)
      })

      it('is created only under a free name', async () => {
        await publish(1)
        await does(create(1))
        await conflicts(create(1))
        expect((await does(create(2))).migrations).toHaveLength(2)
      })

      it('is deleted by name, once', async () => {
        await publish(1)
        await does(create(1))
        const remove: Effect = {
          kind: 'DeleteMigration',
          name: migrationName('secrets', at(1), 1),
        }
        expect((await does(remove)).migrations).toEqual([])
        await conflicts(remove)
      })

      it('of a newer configuration than the live one is never deleted', async () => {
        await publish(1)
        await does(create(1, 2))
        await conflicts({ kind: 'DeleteMigration', name: migrationName('secrets', at(2), 1) })
      })
    })

    it('shows no key material and no text of a configuration', async () => {
      await publish(1)
      const shown = JSON.stringify(await look())
      expect(shown).not.toContain('secret:')
      expect(shown).not.toContain('apiVersion')
    })
  })
}
