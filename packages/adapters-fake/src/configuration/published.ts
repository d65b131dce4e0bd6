/**
 * Configurations as objects of the API: published ones, that pods mount, and kept copies, that they do not.
 */
import type { Concealed, Ordinal } from '@keyroll/core'
import { formatOrdinal } from '@keyroll/core'
import type { Loaded } from './loaded.js'

/** An object that pods mount. */
export interface PublishedConfiguration {
  readonly name: string
  /** Its resourceVersion. */
  readonly version: number
  readonly text: Concealed<string>
  readonly loaded: Loaded
}

/** A copy that no pod can mount. */
export interface KeptConfiguration {
  readonly text: Concealed<string>
  readonly loaded: Loaded
}

/** The name of the one object where it is overwritten, and of the user's own. */
export const fixedName = 'encryption-config'

/** The name of an ordinal's own immutable object. */
export const nameOf = (delivery: 'immutable' | 'fixed', ordinal: Ordinal): string =>
  delivery === 'fixed' ? fixedName : `${fixedName}-${formatOrdinal(ordinal)}`
