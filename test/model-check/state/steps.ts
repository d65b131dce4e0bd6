/**
 * The steps that can be taken from a world, in classes: each class says what it reads and what it changes, and
 * is nothing but moves of the fake control plane.
 */
import {
  type Move,
  type Server,
  type World,
  apply,
  enabled,
  vectorGet,
  vectorSet,
} from '@keyroll/adapters-fake'
import { type Start, environment, overdueSince, settle } from './start.js'

export interface Step {
  readonly label: string
  readonly world: World
}

/** A step of the rollout; `ended`: the server whose process ended with it, if it served. */
export interface RolloutStep extends Step {
  readonly ended: Server | null
}

const after = (world: World, move: Move): World | null => {
  const { world: next, happened } = apply(environment)(world, move)
  return happened ? next : null
}

const text = (move: Move): string => {
  const { kind, ...rest } = move
  return `${kind} ${Object.values(rest)
    .filter((value) => typeof value !== 'object')
    .join(' ')}`.trimEnd()
}

const stepOf = (world: World, move: Move): readonly Step[] => {
  const next = after(world, move)
  return next === null ? [] : [{ label: text(move), world: next }]
}

const isServing = (server: Server | undefined): server is Server =>
  server !== undefined && server.phase === 'Ready' && server.process !== null

const named = (world: World, name: string): Server | undefined =>
  world.servers.find((server) => server.name === name)

const ending = (world: World, move: Move): readonly RolloutStep[] =>
  stepOf(world, move).map((step) => {
    const server = 'server' in move ? named(world, move.server) : undefined
    const left = step.world.servers.find((each) => each.name === server?.name)
    return { ...step, ended: isServing(server) && left?.process == null ? server : null }
  })

const thenIf = (step: RolloutStep, move: Move | null): RolloutStep => {
  const next = move === null ? null : after(step.world, move)
  return next === null || move === null
    ? step
    : { ...step, label: `${step.label}, ${move.kind}`, world: next }
}

/**
 * Deployment, ReplicaSets, pods that come and go: reads which configurations are published. A pod mounts its
 * configuration when it is created, if it is there; one that was never ready is gone when it is deleted.
 */
export const rolloutSteps = (world: World): readonly RolloutStep[] =>
  enabled(world, ['platform']).flatMap((move): readonly RolloutStep[] => {
    if (move.kind === 'RolloutObserved' || move.kind === 'PodGone') return ending(world, move)
    if (move.kind === 'PodCreated')
      return ending(world, move).map((step) => {
        const server = step.world.servers.at(-1)
        return thenIf(
          step,
          server === undefined
            ? null
            : { kind: 'PodStarts', server: server.name, mount: 'current' },
        )
      })
    if (move.kind !== 'PodDrains') return []
    const wasReady = named(world, move.server)?.phase === 'Ready'
    return ending(world, move).map((step) =>
      thenIf(step, wasReady ? null : { kind: 'PodGone', server: move.server }),
    )
  })

/** Reads the published configurations too. */
export const podStartSteps = (world: World): readonly Step[] =>
  enabled(world, ['platform']).flatMap((move) =>
    move.kind === 'PodStarts' && move.mount === 'current' ? stepOf(world, move) : [],
  )

/** Reads which keys objects are under. */
export const podReadySteps = (world: World): readonly Step[] =>
  enabled(world, ['platform']).flatMap((move) =>
    move.kind === 'PodReady' ? stepOf(world, move) : [],
  )

/** Reads the configurations of serving servers, changes objects. */
export const clientSteps = (world: World): readonly Step[] =>
  enabled(world, ['client']).flatMap((move) =>
    move.kind === 'ClientWrites' ? stepOf(world, move) : [],
  )

/** What a serving server has sealed lands after it has ended: reads that server, changes objects. */
export const orphanSteps = (world: World, server: Server): readonly Step[] =>
  world.etcd.resources.flatMap(({ resource, objects }) =>
    Array.from({ length: objects.size }, (_, object) => object).flatMap((object) => {
      const sealed = after(world, { kind: 'WriteSealed', server: server.name, resource, object })
      if (sealed === null) return []
      const ended = after(sealed, { kind: 'PodCrashes', server: server.name })
      return ended === null
        ? []
        : [{ label: `… and leaves a write of ${resource} ${object} in flight`, world: ended }]
    }),
  )

export const flightSteps = (world: World): readonly Step[] =>
  enabled(world, ['platform']).flatMap((move) =>
    move.kind === 'WriteLands' || move.kind === 'WriteLost' ? stepOf(world, move) : [],
  )

const attached = (world: World): readonly World[] => {
  const seen = new Set<string>()
  return world.servers.flatMap((server) => {
    const key = JSON.stringify(server.process?.loaded?.hash ?? '')
    if (!isServing(server) || seen.has(key)) return []
    seen.add(key)
    return [{ ...world, migrator: { ...world.migrator, server: server.name } }]
  })
}

