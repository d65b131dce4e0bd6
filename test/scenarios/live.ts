/** Which configuration is the live one, and whether it is the one that servers were made for. */
import { olderThan } from '@keyroll/core'
import type { PublishedConfiguration, World } from '@keyroll/adapters-fake'

/** The newest of the published configurations; null: there is none. */
export const liveIn = ({ api }: World): PublishedConfiguration | null =>
  api.configurations.reduce<PublishedConfiguration | null>(
    (live, each) =>
      live !== null && olderThan(each.loaded.ordinal, live.loaded.ordinal) ? live : each,
    null,
  )

/** None is stored, or one that is older than what template or servers carry. */
export const isLost = (world: World): boolean => {
  const live = liveIn(world)
  return (
    live === null ||
    [world.api.deployment.template, ...world.servers].some(({ ordinal }) =>
      olderThan(live.loaded.ordinal, ordinal),
    )
  )
}
