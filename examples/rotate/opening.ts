/** What people are told before a run. */
import type { CensusLine } from '@keyroll/core'
import { counted } from './measures.js'
import type { Style } from './style.js'
import { census, row } from './table.js'

export interface Opening {
  readonly file: string
  readonly from: string
  readonly to: string
  /** Where the new key comes from. */
  readonly origin: string
  readonly servers: number
  readonly seed: number
  readonly singleStage: boolean
  readonly crash: boolean
  readonly stored: readonly CensusLine[]
}

const total = (stored: readonly CensusLine[]): number =>
  stored.reduce(
    (sum, { prefixes }) => sum + Object.values(prefixes).reduce((all, each) => all + each, 0),
    0,
  )

/** The title, the input and what is stored. */
export const openingLines = (opening: Opening, style: Style): readonly string[] => {
  const { stored, servers, singleStage, crash } = opening
  const manner = [
    'every server answers reads, lists and writes all the time',
    ...(crash ? ['they and the controller are killed now and then'] : []),
  ].join('; ')
  return [
    '',
    `  ${style.strong(`${opening.from} → ${opening.to}`)}${singleStage ? ', the naive way' : ''}`,
    '',
    ...row('configuration', opening.file, style),
    ...row('new key', opening.origin, style),
    ...row(
      'servers',
      `${counted(servers, 'kube-apiserver')} on one etcd with ${counted(total(stored), 'object')}; ${manner}`,
      style,
    ),
    ...row('seed', String(opening.seed), style),
    ...census('stored', stored, style),
  ]
}
