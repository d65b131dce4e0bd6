/** The environment that needs nothing from outside. */
import { symbolicCodec } from '../configuration/symbolic-codec.js'
import { symbolicSealer } from '../etcd/symbolic.js'
import type { Environment } from './environment.js'

/** Symbolic texts and symbolic seals: for searches and for tests that need no bytes. */
export const symbolicEnvironment: Environment = {
  sealer: symbolicSealer,
  codec: symbolicCodec,
  keyring: [],
}
