import {
  type Destruction,
  type Key,
  type Observation,
  Plaintext,
  type Policy,
  conservative,
  hypershift,
  known,
  oldKeys,
  safeToDestroy,
  sealingKey,
  unknown,
} from '@keyroll/core'
import { describe, expect, it } from 'vitest'
import {
  clusterOn,
  completed,
  completedAt,
  configurationOf,
  dropped,
  key1,
  key2,
  key3,
  promoted,
  readOnly,
  resources,
  retired,
  rotating,
  serverOn,
} from './cluster.js'

const ofKey1 = (change: Partial<Observation>, policy: Policy = conservative): Destruction =>
  safeToDestroy(key1)({ ...retired, ...change }, policy)

const needed = (...because: readonly string[]) => ({ verdict: 'Needed', safe: false, because })
const untold = (...because: readonly string[]) => ({ verdict: 'Unknown', safe: false, because })

describe('the old key is safe to destroy', () => {
  it('when a rotation away from it has completed, nothing lists it, and the grace is over', () => {
    expect(ofKey1({})).toEqual({
      verdict: 'Safe',
      safe: true,
      because: [],
      assuming: [
        'no backup from before 2025-12-01T12:01:40Z is to be restored',
        'no server that was deleted by force still runs on a node that is cut off',
      ],
    })
  })

  it('with no server wanted, since none runs', () => {
    expect(ofKey1({ servers: known({ wanted: 0, list: [], rollout: null }) }).safe).toBe(true)
  })

  it('where servers are shown to run without any configuration', () => {
    const plain = { ordinal: null, hash: null }
    const server = { ...serverOn('kas-1', dropped), ...plain, loaded: unknown('there is none') }
    expect(
      ofKey1({
        configuration: known(null),
        unencryptedServers: known(true),
        template: known({ version: '3', ...plain, encrypts: false }),
        servers: known({ wanted: 1, list: [server], rollout: null }),
      }),
    ).toMatchObject({ safe: true })
  })

  it('beside a server that has ended for good', () => {
    const ended = { ...serverOn('kas-0', promoted), ready: false, finished: true }
    expect(
      ofKey1({
        servers: known({ wanted: 1, list: [serverOn('kas-1', dropped), ended], rollout: null }),
      }),
    ).toMatchObject({ safe: true })
  })

  it('by a census of every resource, whatever the history has forgotten', () => {
    const adopted = completed.history.map((entry) => ({
      ...entry,
      plan: [{ resources, from: key2, to: key2 }],
      state: 'Interrupted' as const,
    }))
    const unproven = { ...completed, history: adopted }
    const census = known(resources.map((resource) => ({ resource, prefixes: { identity: 3 } })))
    const atOnce: Policy = { ...hypershift, grace: 0 }
    expect(ofKey1({ record: known(unproven), census }, atOnce).safe).toBe(true)
    expect(ofKey1({ record: known(unproven), census })).toMatchObject(
      untold("since when etcd's history holds nothing under it is not known"),
    )
    expect(
      ofKey1({ record: known(unproven), census: known(census.value.slice(1)) }, atOnce),
    ).toMatchObject(needed('no completed rotation shows that nothing is stored under it'))
  })
})

describe('a census', () => {
  const told = (names: readonly string[]) =>
    known(names.map((resource) => ({ resource, prefixes: {} })))

  it('that knows of no resource, or not of one that was skipped, proves nothing', () => {
    const unproven = known({ ...completed, history: [] })
    const because = ['no completed rotation shows that nothing is stored under it']
    expect(ofKey1({ record: unproven, census: told([]), resources: [] }).because).toEqual(because)
    const skipped = known({ ...completed, skipped: ['widgets.example.io'] })
    expect(ofKey1({ record: skipped, census: told(resources) }).verdict).toBe('Needed')
  })
})

