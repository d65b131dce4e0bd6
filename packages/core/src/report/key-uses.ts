/**
 * Who uses a key, or would: the record, configurations, servers, the wish.
 */
import { type ConfigurationEntry, writerOf } from '../configuration/configuration.js'
import { formatOrdinal } from '../configuration/ordinal.js'
import { sameMaterial } from '../key/same-material.js'
import type { Server, Template } from '../servers/servers.js'
import { type Stamp, entriesBehind } from '../rotation/sight.js'
import {
  type Check,
  type Finding,
  type KeyView,
  holds,
  needed,
  untold,
  whenKnown,
} from './finding.js'
import { listed } from './phrases.js'

const listing = (view: KeyView, entries: readonly ConfigurationEntry[]): boolean =>
  entries.some(({ keys }) => holds(view, keys))

/** What can be seen at all, and whether it belongs together. */
export const byTheLook: Check = ({ situation: { observation, live, lost, regressed, empty } }) => [
  ...(observation.newerSchema === null
    ? []
    : [untold('a newer version of keyroll has written what this one cannot read')]),
  ...(observation.look === 'fresh'
    ? []
    : [untold('only caches were looked at: look again, fresh')]),
  ...(lost && live !== null && !empty
    ? [untold('the stored configuration is older than what servers carry')]
    : []),
  ...(regressed && observation.record._tag === 'Known'
    ? [untold('the record is older than what servers or configurations carry')]
    : []),
]

/** What the record says of it. */
export const byTheRecord: Check = (view) =>
  whenKnown(view.situation.observation.record, 'the record cannot be read', (record) =>
    (record?.entries ?? []).flatMap(({ resources, activeKey, targetKey, older }) => {
      const of = `of ${listed(resources)}`
      return [
        ...(holds(view, [activeKey]) ? [needed(`it is the active key ${of}`)] : []),
        ...(targetKey !== null && holds(view, [targetKey]) && !sameMaterial(activeKey, targetKey)
          ? [needed(`it is the key that a rotation ${of} goes to`)]
          : []),
        ...(holds(view, older)
          ? [needed(`the record remembers it as a reader ${of}: data may still be under it`)]
          : []),
      ]
    }),
  )

const role = (view: KeyView, entry: ConfigurationEntry): string =>
  sameMaterial(view.key, writerOf(entry)) ? 'the writer' : 'a reader'

/** The configuration that stands, and older ones that a starting server could still load. */
export const byConfigurations: Check = (view) => {
  const { configuration, superseded, unencryptedServers } = view.situation.observation
  return [
    ...whenKnown(configuration, 'the configuration cannot be read', (live) => {
      if (live !== null)
        return live.entries
          .filter(({ keys }) => holds(view, keys))
          .map((entry) =>
            needed(
              `the live configuration lists it as ${role(view, entry)} of ${listed(entry.resources)}`,
            ),
          )
      return unencryptedServers._tag === 'Known' && unencryptedServers.value
        ? []
        : [untold('no configuration is stored, and nothing shows that the servers need none')]
    }),
    ...whenKnown(superseded, 'older configurations cannot be read', (configurations) =>
      configurations
        .filter(({ entries }) => listing(view, entries))
        .map(({ ordinal }) =>
          needed(
            `a starting server could still load configuration ${ordinal === null ? 'without an ordinal' : formatOrdinal(ordinal)}, which lists it`,
          ),
        ),
    ),
  ]
}

/** Whether what carries the stamp can read the key; null: what it can read is not known. */
const readsKey = (view: KeyView, { ordinal, hash }: Stamp): boolean | null => {
  const { live, observation } = view.situation
  if (ordinal === null && hash === null && live === null) return false
  const entries = entriesBehind({ ordinal, hash }, live, observation)
  return entries === null ? null : listing(view, entries)
}

const stampOf = ({ ordinal, hash, loaded }: Server): Stamp => ({
  ordinal,
  hash: loaded._tag === 'Known' ? loaded.value : hash,
})

const byRunning = (view: KeyView, list: readonly Server[]): readonly Finding[] => {
  const named = (reading: boolean | null): string =>
    listed(
      list
        .filter((server) => !server.finished && readsKey(view, stampOf(server)) === reading)
        .map(({ name }) => name),
    )
  const [using, unclear] = [named(true), named(null)]
  return [
    ...(using === '' ? [] : [needed(`${using}: may run with a configuration that lists it`)]),
    ...(unclear === '' ? [] : [untold(`${unclear}: what is loaded there is not known`)]),
  ]
}

const byTemplate = (view: KeyView, template: Template | null): readonly Finding[] => {
  const reading = template === null ? false : readsKey(view, template)
  if (reading === null) return [untold('what a new server would load is not known')]
  return reading ? [needed('a new server would load a configuration that lists it')] : []
}

/** Servers that run, and those that the template would make. */
export const byServers: Check = (view) => {
  const { observation, convergence, live } = view.situation
  const { servers, template } = observation
  const spread =
    live !== null &&
    servers._tag === 'Known' &&
    template._tag === 'Known' &&
    (convergence._tag === 'Waiting' || convergence._tag === 'Unseen')
      ? convergence.about
      : []
  return [
    ...whenKnown(servers, 'the servers cannot be seen', ({ list }) => byRunning(view, list)),
    ...whenKnown(template, 'the pod template cannot be read', (made) => byTemplate(view, made)),
    ...(spread.length === 0
      ? []
      : [
          untold(
            `not all servers are known to run the live configuration: ${listed(spread, '; ')}`,
          ),
        ]),
  ]
}

/** A rotation to it would begin. */
export const byTheWish: Check = (view) =>
  whenKnown(view.situation.observation.wish, 'the wish cannot be read', (wish) =>
    wish !== null && holds(view, [wish.key]) ? [needed('it is what is wished for')] : [],
  )
