/**
 * A refusal: a wish that is not followed, as a value with a code. It never stops what already runs.
 */
export type RefusalCode =
  | 'RemovalWithoutDecrypt'
  | 'InPlaceKeyChange'
  | 'NameCollision'
  | 'UnpinnedKey'
  | 'DuplicateFingerprint'
  | 'UnsupportedProvider'
  | 'NotInRecord'
  | 'TwoChangesAtOnce'
  | 'SelfHosted'

export interface Refusal {
  readonly code: RefusalCode
  /** What is wrong with the wish and what to do instead, for people. */
  readonly message: string
}

export const refusal = (code: RefusalCode, message: string): Refusal => ({ code, message })
