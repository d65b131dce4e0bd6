/**
 * A control plane in memory: several kube-apiservers, etcd, a rollout, a migrator, clients, and faults.
 *
 * Build one, make moves in it, or let a play run it around a controller:
 */
export * from './scenario/control-plane.js'
export * from './scenario/options.js'
export * from './scenario/controller.js'
export * from './scenario/play.js'
export * from './scenario/play-state.js'
export * from './scenario/requests.js'

/** The world and its moves. */
export * from './world/world.js'
export * from './world/api.js'
export * from './world/backup.js'
export * from './world/budget.js'
export * from './world/move.js'
export * from './world/outcome.js'
export * from './world/apply.js'
export * from './world/enabled.js'

/** What it needs from outside: a sealer, a codec, keys. */
export * from './world/environment.js'
export * from './world/symbolic-environment.js'
export * from './configuration/codec.js'
export * from './configuration/symbolic-codec.js'

/** The port: what a controller sees and does. */
export * from './port/observe.js'
export * from './port/perform.js'
export * from './port/fake-port.js'
export * from './port/census-of.js'

/** The parts of a world. */
export * from './configuration/loaded.js'
export * from './configuration/published.js'
export * from './servers/server.js'
export * from './rollout/deployment.js'
export * from './migrator/migrator.js'
export * from './migrator/stored-migration.js'
export * from './clients/clients.js'
export * from './views/views.js'
export * from './store/etcd.js'
export * from './store/vector.js'

/** Stored values: symbolic ones and the very bytes. */
export * from './etcd/sealer.js'
export * from './etcd/sealed.js'
export * from './etcd/symbolic.js'
export * from './etcd/wire/wire.js'
export * from './etcd/wire/seal-bytes.js'
export * from './etcd/wire/open-bytes.js'
export * from './etcd/census.js'
export * from './etcd/loaded-key.js'
export * from './etcd/kms-plugin.js'
export * from './etcd/kms-session.js'
export * from './etcd/nonce-source.js'
export * from './etcd/stored-plaintext.js'
