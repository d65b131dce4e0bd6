/**
 * What is wrong with a file: where, what was found, what is expected, and what to do.
 */

export interface Problem {
  /** The field, as kube-apiserver writes it: `resources[0].providers[1].kms.name`. Empty: the file as a whole. */
  readonly path: string
  /** Never holds key material, not even a piece of its text. */
  readonly message: string
  /** The rule of ours that is broken, where it is one of ours: `C3`. */
  readonly rule?: string
}

/** One problem, as a list. */
export const problemAt = (path: string, message: string): readonly Problem[] => [{ path, message }]

/** A problem of the file as a whole. */
export const fileProblem = (message: string): readonly Problem[] => problemAt('', message)
