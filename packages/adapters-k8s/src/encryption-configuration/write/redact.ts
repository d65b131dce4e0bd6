/**
 * The text of a configuration without key material, for people to read.
 *
 * Where it cannot be sure, it conceals more.
 */
import {
  type Document,
  type Node,
  type Scalar,
  isAlias,
  isNode,
  isScalar,
  parseAllDocuments,
  visit,
} from 'yaml'

const redacted = 'REDACTED'

/** In UTF-16 code units: no configuration that people read is longer. */
const longest = 2 ** 20

/** What stands for a text that cannot be taken apart. */
const concealed =
  '# a configuration that cannot be taken apart; not shown, since it may hold key material\n'

/**
 * Base64 that nobody writes for another purpose: padded, or with capitals, small letters and digits mixed.
 *
 * Names of resources and paths of sockets are in small letters; kinds have no digits.
 */
const looksLikeKey =
  /(?<![A-Za-z0-9+/=_-])(?:[A-Za-z0-9+/_-]{16,}={1,2}|(?=[A-Za-z0-9+/_-]*[a-z])(?=[A-Za-z0-9+/_-]*[A-Z])(?=[A-Za-z0-9+/_-]*[0-9])[A-Za-z0-9+/_-]{20,})(?![A-Za-z0-9+/=])/g

/** A field that was commented out. */
const inComment = /^([^#\n]*#[^\n]*?\bsecret\b["']?[ \t]*:[ \t]*)[^\s,}\]][^\n]*/gim

type Range = readonly [number, number]

const isSecret = (key: unknown): boolean =>
  isScalar(key) && String(key.value).trim().toLowerCase() === 'secret'

/** Ranges of all scalars that a value holds, also through aliases. */
const scalarRanges = (document: Document, value: Node): readonly Range[] => {
  const ranges: Range[] = []
  const seen = new Set<Node>()
  const hide = (node: Node | undefined): void => {
    if (node === undefined || seen.has(node)) return
    seen.add(node)
    visit(node, {
      Scalar: (_, { range }: Scalar) => {
        if (range !== null && range !== undefined && range[0] < range[1])
          ranges.push([range[0], range[1]])
      },
      Alias: (_, alias) => hide(alias.resolve(document)),
    })
  }
  hide(isAlias(value) ? value.resolve(document) : value)
  return ranges
}

/** Ranges of everything that a field named secret holds; null: the text has no certain structure. */
const secretRanges = (text: string): readonly Range[] | null => {
  const documents = parseAllDocuments(text, {
    version: '1.1',
    schema: 'failsafe',
    resolveKnownTags: false,
    uniqueKeys: false,
    merge: false,
    logLevel: 'silent',
    prettyErrors: false,
  })
  const ranges: Range[] = []
  for (const document of Array.isArray(documents) ? documents : []) {
    if (document.errors.length > 0) return null
    visit(document, {
      Pair: (_, { key, value }) => {
        if (isSecret(key) && isNode(value)) ranges.push(...scalarRanges(document, value))
      },
    })
  }
  return ranges
}

/** Without the part of a range that an earlier one covers. */
const disjoint = (ranges: readonly Range[]): readonly Range[] => {
  let end = 0
  return ranges
    .toSorted(([a], [b]) => a - b)
    .flatMap(([from, to]): readonly Range[] => {
      if (from < end) return []
      end = to
      return [[from, to]]
    })
}

/** Quotes stay, where JSON needs them. */
const instead = (value: string, json: boolean): string =>
  `${json && value.startsWith('"') ? `"${redacted}"` : redacted}${value.endsWith('\n') ? '\n' : ''}`

/**
 * The text with REDACTED for every secret, its layout otherwise as it is.
 *
 * What stands in comments, or looks like base64 of a key, is concealed too; of a text that is no YAML nothing is
 * shown, nor of one of more than a mebibyte.
 *
 * @example
 * import { redact } from '@keyroll/adapters-k8s'
 *
 * assert.equal(redact('name: key1\nsecret: c2VjcmV0\n'), 'name: key1\nsecret: REDACTED\n')
 */
export const redact = (text: string): string => {
  // kube-apiserver breaks lines where the parser used here does not.
  if (text.length > longest || /\r(?!\n)|[\u0085\u2028\u2029]/.test(text)) return concealed
  const ranges = secretRanges(text)
  if (ranges === null) return concealed
  const json = text.trimStart().startsWith('{')
  const parts: string[] = []
  let shown = 0
  for (const [from, to] of disjoint(ranges)) {
    parts.push(text.slice(shown, from), instead(text.slice(from, to), json))
    shown = to
  }
  return [...parts, text.slice(shown)]
    .join('')
    .replace(inComment, `$1${redacted}`)
    .replace(looksLikeKey, redacted)
}
