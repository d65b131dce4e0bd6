/**
 * Observations for tests, told as a story: a steady cluster, and small changes that each do one thing to it.
 *
 *     seeing(rotating(A, B, 'WritePromote'), live(at(2), B, A), rolled(at(2)))
 */
import {
  type ConfigurationEntry,
  type Decision,
  type Key,
  type KeptCopy,
  type Migration,
  type Observation,
  type Ordinal,
  Plaintext,
  type Policy,
  type Record,
  type RecordEntry,
  type Server,
  type StoredResource,
  type Wish,
  decide,
  formatOrdinal,
  known,
  migrationName,
  nothingSeen,
  sealingKey,
  unknown,
} from '@keyroll/core'

export const A = sealingKey('aescbc', 'a', 'of-a')
export const B = sealingKey('aescbc', 'b', 'of-b')
export const C = sealingKey('secretbox', 'c', 'of-c')
export const Z = sealingKey('aescbc', 'z', 'of-z')
export const K1 = sealingKey('kmsv2', 'k1', 'of-k1')
export const K2 = sealingKey('kmsv2', 'k2', 'of-k2')
export const K3 = sealingKey('kmsv2', 'k3', 'of-k3')
export { Plaintext }

export const now = 20_000
/** The epoch of the last completed rotation, and of the one that runs. */
export const past = 5_000
export const running = 19_000

/** The n-th configuration write of the running epoch, and of the completed one. */
export const at = (step: number): Ordinal => ({ epoch: running, step })
export const before = (step: number): Ordinal => ({ epoch: past, step })

export const hashOf = (ordinal: Ordinal | null): string =>
  ordinal === null ? 'sha256:found' : `sha256:${formatOrdinal(ordinal)}`

export type Change = (observation: Observation) => Observation

/** A change of single fields. */
export const with_ =
  (fields: Partial<Observation>): Change =>
  (o) => ({ ...o, ...fields })

// The record.

type State = Record['history'][number]['state']

interface Epoch {
  readonly from: Key
  readonly to: Key
  readonly state: State
  readonly epoch: number
}

export const entry = (
  activeKey: Key,
  targetKey: Key | null = null,
  older: readonly Key[] = [],
  resources: readonly string[] = ['secrets'],
): RecordEntry => ({ resources, activeKey, targetKey, older })

export const epochs = (...list: readonly Epoch[]): Record['history'] =>
  list.map(({ from, to, state, epoch }) => ({
    plan: [{ resources: ['secrets'], from, to }],
    state,
    startedTime: epoch,
    completionTime: state === 'Completed' || state === 'Interrupted' ? epoch + 100 : null,
    message: null,
  }))

export const completed = (to: Key, epoch = past, from: Key = Z): Epoch => ({
  from,
  to,
  state: 'Completed',
  epoch,
})

export const recorded = (record: Partial<Record>): Change =>
  with_({
    record: known({
      version: 'r1',
      entries: [entry(A)],
      history: epochs(completed(A)),
      skipped: [],
      finishedRevision: null,
      ...record,
    }),
  })

/** A rotation that runs, under the running epoch, after a completed one. */
export const rotating = (from: Key, to: Key, state: State, older: readonly Key[] = []): Change =>
  recorded({
    entries: [entry(from, to, older)],
    history: epochs({ from, to, state, epoch: running }, completed(from)),
  })

/** The running epoch has completed. */
export const finished = (to: Key, from: Key): Change =>
  recorded({ entries: [entry(to)], history: epochs(completed(to, running, from), completed(from)) })

export const nothingRecorded: Change = with_({ record: known(null) })

// The configuration and its copies.

const secrets = (keys: readonly Key[]) => [{ resources: ['secrets'], keys }]

const keeping = (o: Observation, kept: KeptCopy): Observation => ({
  ...o,
  copies: known([
    kept,
    ...(o.copies._tag === 'Known' ? o.copies.value : []).filter(({ hash }) => hash !== kept.hash),
  ]),
})

/** A copy that is kept. */
export const copy =
  (ordinal: Ordinal | null, ...keys: readonly Key[]): Change =>
  (o) =>
    keeping(o, { ordinal, hash: hashOf(ordinal), entries: secrets(keys) })

/** The file that is live; a copy of it is kept. */
export const liveFile =
  (ordinal: Ordinal | null, ...entries: readonly ConfigurationEntry[]): Change =>
  (o) => {
    const configuration = { ordinal, hash: hashOf(ordinal), entries }
    return keeping(
      { ...o, configuration: known({ ...configuration, version: 'c1' }) },
      configuration,
    )
  }

/** The keys of secrets that are live; a copy is kept. */
export const live = (ordinal: Ordinal | null, ...keys: readonly Key[]): Change =>
  liveFile(ordinal, ...secrets(keys))