describe('the old key is needed while', () => {
  it('the record holds it as active, target or older reader', () => {
    const at = (record: Observation['record']) => ofKey1({ record }).because
    expect(at(known(rotating('Migrating')))).toContain(
      'it is the active key of secrets, configmaps',
    )
    expect(
      safeToDestroy(key2)({ ...retired, record: known(rotating('ReadOnlyDeploy')) }).because,
    ).toContain('it is the key that a rotation of secrets, configmaps goes to')
    const remembered = { resources, activeKey: key2, targetKey: null, older: [key1] }
    expect(ofKey1({ record: known({ ...completed, entries: [remembered] }) })).toMatchObject(
      needed(
        'the record remembers it as a reader of secrets, configmaps: data may still be under it',
      ),
    )
  })

  it('the live configuration lists it', () => {
    const live = configurationOf(3, [key2, key1])
    expect(
      safeToDestroy(key1)({ ...clusterOn(live, completed), now: retired.now }).because,
    ).toEqual([
      'the live configuration lists it as a reader of secrets, configmaps',
      'kas-1, kas-2, kas-3: may run with a configuration that lists it',
      'a new server would load a configuration that lists it',
    ])
  })

  it('a starting server could load an older configuration that lists it', () => {
    expect(ofKey1({ superseded: known([promoted]) })).toMatchObject(
      needed('a starting server could still load configuration 1764590000.2, which lists it'),
    )
  })

  it('a server runs such a configuration, or the template names one', () => {
    const list = [serverOn('kas-1', dropped), { ...serverOn('kas-2', promoted), terminating: true }]
    expect(
      ofKey1({
        servers: known({ wanted: 2, list, rollout: null }),
        copies: known([dropped, promoted]),
      }),
    ).toMatchObject(needed('kas-2: may run with a configuration that lists it'))
    const { ordinal, hash } = promoted
    expect(
      ofKey1({
        template: known({ version: '3', ordinal, hash, encrypts: true }),
        copies: known([dropped, promoted]),
      }),
    ).toMatchObject(needed('a new server would load a configuration that lists it'))
  })

  it('a server reports that it has loaded such a configuration, whatever it was made for', () => {
    const late = { ...serverOn('kas-1', dropped), loaded: known(promoted.hash) }
    expect(
      ofKey1({
        servers: known({ wanted: 1, list: [late], rollout: null }),
        copies: known([dropped, promoted]),
      }),
    ).toMatchObject(needed('kas-1: may run with a configuration that lists it'))
  })

  it('it is wished for', () => {
    const wish = known({ key: key1, resources, reencryptAt: null, backupKey: null })
    expect(ofKey1({ wish })).toMatchObject(needed('it is what is wished for'))
  })

  it('a census counts objects under it: that outranks the evidence', () => {
    const census = known([
      {
        resource: 'secrets',
        prefixes: { 'k8s:enc:aescbc:v1:key1': 2, 'k8s:enc:aescbc:v1:key2': 9 },
      },
      { resource: 'configmaps', prefixes: { 'k8s:enc:aescbc:v1:key1': 0 } },
    ])
    expect(ofKey1({ census })).toMatchObject(
      needed('the census counts 2 stored objects of secrets under k8s:enc:aescbc:v1:key1'),
    )
  })

  it('no completed rotation speaks for what is active', () => {
    const because = 'no completed rotation shows that nothing is stored under it'
    expect(ofKey1({ record: known({ ...completed, history: [] }) }).because).toEqual([because])
    expect(ofKey1({ record: known(null) }).because).toEqual([because])
    const adopted = completed.history.map((entry) => ({
      ...entry,
      plan: [{ resources, from: key2, to: key2 }],
      state: 'Interrupted' as const,
    }))
    expect(
      ofKey1({ record: known({ ...completed, history: [...adopted, ...completed.history] }) })
        .because,
    ).toEqual([because])
  })

  it('the newest completed rotation went to it', () => {
    const back = completed.history.map((entry) => ({
      ...entry,
      plan: [{ resources, from: key2, to: key1 }],
    }))
    expect(ofKey1({ record: known({ ...completed, history: back }) })).toMatchObject(
      needed('the newest completed rotation went to it'),
    )
  })

  it('a rotation had to skip a resource, until a census tells of it', () => {
    const record = known({ ...completed, skipped: ['widgets.example.io'] })
    expect(ofKey1({ record })).toMatchObject(
      needed('the newest rotation had to skip widgets.example.io: data there may be under it'),
    )
    const census = known(
      [...resources, 'widgets.example.io'].map((resource) => ({ resource, prefixes: {} })),
    )
    expect(ofKey1({ record, census }).safe).toBe(true)
  })

  it("etcd's history may hold values under it", () => {
    expect(ofKey1({ now: completedAt + 899 })).toMatchObject(
      needed("etcd's history may hold values under it for another 1 s"),
    )
    expect(ofKey1({ now: completedAt + 900 }).safe).toBe(true)
    expect(ofKey1({ now: completedAt }, { ...hypershift, grace: 0 }).safe).toBe(true)
  })

  it('the newest backup is from before the rotation had completed', () => {
    expect(ofKey1({ backupTime: known(completedAt) })).toMatchObject(
      needed(
        'the newest backup, of 2025-12-01T12:01:40Z, is from before the rotation away from it had completed',
      ),
    )
    expect(ofKey1({ backupTime: known(completedAt + 1) }).safe).toBe(true)
    expect(ofKey1({ backupTime: known(null) }).safe).toBe(true)
    expect(
      ofKey1({ backupTime: known(null) }, { ...conservative, backupBeforeRetiring: true }),
    ).toMatchObject(needed('no backup has been taken since the rotation'))
  })

  it('a backup of etcd from before the end has been restored', () => {
    expect(
      ofKey1({ record: known({ ...completed, finishedRevision: 500 }), etcdRevision: known(400) }),
    ).toMatchObject(
      needed('etcd holds a state from before the last rotation: data of then may be under it'),
    )
  })

  it('it stands there under another name', () => {
    const kms = (name: string): Key => sealingKey('kmsv2', name, 'd4'.repeat(32))
    const live = configurationOf(3, [key2, kms('vault-2')])
    const answer = safeToDestroy(kms('vault'))({ ...clusterOn(live, completed), now: retired.now })
    expect(answer.because).toContain(
      'the live configuration lists it as a reader of secrets, configmaps',
    )
    const unpinned = configurationOf(2, [sealingKey('kmsv2', 'vault', '')])
    expect(safeToDestroy(kms('vault'))({ ...retired, superseded: known([unpinned]) }).verdict).toBe(
      'Needed',
    )
    const copied = sealingKey('aesgcm', 'same-bytes', key1.fingerprint)
    expect(ofKey1({ superseded: known([configurationOf(2, [copied])]) }).verdict).toBe('Needed')
  })
})

