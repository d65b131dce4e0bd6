/**
 * An EncryptionConfiguration file that kube-apiserver loads: what it says, and what must not be printed of it.
 */
import type { Concealed, Configuration, Key } from '@keyroll/core'
import type { Option } from 'fp-ts/lib/Option.js'
import type { Material } from './material.js'
import type { Warning } from './warnings.js'

export interface EncryptionDocument {
  readonly configuration: Configuration
  /** Stricter rules of ours that the file breaks; kube-apiserver loads it all the same. */
  readonly warnings: readonly Warning[]
  /** The material of a key of the file; none for plaintext and for keys of other files. */
  readonly material: (key: Key) => Option<Material>
  /** The file as it was read, byte order mark and all. */
  readonly text: Concealed<string>
}
