/** A look of which parts could not be read. */
import { type Fact, type Observation, unknown } from '@keyroll/core'

type FactName = {
  [K in keyof Observation]: Observation[K] extends Fact<unknown> ? K : never
}[keyof Observation]

const facts: readonly FactName[] = [
  'record',
  'configuration',
  'copies',
  'superseded',
  'template',
  'servers',
  'continuity',
  'unchangedSince',
  'wish',
  'migrations',
  'unencryptedServers',
  'emptyEtcd',
  'etcdRevision',
  'backupTime',
]

/** The look without some of its facts, as `draw` would have it: one in four is not known. */
export const partialLook = (look: Observation, draw: (below: number) => number): Observation =>
  facts.reduce<Observation>(
    (partial, fact) =>
      draw(4) === 0 ? { ...partial, [fact]: unknown('it could not be read') } : partial,
    look,
  )
