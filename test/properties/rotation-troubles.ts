/** Troubles that the fake's budget does not offer: they come at some step of a run, and end when it calms down. */
import { type Fact, known, unknown } from '@keyroll/core'
import { type Move, type ViewKind, type World, viewKinds } from '@keyroll/adapters-fake'

type Moves = (world: World) => readonly Move[]

const failing =
  (...kinds: readonly ViewKind[]): Moves =>
  () => [{ kind: 'ReadsFail', kinds }]

const scaled =
  (replicas: number): Moves =>
  () => [{ kind: 'Scaled', replicas }]

const discovered =
  (served: Fact<'Served' | 'NotServed'>, except: readonly string[] = []): Moves =>
  ({ api }) =>
    api.discovery
      .filter(({ resource }) => !except.includes(resource))
      .map(({ resource }) => ({ kind: 'DiscoveryChanges', resource, served }))

const blocked =
  (reason: string | null): Moves =>
  () => [{ kind: 'MigratorBlocked', reason }]

const troubles = {
  'scaled to nothing': scaled(0),
  'scaled to three': scaled(3),
  'scaled to one': scaled(1),
  'nothing can be read': failing(...viewKinds),
  'servers cannot be seen': failing('servers', 'template'),
  'the record cannot be read': failing('record'),
  'configurations cannot be read': failing('configurations', 'copies'),
  'migrations cannot be read': failing('migrations'),
  'everything can be read': failing(),
  'groups are unavailable': discovered(unknown('its group is unavailable')),
  'a resource is gone': discovered(known('NotServed'), ['secrets']),
  'all is served': discovered(known('Served')),
  'the migrator is blocked': blocked('it is busy with another one'),
  'the migrator is free': blocked(null),
  'a backup is taken': () => [{ kind: 'BackupTaken' }],
} satisfies { readonly [name: string]: Moves }

export type Trouble = keyof typeof troubles

export const troubleNames = Object.keys(troubles).filter(
  (name): name is Trouble => name in troubles,
)

/** The moves that a trouble is made of, in a world as it is then. */
export const movesOf = (name: Trouble, world: World): readonly Move[] => troubles[name](world)

/** All troubles are over: so many servers are wanted, everything is served and can be read. */
export const untroubled = (world: World, servers: number): readonly Move[] =>
  [scaled(servers), failing(), discovered(known('Served')), blocked(null)].flatMap((moves) =>
    moves(world),
  )
