/**
 * Which of a resource's keys opens a value: the order of attempts, what is stale, and what errors say.
 *
 * Both sealers read through this. Source: the prefix transformers of kube-apiserver, two levels of them:
 * elements of `providers`, and the keys within an element.
 */
import * as E from 'fp-ts/lib/Either.js'
import { isKms, isPlaintext, storedPrefix } from '@keyroll/core'
import { type LoadedKey, loadedPlaintext } from './loaded-key.js'

export interface Attempt<A> {
  readonly value: A
  readonly stale: boolean
}

/** A stored value, as far as the choice needs it. */
export interface Candidate<A> {
  readonly startsWith: (prefix: string) => boolean
  /** Opens what follows the prefix with one key; left: one error, or several of equal rank. */
  readonly attempt: (loaded: LoadedKey, prefix: string) => E.Either<readonly string[], Attempt<A>>
}

/** What every sealed value begins with; plaintext never does. */
export const sealedMark = 'k8s:enc:'

const identityRefuses = 'identity transformer tried to read encrypted data'

/** Several errors as one text: each once, in brackets when there are two or more. */
export const errorText = (errors: readonly string[]): string => {
  const distinct = [...new Set(errors)]
  return distinct.length === 1 ? distinct.join() : `[${distinct.join(', ')}]`
}

const endOfElement = (keys: readonly LoadedKey[], start: number): number => {
  const first = keys[start]
  let end = start + 1
  for (let next = keys[end]; next !== undefined; next = keys[end]) {
    if (next.key.provider !== first?.key.provider || next.element !== first.element) break
    if (isPlaintext(next.key) || isKms(next.key)) break
    end += 1
  }
  return end
}

const noKeyOfThatName = (provider: string): string =>
  `no matching key was found for the provided ${provider === 'secretbox' ? 'Secretbox' : 'AES'} transformer`

const attemptNamed = <A>(
  loaded: LoadedKey,
  candidate: Candidate<A>,
): E.Either<readonly string[], Attempt<A>> => {
  const prefix = `${storedPrefix(loaded.key)}:`
  return candidate.startsWith(prefix) ? candidate.attempt(loaded, prefix) : E.left([])
}

/** One element; the attempt is stale already when it was not the element's first key. */
const attemptElement = <A>(
  element: readonly LoadedKey[],
  first: LoadedKey,
  candidate: Candidate<A>,
): E.Either<readonly string[], Attempt<A>> => {
  if (isPlaintext(first.key))
    // Its refusal of sealed data is no error: the elements behind it have their turn.
    return candidate.startsWith(sealedMark) ? E.left([]) : candidate.attempt(first, '')
  if (isKms(first.key)) return attemptNamed(first, candidate)
  if (!candidate.startsWith(`${sealedMark}${first.key.provider}:v1:`)) return E.left([])
  const errors: string[] = []
  for (const loaded of element) {
    const attempt = attemptNamed(loaded, candidate)
    if (E.isRight(attempt))
      return loaded === first ? attempt : E.right({ ...attempt.right, stale: true })
    errors.push(...attempt.left)
  }
  return E.left(errors.length === 0 ? [noKeyOfThatName(first.key.provider)] : errors)
}

/**
 * Opens a value with the first key that matches and succeeds; a failed match does not end the search.
 *
 * Stale: any but the first key opened it, or the attempt says so itself. No keys: the resource is not
 * configured, and only plaintext is readable.
 */
export const chooseKey = <A>(
  keys: readonly LoadedKey[],
  candidate: Candidate<A>,
): E.Either<string, Attempt<A>> => {
  if (keys.length === 0)
    return candidate.startsWith(sealedMark)
      ? E.left(identityRefuses)
      : E.mapLeft(errorText)(candidate.attempt(loadedPlaintext, ''))
  const errors: string[] = []
  let start = 0
  for (let first = keys[start]; first !== undefined; first = keys[start]) {
    const end = endOfElement(keys, start)
    const attempt = attemptElement(keys.slice(start, end), first, candidate)
    if (E.isRight(attempt))
      return start === 0 ? attempt : E.right({ ...attempt.right, stale: true })
    errors.push(...attempt.left)
    start = end
  }
  return E.left(errors.length === 0 ? 'no matching prefix found' : errorText(errors))
}