/** The same world with two objects of a resource in each other's place: their order means nothing. */
const exchanged = (start: Start, world: World, resource: number, a: number, b: number): World => {
  const objects = world.etcd.resources[resource]
  const [one, other] =
    objects === undefined ? [] : [a, b].map((at) => vectorGet(objects.objects, at))
  if (a === b || objects === undefined || one === undefined || other === undefined) return world
  const keyOf = (id: string): number => start.keys.findIndex((key) => key.id === id)
  const swapped = vectorSet(
    vectorSet(objects.objects, a, {
      ...start.stored(resource, a, keyOf(other.under)),
      revision: other.revision,
    }),
    b,
    { ...start.stored(resource, b, keyOf(one.under)), revision: one.revision },
  )
  return {
    ...world,
    etcd: {
      ...world.etcd,
      resources: world.etcd.resources.map((each, at) =>
        at === resource ? { ...each, objects: swapped } : each,
      ),
    },
    inFlight: world.inFlight.map((write) =>
      write.resource !== resource || (write.object !== a && write.object !== b)
        ? write
        : {
            ...write,
            object: write.object === a ? b : a,
            value: start.stored(resource, write.object === a ? b : a, keyOf(write.value.under)),
          },
    ),
  }
}

/** The migrator works through any server, on any object that is left: reads serving servers and objects. */
export const migratorSteps = (start: Start, world: World): readonly Step[] =>
  attached(world).flatMap((by) =>
    enabled(by, ['platform']).flatMap((move): readonly Step[] => {
      if (
        move.kind === 'MigrationStarts' ||
        move.kind === 'MigrationSucceeds' ||
        move.kind === 'MigrationGivesUp'
      )
        return stepOf(by, move)
      if (move.kind !== 'MigrationSteps') return []
      const migration = by.api.migrations.find(({ name }) => name === move.migration)
      const resource = by.etcd.resources.findIndex((each) => each.resource === migration?.resource)
      const position = migration?.position ?? 0
      const size = by.etcd.resources[resource]?.objects.size ?? 0
      return Array.from({ length: size - position }, (_, at) => position + at).flatMap((object) =>
        stepOf(exchanged(start, by, resource, position, object), move).map((step) => ({
          ...step,
          label: `${step.label} (object ${object}, through ${by.migrator.server})`,
        })),
      )
    }),
  )

/** `settle` passes: nothing in flight can land any more. */
export const settleSteps = (world: World): readonly Step[] =>
  world.api.record?.history[0]?.state === 'Migrating' &&
  world.now - world.views.unchangedSince < settle
    ? stepOf(world, { kind: 'Tick', seconds: settle }).map(({ world: next }) => ({
        label: 'settle passes',
        world: {
          ...next,
          now: world.now,
          views: { ...next.views, unchangedSince: world.now - settle },
        },
      }))
    : []

/** The deadline of a hanging migration passes. */
export const deadlineSteps = (world: World): readonly Step[] =>
  world.api.migrations.flatMap(({ name, hangs, end, createdTime }) =>
    hangs && end === null && createdTime > overdueSince
      ? [
          {
            label: `the deadline of ${name} passes`,
            world: {
              ...world,
              api: {
                ...world.api,
                migrations: world.api.migrations.map((each) =>
                  each.name === name ? { ...each, createdTime: overdueSince } : each,
                ),
              },
            },
          },
        ]
      : [],
  )

export const wishSteps = (world: World): readonly Step[] =>
  enabled(world, ['user']).flatMap((move) =>
    move.kind === 'WishChanges' && move.wish !== null
      ? stepOf(world, move).map((step) => ({
          ...step,
          label: `WishChanges ${move.wish?.key.id ?? ''}`,
        }))
      : [],
  )

const faultsOf = (world: World, kinds: readonly Move['kind'][]): readonly Move[] =>
  enabled(world, ['fault']).filter(({ kind }) => kinds.includes(kind))

/** As `rolloutSteps`, a pod that was never ready is gone when it is evicted. */
export const serverFaultSteps = (world: World): readonly RolloutStep[] =>
  faultsOf(world, ['PodCrashes', 'PodEvicted', 'PodFails', 'RolloutUndone']).flatMap((move) =>
    ending(world, move).map((step) =>
      thenIf(
        step,
        move.kind === 'PodEvicted' && named(world, move.server)?.phase !== 'Ready'
          ? { kind: 'PodGone', server: move.server }
          : null,
      ),
    ),
  )

export const migrationFaultSteps = (world: World): readonly Step[] =>
  faultsOf(world, ['MigrationFails', 'MigrationHangs', 'MigrationLost']).flatMap((move) =>
    stepOf(world, move),
  )

export const recordFaultSteps = (world: World): readonly Step[] =>
  faultsOf(world, ['RecordLost']).flatMap((move) => stepOf(world, move))

/** Not before anything was recorded or copied: what nobody ever knew, nobody can bring back. */
export const configurationFaultSteps = (world: World): readonly Step[] =>
  world.api.record === null && world.api.copies.length === 0
    ? []
    : faultsOf(world, ['ConfigurationLost']).flatMap((move) => stepOf(world, move))
