/** The keys that the stories are about, and the control planes that they happen in. */
import {
  type ConfigurationEntry,
  type Key,
  Plaintext,
  type SealingKey,
  type Wish,
  isPlaintext,
  sealingKey,
} from '@keyroll/core'
import {
  type ControlPlaneOptions,
  type Environment,
  type LoadedKey,
  type World,
  controlPlane,
  loadedKms,
  loadedSecret,
  symbolicCodecWith,
  symbolicEndpoint,
  symbolicSealer,
  symbolicText,
  wireSealer,
} from '@keyroll/adapters-fake'
import * as E from 'fp-ts/lib/Either.js'

const bytes = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)

const remote = (name: string): LoadedKey => {
  const fingerprint = `remote-key-of-${name}`
  const endpoint = symbolicEndpoint(sealingKey('kmsv2', name, fingerprint))
  return loadedKms('kmsv2', name, endpoint, fingerprint)
}

const secrets = {
  a: loadedSecret('aescbc', 'a', bytes(1)),
  b: loadedSecret('aescbc', 'b', bytes(2)),
  c: loadedSecret('aescbc', 'c', bytes(3)),
  box: loadedSecret('secretbox', 'box', bytes(4)),
  vault: remote('vault'),
  cloud: remote('cloud'),
  ocean: remote('ocean'),
}

const sealing = ({ key }: LoadedKey): SealingKey => {
  if (isPlaintext(key)) throw new Error('plaintext seals nothing')
  return key
}

export const A = sealing(secrets.a)
export const B = sealing(secrets.b)
export const C = sealing(secrets.c)
/** Of another kind: secretbox. */
export const Box = sealing(secrets.box)
/** Three keys behind KMS plugins. */
export const Vault = sealing(secrets.vault)
export const Cloud = sealing(secrets.cloud)
export const Ocean = sealing(secrets.ocean)
/** Other bytes under the name of A. */
export const anotherA = sealing(loadedSecret('aescbc', 'a', bytes(9)))
/** The bytes of A under another name. */
export const twinOfA = sealing(loadedSecret('aescbc', 'twin', bytes(1)))
/** A KMS key of which it is not said which one it is. */
export const unpinned = sealingKey('kmsv2', 'alias', '')

const ring = Object.values(secrets)

/** Stored objects are just the keys that sealed them. */
export const inSymbols: Environment = {
  sealer: symbolicSealer,
  codec: symbolicCodecWith(ring),
  keyring: ring,
}

/** Stored objects are the very bytes that kube-apiserver would store. */
export const onTheWire: Environment = { ...inSymbols, sealer: wireSealer }

/** One element of a configuration: `entry('secrets', A, Plaintext)`. */
export const entry = (
  resources: string | readonly string[],
  ...keys: readonly Key[]
): ConfigurationEntry => ({
  resources: typeof resources === 'string' ? [resources] : resources,
  keys,
})

/** A wish for the key, for Secrets unless it is said. */
export const wishFor = (
  key: Key,
  resources: readonly string[] = ['secrets'],
  rest: Partial<Wish> = {},
): Wish => ({ key, resources, reencryptAt: null, backupKey: null, ...rest })

/** How a control plane is found. */
export interface Found extends Partial<Omit<ControlPlaneOptions, 'configuration'>> {
  /** What the servers run on: entries that a user wrote, `[A, identity]` for Secrets by default; null: none. */
  readonly on?: readonly ConfigurationEntry[] | null
}

const found = [entry('secrets', A, Plaintext)]

/** The control plane as it is found: three servers and thirty objects, unless it is said. */
export const worldOf = (environment: Environment, { on = found, ...options }: Found): World => {
  const world = controlPlane(environment)({
    configuration: on === null ? null : symbolicText(on),
    resources: on === null ? ['secrets'] : [...new Set(on.flatMap(({ resources }) => resources))],
    objects: 30,
    olderShare: 0.25,
    ...options,
  })
  if (E.isLeft(world)) throw new Error(world.left)
  return world.right
}
