/**
 * Everything in sight that carries an ordinal, and what it says about record and configuration.
 */
import { type ConfigurationEntry } from '../configuration/configuration.js'
import { type Ordinal, compareOrdinals, olderThan, sameOrdinal } from '../configuration/ordinal.js'
import type { LiveConfiguration, Observation } from '../observation/observation.js'
import { type Record, epochOf } from '../record/record.js'

/** What the template, or a server that may still serve, was made for or has loaded. */
export interface Stamp {
  readonly ordinal: Ordinal | null
  /** Of the configuration that it reports, or was made for; null: it does not say. */
  readonly hash: string | null
}

export interface Sight {
  /** Template and servers. */
  readonly stamps: readonly Stamp[]
  /** Why template, servers or copies cannot be seen: then nothing follows from what is missing there. */
  readonly unseen: readonly string[]
  /** The newest ordinal of configuration, template, servers and migrations; null without any. */
  readonly highest: Ordinal | null
  /** The newest ordinal of a kept copy; null without any. */
  readonly highestCopy: Ordinal | null
  /** The live configuration is absent, or below a stamp: something newer was there. */
  readonly lost: boolean
  /** Something carries a newer epoch than the record. */
  readonly regressed: boolean
  /** Template or servers are made for an encryption configuration. */
  readonly configured: boolean
  /** Something shows that encryption has been configured. */
  readonly trace: boolean
  /** An epoch above every one ever seen. */
  readonly newEpoch: number
}

const newer = (a: Ordinal | null, b: Ordinal | null): Ordinal | null =>
  b !== null && (a === null || compareOrdinals(a, b) < 0) ? b : a

/** Template and servers that could still run, each with what it says. */
const stampsOf = ({ template, servers }: Observation): readonly Stamp[] => {
  const stamps: Stamp[] = []
  if (template._tag === 'Known' && template.value !== null)
    stamps.push({ ordinal: template.value.ordinal, hash: template.value.hash })
  if (servers._tag === 'Known')
    for (const server of servers.value.list)
      if (!server.finished)
        stamps.push({
          ordinal: server.ordinal,
          hash: server.loaded._tag === 'Known' ? server.loaded.value : server.hash,
        })
  return stamps
}

const none: readonly string[] = []

const unseenIn = ({ template, servers, copies }: Observation): readonly string[] =>
  template._tag === 'Known' && servers._tag === 'Known' && copies._tag === 'Known'
    ? none
    : [template, servers, copies].flatMap((fact) => (fact._tag === 'Known' ? [] : [fact.reason]))

/** Looks at everything that carries an ordinal. */
export const lookAround = (
  observation: Observation,
  record: Record,
  live: LiveConfiguration | null,
): Sight => {
  const stamps = stampsOf(observation)
  let stamped: Ordinal | null = null
  for (const { ordinal } of stamps) stamped = newer(stamped, ordinal)
  const migrations = observation.migrations._tag === 'Known' ? observation.migrations.value : []
  for (const { ordinal } of migrations) stamped = newer(stamped, ordinal)

  const copies = observation.copies._tag === 'Known' ? observation.copies.value : []
  let highestCopy: Ordinal | null = null
  for (const { ordinal } of copies) highestCopy = newer(highestCopy, ordinal)

  const liveOrdinal = live?.ordinal ?? null
  const highest = newer(stamped, liveOrdinal)
  const epoch = epochOf(record)
  const configured =
    stamps.some((stamp) => stamp.ordinal !== null || stamp.hash !== null) ||
    (observation.template._tag === 'Known' && observation.template.value?.encrypts === true)
  const seen = Math.max(highest?.epoch ?? 0, highestCopy?.epoch ?? 0)
  return {
    stamps,
    unseen: unseenIn(observation),
    highest,
    highestCopy,
    lost: live === null || olderThan(liveOrdinal, stamped),
    regressed: seen > epoch,
    configured,
    trace: configured || highest !== null || copies.length > 0,
    newEpoch:
      1 +
      Math.max(
        Math.floor(observation.now),
        seen,
        ...record.history.map((entry) => entry.startedTime),
      ),
  }
}

/**
 * The entries that something in sight runs with: those of the live configuration or of a kept copy.
 * Null: no known configuration fits, so nothing may be assumed about what it can read.
 */
export const entriesBehind = (
  stamp: Stamp,
  live: LiveConfiguration | null,
  observation: Observation,
): readonly ConfigurationEntry[] | null => {
  const copies = observation.copies._tag === 'Known' ? observation.copies.value : []
  const known = live === null ? copies : [live, ...copies]
  const found =
    stamp.hash === null
      ? known.find(({ ordinal }) => sameOrdinal(ordinal, stamp.ordinal))
      : known.find(({ hash }) => hash === stamp.hash)
  return found?.entries ?? null
}
