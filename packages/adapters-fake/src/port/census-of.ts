/** A census of everything that etcd holds: the bytes themselves are looked at, one by one. */
import type { CensusLine } from '@keyroll/core'
import { type Stored, census } from '../etcd/census.js'
import { vectorItems } from '../store/vector.js'
import type { World } from '../world/world.js'

/** One line per resource that has objects; takes time with their number. */
export const censusOf = ({ etcd }: World): readonly CensusLine[] =>
  census(
    etcd.resources.flatMap(({ resource, objects }): readonly Stored[] =>
      vectorItems(objects).map(({ value }) => ({ resource, value })),
    ),
  )
