/**
 * `perform`: one effect of the controller, done wholly or not at all.
 */
import {
  type Effect,
  type PortError,
  type StampTemplate,
  type WriteCondition,
  type WriteRecord,
  formatOrdinal,
  olderThan,
} from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'
import { nameOf } from '../configuration/published.js'
import { respecified } from '../rollout/rollout.js'
import type { Environment } from '../world/environment.js'
import type { World } from '../world/world.js'
import { conflict } from './port-error.js'
import {
  discardCopy,
  keepCopy,
  withdrawConfiguration,
  writeConfiguration,
} from './write-configuration.js'
import { createMigration, deleteMigration, touchResource } from './write-migration.js'

type Performed = E.Either<PortError, World>

/** Compare-and-swap on the record; the condition rides along. */
const writeRecord = (world: World, { record, condition }: WriteRecord): Performed => {
  const { api } = world
  if (record.version !== (api.record?.version ?? ''))
    return conflict('the record is of another version')
  const version = api.version + 1
  return E.right({
    ...world,
    api: { ...api, version, record: { ...record, version: String(version) }, condition },
  })
}

/** The condition stands on the record's object, so the record gets a new version too. */
const writeCondition = (
  world: World,
  { condition, expectedVersion }: WriteCondition,
): Performed => {
  const { api } = world
  if (expectedVersion !== (api.record?.version ?? ''))
    return conflict('the record is of another version')
  const version = api.version + 1
  const record = api.record === null ? null : { ...api.record, version: String(version) }
  return E.right({ ...world, api: { ...api, version, record, condition } })
}

/** Only over the version named, and over an older ordinal. */
const stampTemplate = (
  world: World,
  { ordinal, hash, expectedVersion }: StampTemplate,
): Performed => {
  const { delivery, deployment } = world.api
  if (String(deployment.version) !== expectedVersion)
    return conflict('the template is of another version')
  if (!olderThan(deployment.template.ordinal, ordinal))
    return conflict(`the template is not older than ${formatOrdinal(ordinal)}`)
  return E.right(
    respecified(world, {
      template: { ordinal, hash, configuration: nameOf(delivery, ordinal) },
    }),
  )
}

/**
 * The world after one effect; left: its precondition does not hold (`Conflict`), it cannot be done now
 * (`Unavailable`), or a person must act (`Refused`).
 */
export const perform =
  (environment: Environment) =>
  (world: World, effect: Effect): Performed => {
    switch (effect.kind) {
      case 'WriteRecord':
        return writeRecord(world, effect)
      case 'KeepCopy':
        return keepCopy(environment, world, effect)
      case 'DiscardCopy':
        return discardCopy(world, effect)
      case 'WriteConfiguration':
        return writeConfiguration(world, effect)
      case 'WithdrawConfiguration':
        return withdrawConfiguration(world, effect)
      case 'StampTemplate':
        return stampTemplate(world, effect)
      case 'CreateMigration':
        return createMigration(world, effect)
      case 'DeleteMigration':
        return deleteMigration(world, effect)
      case 'TouchResource':
        return touchResource(environment, world, effect)
      case 'WriteCondition':
        return writeCondition(world, effect)
    }
  }