describe('whether the old key is needed cannot be told, so it is not safe,', () => {
  const unseen = unknown('the list failed')
  const facts: readonly (readonly [string, Partial<Observation>, string])[] = [
    ['without the record', { record: unseen }, 'the record cannot be read: the list failed'],
    [
      'without the configuration',
      { configuration: unseen },
      'the configuration cannot be read: the list failed',
    ],
    [
      'without older configurations',
      { superseded: unseen },
      'older configurations cannot be read: the list failed',
    ],
    ['without the servers', { servers: unseen }, 'the servers cannot be seen: the list failed'],
    [
      'without the template',
      { template: unseen },
      'the pod template cannot be read: the list failed',
    ],
    ['without the wish', { wish: unseen }, 'the wish cannot be read: the list failed'],
    ['on cached views', { look: 'cached' }, 'only caches were looked at: look again, fresh'],
    [
      'where a newer keyroll has been at work',
      { newerSchema: '2' },
      'a newer version of keyroll has written what this one cannot read',
    ],
    [
      'without any configuration',
      { configuration: known(null) },
      'no configuration is stored, and nothing shows that the servers need none',
    ],
  ]
  for (const [title, change, because] of facts)
    it(title, () => {
      const answer = ofKey1(change)
      expect(answer).toMatchObject(untold(because))
    })

  it('while a server runs what no configuration or copy is known for', () => {
    const list = [serverOn('kas-1', dropped), serverOn('kas-2', configurationOf(1, [key1]))]
    expect(ofKey1({ servers: known({ wanted: 2, list, rollout: null }) })).toMatchObject(
      untold(
        'kas-2: what is loaded there is not known',
        'not all servers are known to run the live configuration: kas-2 runs another configuration',
      ),
    )
  })

  it('while servers are still replaced', () => {
    const list = [serverOn('kas-1', dropped), { ...serverOn('kas-2', dropped), ready: false }]
    expect(ofKey1({ servers: known({ wanted: 2, list, rollout: null }) })).toMatchObject(
      untold('not all servers are known to run the live configuration: kas-2 not ready'),
    )
  })

  it('where one file is overwritten and no server reports what it has loaded, but for the preset that allows it', () => {
    const change: Partial<Observation> = {
      delivery: 'fixed',
      servers: known({
        wanted: 1,
        list: [{ ...serverOn('kas-1', dropped), loaded: unknown('no metrics') }],
        rollout: null,
      }),
    }
    expect(ofKey1(change)).toMatchObject(
      untold('not all servers are known to run the live configuration: kas-1: no metrics'),
    )
    const trusting = ofKey1(change, { ...conservative, trustStamps: true })
    expect(trusting.safe).toBe(true)
    expect(trusting.assuming).toContain('each server has loaded what its stamps say')
  })

  it('where the policy asks for a backup and nobody knows of one', () => {
    expect(
      ofKey1({ backupTime: unknown('not asked') }, { ...conservative, backupBeforeRetiring: true }),
    ).toMatchObject(untold('when the newest backup was taken: not asked'))
  })

  it('where the record or the configuration has fallen behind the servers', () => {
    const later = { ...dropped, ordinal: { epoch: retired.now, step: 1 }, hash: 'sha256:later' }
    expect(
      ofKey1({
        servers: known({ wanted: 1, list: [serverOn('kas-1', later)], rollout: null }),
        copies: known([later]),
      }).because,
    ).toEqual([
      'not all servers are known to run the live configuration: kas-1 runs another configuration',
      'the stored configuration is older than what servers carry',
      'the record is older than what servers or configurations carry',
    ])
  })
})

describe('old keys', () => {
  it('are those that the rotation leaves, from its start until after its end', () => {
    for (const observation of [
      clusterOn(readOnly, rotating('ReadOnlyDeploy')),
      clusterOn(promoted, rotating('Migrating')),
      clusterOn(promoted, completed),
      retired,
    ])
      expect(oldKeys(observation)).toEqual([key1])
  })

  it('are older readers too, and never plaintext or what is current', () => {
    const live = configurationOf(2, [key2, key1, key3, Plaintext])
    expect(oldKeys(clusterOn(live, completed))).toEqual([key1, key3])
    const again = {
      ...rotating('Migrating'),
      entries: [{ resources, activeKey: key2, targetKey: key2, older: [key3] }],
    }
    expect(oldKeys(clusterOn(configurationOf(2, [key2, key3]), again))).toEqual([key3])
    expect(oldKeys({ ...retired, record: known(null), configuration: known(null) })).toEqual([])
  })
})
