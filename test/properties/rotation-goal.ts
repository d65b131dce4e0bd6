/** Where a rotation ends: what is wished is what is, and nothing is left of the way there. */
import { type Key, Plaintext, type RecordEntry, isPlaintext, isWished, label } from '@keyroll/core'
import type { World } from '@keyroll/adapters-fake'
import { liveIn } from '../scenarios/live.js'
import type { Story } from '../scenarios/setting.js'
import { notUnderActive } from '../scenarios/turn-promises.js'

/** Keys that the live configuration lists for a resource. */
const keysAt = (world: World, resource: string): readonly Key[] =>
  liveIn(world)?.loaded.entries.flatMap(({ resources, keys }) =>
    resources.includes(resource) ? keys : [],
  ) ?? []

/** An entry is never split: where the wish names one of its resources, it is meant for all of them. */
const wishedFor = ({ api: { wish } }: World, { resources }: RecordEntry): Key | null => {
  if (wish === null) return null
  return resources.some((resource) => wish.resources.includes(resource)) ? wish.key : Plaintext
}

/** What is missing from the goal: everything is under what is wished, and nothing else is left. */
export const missingFromGoal = ({ play: { world } }: Story): readonly string[] => {
  const { record, wish, condition, configurations, deployment } = world.api
  const live = liveIn(world)
  const entries = record?.entries ?? []
  // Without a wish nothing is dropped: that is refused, and said so.
  const removed = wish === null && condition !== null
  return [
    ...entries.flatMap(({ targetKey }) =>
      targetKey === null ? [] : [`${label(targetKey)} is still the target`],
    ),
    ...world.etcd.resources.flatMap(({ resource, under }) => {
      const entry = entries.find(({ resources }) => resources.includes(resource))
      if (entry === undefined)
        return wish !== null && !isPlaintext(wish.key) && wish.resources.includes(resource)
          ? [`${resource} is wished under ${label(wish.key)}, and is in no entry`]
          : []
      const wished = wishedFor(world, entry)
      const active = entry?.activeKey
      if (wished !== null && active !== undefined && !isWished(wished, active))
        return [`${label(active)} is active for ${resource}, and ${label(wished)} is wished`]
      const proven = condition?.status === 'True'
      return active === undefined || !proven
        ? []
        : Object.keys(under)
            .filter((id) => id !== active.id)
            .map((id) => `${resource} are under ${id}`)
    }),
    ...(record !== null && condition?.status !== 'True' && wish !== null && entries.length > 0
      ? condition?.reason === 'EvidenceMissing'
        ? []
        : [`users are told ${condition?.status ?? 'nothing'} ${condition?.reason ?? ''}`]
      : []),
    ...world.etcd.resources.flatMap(({ resource }) => {
      const [, ...readers] = keysAt(world, resource)
      const extra = readers.filter(({ provider }) => provider !== 'identity')
      return removed || extra.length === 0
        ? []
        : [`${extra.map(label).join(' ')} still read ${resource}`]
    }),
    ...(record !== null && configurations.length > 1
      ? [`${configurations.length} configurations are published`]
      : []),
    ...(deployment.template.hash !== null && deployment.template.hash !== live?.loaded.hash
      ? ['the template carries another configuration']
      : []),
    ...world.servers.flatMap(({ name, process }) =>
      process?.loaded?.hash === live?.loaded.hash ? [] : [`${name} runs another configuration`],
    ),
  ]
}

/** Where the condition says that all is well and it is not: class B included, that is never so. */
export const falselyTrue = ({ play }: Story): readonly string[] =>
  play.world.api.condition?.status === 'True' ? notUnderActive(play.world) : []