export const noConfiguration: Change = with_({ configuration: known(null) })
export const noCopies: Change = with_({ copies: known([]) })

/** An older configuration that a starting pod could still load. */
export const inReach =
  (ordinal: Ordinal | null, ...keys: readonly Key[]): Change =>
  (o) => {
    const older = { ordinal, hash: hashOf(ordinal), entries: secrets(keys) }
    return keeping({ ...o, superseded: known([older]) }, older)
  }

// Template and servers.

export const template = (ordinal: Ordinal | null): Change =>
  with_({
    template: known({
      version: 't1',
      ordinal,
      hash: ordinal === null ? null : hashOf(ordinal),
      encrypts: true,
    }),
  })

export const server = (name: string, ordinal: Ordinal | null): Server => ({
  name,
  ordinal,
  hash: ordinal === null ? null : hashOf(ordinal),
  loaded: unknown('the server does not report it'),
  ready: true,
  terminating: false,
  finished: false,
})

/** One server for each ordinal. */
export const servers = (...ordinals: readonly (Ordinal | null)[]): Change =>
  with_({
    servers: known({
      wanted: ordinals.length,
      list: ordinals.map((ordinal, index) => server(`server-${index}`, ordinal)),
      rollout: null,
    }),
  })

/** Template and three servers on one ordinal. */
export const rolled =
  (ordinal: Ordinal | null): Change =>
  (o) =>
    servers(ordinal, ordinal, ordinal)(template(ordinal)(o))

export const scaledToZero: Change = servers()

/** Nothing of encryption anywhere, and the servers are known to run without it. */
export const neverEncrypted: Change = (o) => ({
  ...servers(null, null, null)(o),
  record: known(null),
  configuration: known(null),
  copies: known([]),
  template: known({ version: 't1', ordinal: null, hash: null, encrypts: false }),
  unencryptedServers: known(true),
})

// Migrations and resources.

export const migration = (fields: Partial<Migration> = {}): Migration => {
  const { resource = 'secrets', ordinal = at(2), attempt = 1 } = fields
  return {
    name: migrationName(resource, ordinal ?? at(0), attempt),
    resource,
    ordinal,
    attempt,
    continuity: 'unbroken',
    outcome: 'Succeeded',
    createdTime: now - 60,
    endedTime: fields.outcome === 'Running' || fields.outcome === 'Pending' ? null : now - 30,
    touchedTime: null,
    message: null,
    ...fields,
  }
}

export const migrations = (...list: readonly Migration[]): Change =>
  with_({ migrations: known(list) })

export const resource = (name: string, fields: Partial<StoredResource> = {}): StoredResource => ({
  resource: name,
  served: known('Served'),
  absentSince: null,
  touchable: null,
  ...fields,
})

export const resources = (...list: readonly StoredResource[]): Change => with_({ resources: list })

// The wish.

export const wishing = (key: Key, more: Partial<Wish> = {}): Change =>
  with_({
    wish: known({ key, resources: ['secrets'], reencryptAt: null, backupKey: null, ...more }),
  })

export const wishingNothing: Change = with_({ wish: known(null) })
export const wishUnknown: Change = with_({ wish: unknown('the spec cannot be read') })

export const cached: Change = with_({ look: 'cached' })

/** A cluster in its goal: everything is under A, and all that was ever wished for is A. */
const goal: Observation = [
  recorded({}),
  live(before(3), A, Plaintext),
  rolled(before(3)),
  wishing(A),
  resources(resource('secrets')),
  migrations(),
].reduce<Observation>((o, change) => change(o), {
  ...nothingSeen(now),
  copies: known([]),
  superseded: known([]),
  continuity: known('unbroken'),
  unchangedSince: known(now - 100),
  unencryptedServers: known(false),
  emptyEtcd: known(false),
  etcdRevision: known(900),
  backupTime: known(null),
})

/** The steady cluster after some changes. */
export const seeing = (...changes: readonly Change[]): Observation =>
  changes.reduce<Observation>((o, change) => change(o), goal)

/** The same, where users have already been told what there is to tell. */
export const told = (policy: Policy, o: Observation): Observation => ({
  ...o,
  condition: decide(policy)(o).condition,
})

/** What is decided once all copies that it asks for are kept: that, and how many copies it took. */
export const afterCopies = (
  policy: Policy,
  o: Observation,
  copies = 0,
): { readonly decision: Decision; readonly copies: number } => {
  const decision = decide(policy)(o)
  const { effect } = decision
  if (effect?.kind !== 'KeepCopy' || copies > 3) return { decision, copies }
  const { ordinal, hash, entries } = effect
  return afterCopies(
    policy,
    keeping(o, { ordinal, entries, hash: hash ?? hashOf(ordinal) }),
    copies + 1,
  )
}
