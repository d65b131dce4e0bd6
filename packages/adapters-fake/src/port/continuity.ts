/**
 * The continuity token: what could have run an older configuration, and whether it has moved.
 */
import { type Ordinal, olderThan } from '@keyroll/core'
import type { Seen } from '../views/views.js'

/**
 * Name and generation of every ReplicaSet of an older ordinal whose pods could start. A ReplicaSet without
 * an encryption flag needs no object to start, so it always counts.
 */
export const continuityOf = (
  { replicaSets, configurations }: Seen,
  live: Ordinal | null,
): string => {
  let token = ''
  for (const { name, generation, template } of replicaSets) {
    const { ordinal, configuration } = template
    if (
      olderThan(ordinal, live) &&
      (configuration === null || configurations.some((each) => each.name === configuration))
    )
      token += `${name}:${generation} `
  }
  return token.trimEnd()
}
