import { kmsKey, localKey } from '@keyroll/adapters-k8s'
import { type ConfigurationEntry, type Key, Plaintext } from '@keyroll/core'
import fc from 'fast-check'

/** A key with what stands for it in a file. */
export interface WrittenKey {
  readonly key: Key
  readonly bytes: Uint8Array
  readonly endpoint: string
}

/** How somebody writes a file. */
export interface Style {
  readonly step: number
  readonly indentedLists: boolean
  readonly flowKeys: boolean
  readonly quote: '' | "'" | '"'
  readonly comments: boolean
  readonly blankLines: boolean
  readonly crlf: boolean
}

const bytesOf = (seed: number): Uint8Array =>
  Uint8Array.from({ length: 32 }, (_, at) => (seed * 31 + at * at * 7 + 11) & 255)

const local = (provider: 'aescbc' | 'aesgcm' | 'secretbox', seed: number): WrittenKey => ({
  key: localKey(provider, `key${seed}`, bytesOf(seed)),
  bytes: bytesOf(seed),
  endpoint: '',
})

const kms = (seed: number): WrittenKey => {
  const endpoint = `unix:///var/run/plugin-${seed}.sock`
  return { key: kmsKey('v2', `vault-${seed}`, endpoint), bytes: new Uint8Array(), endpoint }
}

const plain: WrittenKey = { key: Plaintext, bytes: new Uint8Array(), endpoint: '' }

/** All keys that files here are made of: KMS keys only once a file, since their names are. */
export const pool: readonly WrittenKey[] = [
  ...[1, 2, 3, 4].map((seed) => local('aescbc', seed)),
  ...[5, 6].map((seed) => local('aesgcm', seed)),
  ...[7, 8].map((seed) => local('secretbox', seed)),
  ...[9, 10].map(kms),
  plain,
]

const withoutKms = pool.filter(({ endpoint }) => endpoint === '')

const keys = (from: readonly WrittenKey[]): fc.Arbitrary<readonly WrittenKey[]> =>
  fc.shuffledSubarray([...from], { minLength: 1, maxLength: 5 })

export interface WrittenEntry {
  readonly resources: readonly string[]
  readonly keys: readonly WrittenKey[]
}

const resourceLists = [['secrets', 'configmaps'], ['*.apps'], ['leases.coordination.k8s.io']]

/** Entries as a file has them; the first may hold KMS keys. */
export const writtenEntries: fc.Arbitrary<readonly WrittenEntry[]> = fc
  .tuple(keys(pool), fc.array(keys(withoutKms), { maxLength: 2 }))
  .map(([first, others]) =>
    [first, ...others].map((each, at) => ({ resources: resourceLists[at] ?? [], keys: each })),
  )

/** The same entries with other keys, perhaps one more entry. */
export const nextEntries = (
  entries: readonly WrittenEntry[],
): fc.Arbitrary<readonly ConfigurationEntry[]> =>
  fc
    .tuple(
      fc.array(fc.option(keys(withoutKms)), {
        minLength: entries.length,
        maxLength: entries.length,
      }),
      keys(pool),
      fc.boolean(),
      fc.option(keys(withoutKms)),
    )
    .map(([others, first, changeFirst, added]) => [
      ...entries.map(({ resources, keys: before }, at) => ({
        resources,
        keys: ((at === 0 ? (changeFirst ? first : null) : others[at]) ?? before).map(
          ({ key }) => key,
        ),
      })),
      ...(added === null
        ? []
        : [{ resources: ['added.example.com'], keys: added.map(({ key }) => key) }]),
    ])

export const style: fc.Arbitrary<Style> = fc.record({
  step: fc.constantFrom(2, 4),
  indentedLists: fc.boolean(),
  flowKeys: fc.boolean(),
  quote: fc.constantFrom('', "'", '"'),
  comments: fc.boolean(),
  blankLines: fc.boolean(),
  crlf: fc.boolean(),
})

/** The comment that stands with a key of an entry. */
export const commentOf = (entry: number, { key }: WrittenKey): string =>
  `# about ${key.id.slice(0, 14)} of entry ${entry}`

/** The text of entries in somebody's style. */
export const written = (entries: readonly WrittenEntry[], how: Style): string => {
  const list = how.indentedLists ? how.step : 0
  const pad = (columns: number): string => ' '.repeat(columns)
  const quoted = (text: string): string => `${how.quote}${text}${how.quote}`
  const provider = (key: WrittenKey, entry: number): readonly string[] => {
    const column = 2 * list + 2
    const dash = `${pad(column)}- `
    const comment = how.comments ? [`${pad(column)}${commentOf(entry, key)}`] : []
    const { key: its, bytes, endpoint } = key
    if (its.provider === 'identity') return [...comment, `${dash}identity: {}   # plain`]
    const inner = column + 2 + how.step
    if (endpoint !== '')
      return [
        ...comment,
        `${dash}kms:`,
        `${pad(inner)}name: ${quoted(its.name)}`,
        `${pad(inner)}apiVersion: v2`,
        `${pad(inner)}endpoint: ${quoted(endpoint)}`,
        `${pad(inner)}timeout: 9s`,
      ]
    const secret = quoted(Buffer.from(bytes).toString('base64'))
    const item = how.flowKeys
      ? [`${pad(inner + list)}- {name: ${quoted(its.name)}, secret: ${secret}}`]
      : [
          `${pad(inner + list)}- name: ${quoted(its.name)}   # named`,
          `${pad(inner + list)}  secret: ${secret}`,
        ]
    return [...comment, `${dash}${its.provider}:`, `${pad(inner)}keys:`, ...item]
  }
  const lines = [
    ...(how.comments ? ['# a file of somebody'] : []),
    'apiVersion: apiserver.config.k8s.io/v1',
    'kind: EncryptionConfiguration',
    'resources:',
    ...entries.flatMap((entry, at) => [
      ...(how.blankLines ? [''] : []),
      ...(how.comments ? [`${pad(list)}# entry ${at}`] : []),
      `${pad(list)}- resources: [${entry.resources.map((name) => `"${name}"`).join(', ')}]`,
      `${pad(list)}  providers:`,
      ...entry.keys.flatMap((key) => provider(key, at)),
    ]),
    ...(how.comments ? ['# the end'] : []),
    '',
  ]
  return lines.join(how.crlf ? '\r\n' : '\n')
}
