import * as E from 'fp-ts/lib/Either.js'

/** The right of an Either; a left fails the test with what it says. */
export const rightOf = <L, R>(either: E.Either<L, R>): R => {
  if (E.isLeft(either)) throw new Error(`a left: ${JSON.stringify(either.left)}`)
  return either.right
}

/** The left of an Either; a right fails the test. */
export const leftOf = <L, R>(either: E.Either<L, R>): L => {
  if (E.isRight(either)) throw new Error('a right where a left was promised')
  return either.left
}
