/**
 * drive: observe, decide, perform, look again. The one place in core that waits.
 */
import { pipe } from 'fp-ts/lib/function.js'
import * as E from 'fp-ts/lib/Either.js'
import type { Task } from 'fp-ts/lib/Task.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import type { Observation } from './observation/observation.js'
import type { Port, PortError } from './port.js'
import { decide } from './rotation/decide.js'
import type { Decision, NextLook } from './rotation/decision.js'
import type { Policy } from './rotation/policy.js'

/** What was seen and decided in one turn; the decision's effect has been performed. */
export interface Turn {
  readonly observation: Observation
  readonly decision: Decision
}

/** One turn: for whoever has a loop of their own, such as a reconcile queue. */
export const turn =
  (policy: Policy, port: Port) =>
  (look: Observation['look']): TE.TaskEither<PortError, Turn> =>
    pipe(
      port.observe(look),
      TE.map((observation) => ({ observation, decision: decide(policy)(observation) })),
      TE.chainFirst(({ decision: { effect } }) =>
        effect === null ? TE.right(undefined) : port.perform(effect),
      ),
    )

export interface Driving {
  readonly policy: Policy
  readonly port: Port
  /** Waits that many seconds; a test's clock may answer at once. */
  readonly wait: (seconds: number) => Task<void>
  /** Ends the loop: after a turn that satisfies it, nothing more is done. */
  readonly until: (turn: Turn) => boolean
}

/**
 * Turns until `until` holds. A conflict is looked at again, an unavailable server is waited for, and a
 * refusal ends the loop: that is for a person.
 */
export const drive =
  ({ policy, port, wait, until }: Driving): TE.TaskEither<PortError, Turn> =>
  async () => {
    let look: Observation['look'] = 'fresh'
    for (;;) {
      const result: E.Either<PortError, Turn> = await turn(policy, port)(look)()
      if (E.isRight(result)) {
        if (until(result.right)) return result
        const nextLook: NextLook | null = result.right.decision.nextLook
        look = nextLook?.look ?? 'cached'
        await wait(nextLook?.after ?? policy.poll)()
      } else if (result.left.kind === 'Refused') {
        return result
      } else {
        // Whatever was assumed has proven wrong, or was not seen: assume nothing.
        look = 'fresh'
        await wait(result.left.kind === 'Conflict' ? 0 : policy.poll)()
      }
    }
  }
