/**
 * The checks of a wish, the same for a start and for a replacement. A refused wish counts as no difference.
 */
import { type Key, type SealingKey, isKms, isPlaintext, label, storedPrefix } from '../key/key.js'
import type { Wish } from '../observation/wish.js'
import { isWished } from '../observation/wish.js'
import type { Policy } from '../rotation/policy.js'
import { type Refusal, refusal } from './refusal.js'

/** What a wish is checked against. */
export interface WishCheckView {
  readonly policy: Policy
  readonly selfHosted: boolean
  /** Every key that is recorded or live. */
  readonly keys: readonly Key[]
  /** A rotation has not finished, and the wish names other resources than it. */
  readonly changesResourcesMeanwhile: boolean
  /** The wish is for what is active already. */
  readonly isActive: boolean
}

/** Stored prefixes of which one begins the other: values of one are offered to the other. */
const collides = (a: SealingKey, b: SealingKey): boolean => {
  if (!a.name.includes(':') && !b.name.includes(':')) return false
  const [one, other] = [`${storedPrefix(a)}:`, `${storedPrefix(b)}:`]
  return one.startsWith(other) || other.startsWith(one)
}

/** Why the wish is not followed; null when it may be. */
export const checkWish = (wish: Wish, view: WishCheckView): Refusal | null => {
  const { key } = wish
  const { policy, keys } = view
  if (view.selfHosted)
    return refusal(
      'SelfHosted',
      'the record or the configuration is itself an encrypted resource of this cluster: keep both elsewhere',
    )
  if (view.changesResourcesMeanwhile)
    return refusal(
      'TwoChangesAtOnce',
      'the wish changes the resources while a rotation runs: change them when it has finished',
    )
  if (view.isActive) return null
  if (policy.record === 'hypershift' && key.provider !== 'kmsv2' && key.provider !== 'aescbc')
    return refusal(
      'NotInRecord',
      `HyperShift's record cannot hold ${label(key)}: wish for a KMS or an aescbc key`,
    )
  if (isPlaintext(key)) return null
  if (key.fingerprint === '')
    return refusal(
      'UnpinnedKey',
      `${label(key)} names no exact key: name one version of it, not an alias`,
    )
  if (!policy.providers.includes(key.provider))
    return refusal(
      'UnsupportedProvider',
      `${label(key)}: the servers do not take ${key.provider} for new keys, use one of ${policy.providers.join(', ')}`,
    )
  for (const known of keys) {
    if (isPlaintext(known) || isWished(key, known)) continue
    if (known.provider === key.provider && known.name === key.name)
      return refusal(
        'InPlaceKeyChange',
        `another key is already stored as ${label(key)}: give the new key a name of its own`,
      )
    if (!isKms(key) && known.fingerprint === key.fingerprint)
      return refusal(
        'DuplicateFingerprint',
        `${label(key)} has the same bytes as ${label(known)}: make a new key`,
      )
    if (collides(key, known))
      return refusal(
        'NameCollision',
        `values of ${label(key)} and ${label(known)} begin alike: give the new key another name`,
      )
  }
  return null
}
