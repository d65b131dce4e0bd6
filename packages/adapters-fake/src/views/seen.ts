/**
 * Freezing: a cached look shows the frozen parts as they were, the others as they are.
 */
import type { World } from '../world/world.js'
import type { Seen, ViewKind } from './views.js'

/** What an up-to-date look brings. */
export const seenNow = ({ api, servers, views }: World): Seen => ({
  record: api.record,
  condition: api.condition,
  configurations: api.configurations,
  copies: api.copies,
  deployment: api.deployment,
  replicaSets: api.replicaSets,
  migrations: api.migrations,
  wish: api.wish,
  discovery: api.discovery,
  servers,
  unchangedSince: views.unchangedSince,
})

/** What a cached look brings. */
export const seenFromCaches = (world: World): Seen => ({
  ...seenNow(world),
  ...world.views.frozen,
})

const part = (seen: Seen, kind: ViewKind): Partial<Seen> => {
  switch (kind) {
    case 'record':
      return { record: seen.record, condition: seen.condition }
    case 'copies':
      return { copies: seen.copies }
    case 'configurations':
      return { configurations: seen.configurations }
    case 'template':
      return { deployment: seen.deployment, replicaSets: seen.replicaSets }
    case 'migrations':
      return { migrations: seen.migrations }
    case 'servers':
      return { servers: seen.servers, unchangedSince: seen.unchangedSince }
    case 'wish':
      return { wish: seen.wish }
    case 'discovery':
      return { discovery: seen.discovery }
  }
}

/** These caches stand still from now on; those that already do, go on to. */
export const viewFreezes = (world: World, kinds: readonly ViewKind[]): World => {
  const seen = seenNow(world)
  let frozen: Partial<Seen> = {}
  for (const kind of kinds) frozen = { ...frozen, ...part(seen, kind) }
  return { ...world, views: { ...world.views, frozen: { ...frozen, ...world.views.frozen } } }
}
