/**
 * Rules for the keys of a local provider.
 */
import { type Problem, problemAt } from '../problem.js'
import { base64Decode } from '../text/base64.js'
import type { LocalProvider, RawKey } from '../fields/raw-configuration.js'

/** In bytes. kube-apiserver takes every AES size for both AES providers. */
const lengths: Readonly<Record<LocalProvider, readonly number[]>> = {
  aescbc: [16, 24, 32],
  aesgcm: [16, 24, 32],
  secretbox: [32],
}

const secretProblem = (provider: LocalProvider, secret: string): string | null => {
  if (secret === '') return 'no secret; set it to the base64 text of random bytes'
  const bytes = base64Decode(secret)
  if (bytes === null)
    return 'not base64; encode the bytes of the key with the standard alphabet and with padding'
  const expected = lengths[provider]
  return expected.includes(bytes.length)
    ? null
    : `${bytes.length} bytes; a key of ${provider} has ${expected.join(', ').replace(/, (\d+)$/, ' or $1')}`
}

/** All problems of the keys of one element. */
export const keyProblems = (
  provider: LocalProvider,
  keys: readonly RawKey[],
  path: string,
): readonly Problem[] => {
  if (keys.length === 0) return problemAt(path, 'no keys; give at least one, with name and secret')
  return keys.flatMap(({ name, secret }, at) => {
    const wrong = secretProblem(provider, secret)
    return [
      ...(name === ''
        ? problemAt(`${path}[${at}].name`, 'no name; it is written in front of every value')
        : []),
      ...(wrong === null ? [] : problemAt(`${path}[${at}].secret`, wrong)),
    ]
  })
}
