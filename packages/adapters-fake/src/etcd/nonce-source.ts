/**
 * Randomness as a value: the same seed gives the same bytes, so that a run can be repeated.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** Bytes for one purpose (`iv`, `seed`, …); purposes do not overlap. */
export type NonceSource = (purpose: string, length: number) => Uint8Array

/**
 * A source from a seed. Fit for a fake only: whoever knows the seed knows the bytes.
 *
 * @example
 * import { nonceSource } from '@keyroll/adapters-fake'
 *
 * const nonce = nonceSource('write 17')
 * assert.equal(nonce('iv', 16).length, 16)
 * assert.deepEqual(nonce('iv', 16), nonceSource('write 17')('iv', 16))
 * assert.notDeepEqual(nonce('iv', 16), nonceSource('write 18')('iv', 16))
 */
export const nonceSource =
  (seed: string): NonceSource =>
  (purpose, length) => {
    // The seed's length keeps ("a", "bc") and ("ab", "c") apart.
    const label = `${seed.length}:${seed}${purpose}`
    const blocks: Uint8Array[] = []
    for (let block = 0; block * 32 < length; block += 1)
      blocks.push(sha256(utf8ToBytes(`${block}:${label}`)))
    return concatBytes(...blocks).subarray(0, length)
  }
