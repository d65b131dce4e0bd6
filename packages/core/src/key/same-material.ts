/**
 * Whether two keys stand or fall together: the same bytes, or the same remote key, under whatever name.
 */
import { type Key, isPlaintext, sameKey } from './key.js'

/**
 * Whether destroying one destroys, or may destroy, the other. A key that is not pinned may be any of its name.
 *
 * @example
 * import { sameMaterial, sealingKey } from '@keyroll/core'
 *
 * const key = sealingKey('kmsv2', 'vault', 'ab12')
 * assert.ok(sameMaterial(key, sealingKey('kmsv2', 'vault-2', 'ab12')))
 * assert.ok(!sameMaterial(key, sealingKey('kmsv2', 'vault', 'cd34')))
 */
export const sameMaterial = (a: Key, b: Key): boolean => {
  if (sameKey(a, b)) return true
  if (isPlaintext(a) || isPlaintext(b)) return false
  if (a.fingerprint !== '' && b.fingerprint !== '') return a.fingerprint === b.fingerprint
  return a.provider === b.provider && a.name === b.name
}
