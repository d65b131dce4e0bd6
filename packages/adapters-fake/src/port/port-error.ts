/** Why an effect was not done. */
import type { PortError } from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'

/** The precondition does not hold: look again. */
export const conflict = (message: string): E.Either<PortError, never> =>
  E.left({ _tag: 'PortError', kind: 'Conflict', message })

/** It cannot be done now. */
export const unavailable = (message: string): E.Either<PortError, never> =>
  E.left({ _tag: 'PortError', kind: 'Unavailable', message })

/** It cannot be done at all, unless a person acts. */
export const refused = (message: string): E.Either<PortError, never> =>
  E.left({ _tag: 'PortError', kind: 'Refused', message })
