import {
  type Decision,
  type Observation,
  conservative,
  decide,
  explain,
  explanationText,
  gate,
  gateTexts,
  hypershift,
  known,
  nothingSeen,
  refusal,
  refusalRemedies,
  sealingKey,
  stageTexts,
  stages,
  unknown,
} from '@keyroll/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  clusterOn,
  completed,
  dropped,
  epoch,
  key1,
  migrationOf,
  now,
  promoted,
  readOnly,
  resources,
  retired,
  rotating,
  serverOn,
} from './cluster.js'

const condition = {
  type: 'EtcdDataEncryptionUpToDate',
  status: 'True',
  reason: 'ReEncryptionCompleted',
  message: 'all data is stored under aescbc:key2',
} as const

const textOf = (observation: Observation, policy = conservative): readonly string[] =>
  explanationText(explain(decide(policy)(observation), observation, policy)).split('\n')

const decision: Decision = {
  row: 'otherwise',
  stage: 'Steady',
  gate: null,
  effect: null,
  refusal: null,
  condition: null,
  nextLook: null,
}

describe('an explanation of a rotation', () => {
  it('that waits for servers says for which, since when, what to do, and who needs the old key', () => {
    const list = [
      serverOn('kas-1', readOnly),
      { ...serverOn('kas-2', readOnly), ready: false },
      { ...serverOn('kas-0', readOnly), terminating: true },
    ]
    const held = {
      ...clusterOn(readOnly, rotating('ReadOnlyDeploy')),
      servers: known({ wanted: 2, list, rollout: null }),
    }
    const told = decide(conservative)(held).condition
    expect(textOf({ ...held, condition: told })).toEqual([
      'ReadOnlyDeploy: not every API server runs the stored configuration yet, or an older one has not ended: kas-2 not ready; kas-0 terminating; 3 of 2 wanted servers exist',
      '  The new key is being made readable on every API server; none writes with it yet.',
      '  It waits (ServersNotConverged): not every API server runs the stored configuration yet, or an older one has not ended: kas-2 not ready; kas-0 terminating; 3 of 2 wanted servers exist. It has waited for 10 min.',
      '  A rollout usually ends by itself; if it does not, look at the pods named: why does one not start, not become ready, or not end?',
      '  Nothing is written now.',
      '  It looks again in 5 s.',
      '  aescbc:key1 is still needed: it is the active key of secrets, configmaps; the live configuration lists it as the writer of secrets, configmaps; kas-1, kas-2, kas-0: may run with a configuration that lists it; a new server would load a configuration that lists it; no completed rotation shows that nothing is stored under it.',
    ])
  })

  it('that goes on says what is written next, and why', () => {
    expect(textOf(clusterOn(readOnly, rotating('ReadOnlyDeploy'))).slice(0, 5)).toEqual([
      'ReadOnlyDeploy: keyroll records the rotation from aescbc:key1 to aescbc:key2 (WritePromote)',
      '  The new key is being made readable on every API server; none writes with it yet.',
      '  Next, keyroll records the rotation from aescbc:key1 to aescbc:key2 (WritePromote).',
      '  The reason: readable everywhere: from here on only forward, or reverse.',
      '  It looks again at once.',
    ])
  })

  it('whose migration fails names the resource and what the migrator says', () => {
    const observation = {
      ...clusterOn(promoted, rotating('Migrating')),
      migrations: known([
        migrationOf('secrets', 'Succeeded', { epoch, step: 2 }),
        migrationOf('configmaps', 'Failed', { epoch, step: 2 }),
      ]),
    }
    const lines = textOf(observation)
    expect(lines[0]).toBe(
      'Migrating: a migration has failed, and its next attempt waits: configmaps: a webhook denied the request',
    )
    expect(lines).toContain(`  ${gateTexts.MigrationFailed.remedy}`)
  })

  it('that is over says that the old key may be destroyed, and what that takes for granted', () => {
    expect(textOf({ ...retired, condition })).toEqual([
      'Steady: all data is stored under aescbc:key2',
      '  No rotation is running.',
      '  Nothing is written now.',
      '  It looks again when something changes.',
      '  aescbc:key1 is no longer needed and may be destroyed, provided that no backup from before 2025-12-01T12:01:40Z is to be restored, and that no server that was deleted by force still runs on a node that is cut off.',
    ])
  })

  it('that cannot be seen says that whether the old key is needed cannot be told', () => {
    const blind = { ...retired, servers: unknown('the list failed') }
    expect(textOf(blind).at(-1)).toBe(
      '  Whether aescbc:key1 is still needed cannot be told: the servers cannot be seen: the list failed.',
    )
  })

  it('takes the grace from the policy that was decided under', () => {
    const justDone = { ...clusterOn(dropped, completed), condition }
    expect(textOf(justDone).at(-1)).toMatch(/^ {2}aescbc:key1 is still needed: etcd's history/)
    expect(textOf(justDone, { ...hypershift, record: 'plain' }).at(-1)).toMatch(/no longer needed/)
  })
})

describe('an explanation', () => {
  it('says that a gate holds for longer than usual', () => {
    const held = { ...decision, gate: gate('MigratorBlocked', ['it runs elsewhere'], now - 4000) }
    expect(explain(held, { ...nothingSeen(now), record: known(null) }).sentences[1]).toBe(
      'It waits (MigratorBlocked): the migrator does not work on the migrations of this rotation: it runs elsewhere. It has waited for 1 h 6 min. That is longer than the usual 5 min.',
    )
  })

  it('says nothing of times and old keys without an observation', () => {
    const held = { ...decision, gate: gate('Paused', ['no server is wanted'], now) }
    expect(explain(held)).toEqual({
      headline: 'Steady: no API server is wanted: no server is wanted',
      sentences: [
        stageTexts.Steady,
        'It waits (Paused): no API server is wanted: no server is wanted.',
        gateTexts.Paused.remedy,
        'Nothing is written now.',
        'It looks again when something changes.',
      ],
    })
  })

  it('says why a wish is not followed, and what to do', () => {
    for (const code of ['UnpinnedKey', 'SelfHosted'] as const) {
      const { headline, sentences } = explain({
        ...decision,
        refusal: refusal(code, 'the message'),
      })
      expect(headline).toBe(`Steady: the wish is not followed (${code})`)
      expect(sentences).toContain(`The wish is not followed (${code}): the message.`)
      expect(sentences).toContain(refusalRemedies[code])
    }
  })

  it('names a refusal beside a gate or an effect, too', () => {
    const wish = known({
      key: sealingKey('kmsv2', 'vault', ''),
      resources,
      reencryptAt: null,
      backupKey: null,
    })
    const lines = textOf({ ...clusterOn(promoted, rotating('Migrating')), wish })
    expect(lines[0]).toBe('Migrating: keyroll starts to rewrite secrets')
    expect(lines).toContain(`  ${refusalRemedies.UnpinnedKey}`)
  })

  it('says that the next look is a fresh one', () => {
    const stale = { ...clusterOn(readOnly, rotating('ReadOnlyDeploy')), look: 'cached' as const }
    expect(textOf(stale)).toContain('  It looks again at once, with fresh reads.')
  })

  it('is there for every stage, gate and refusal, in lines that end as sentences do', () => {
    const reasons = Object.keys(gateTexts) as (keyof typeof gateTexts)[]
    const codes = Object.keys(refusalRemedies) as (keyof typeof refusalRemedies)[]
    fc.assert(
      fc.property(
        fc.constantFrom(...stages),
        fc.option(fc.constantFrom(...reasons)),
        fc.option(fc.constantFrom(...codes)),
        fc.array(fc.string({ maxLength: 8 }).filter((text) => !text.includes('\n'))),
        (stage, reason, code, about) => {
          const told = {
            ...decision,
            stage,
            gate: reason === null ? null : gate(reason, about, now - 60),
            refusal: code === null ? null : refusal(code, 'a message'),
          }
          const { headline, sentences } = explain(told, nothingSeen(now))
          expect(headline.startsWith(`${stage}: `)).toBe(true)
          expect(
            sentences.filter((line) => !/[.?]$/.test(line) || line.includes('undefined')),
          ).toEqual([])
          expect(sentences.some((line) => line.includes(reason ?? stageTexts[stage]))).toBe(true)
          expect(sentences.some((line) => line.includes(code ?? stageTexts[stage]))).toBe(true)
        },
      ),
    )
  })

  it('shows of a key its label, not its fingerprint', () => {
    const lines = textOf(clusterOn(promoted, rotating('Migrating'))).join('\n')
    expect(lines).toContain('aescbc:key1')
    expect(lines).not.toContain(key1.fingerprint)
  })
})
