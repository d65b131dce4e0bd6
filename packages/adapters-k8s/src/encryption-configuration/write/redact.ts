/**
 * redact: the text of a configuration without key material, for people to read.
 *
 * Where it cannot be sure, it conceals more.
 */
import { type Node, type Scalar, isAlias, isMap, isScalar, parseAllDocuments, visit } from 'yaml'

const redacted = 'REDACTED'

/** What stands for a text that cannot be taken apart. */
const concealed =
  '# a configuration that cannot be parsed; not shown, since it may hold key material\n'

/** Base64 of 16 or 32 bytes, or of 24 with a mix of letters and digits, wherever it stands. */
const looksLikeKey =
  /(?<![A-Za-z0-9+/=])(?:[A-Za-z0-9+/]{22}==|[A-Za-z0-9+/]{43}=|(?=[A-Za-z0-9+/]*[a-z])(?=[A-Za-z0-9+/]*[A-Z])(?=[A-Za-z0-9+/]*[0-9+/])[A-Za-z0-9+/]{32})(?![A-Za-z0-9+/=])/g

const isSecret = (key: unknown): boolean =>
  isScalar(key) && String(key.value).trim().toLowerCase() === 'secret'

/** Ranges of everything that a field named secret holds, also through an alias. */
const secretRanges = (text: string): readonly (readonly [number, number])[] | null => {
  const ranges: (readonly [number, number])[] = []
  const documents = parseAllDocuments(text, {
    version: '1.1',
    schema: 'failsafe',
    resolveKnownTags: false,
    uniqueKeys: false,
    merge: false,
    logLevel: 'silent',
    prettyErrors: false,
  })
  if (!Array.isArray(documents)) return ranges
  for (const document of documents) {
    if (document.errors.length > 0) return null
    const hide = (value: Node): void => {
      const node = isAlias(value) ? value.resolve(document) : value
      if (node === undefined || isAlias(node)) return
      visit(node, {
        Scalar: (_, scalar: Scalar) => {
          if (scalar.range != null) ranges.push([scalar.range[0], scalar.range[1]])
        },
      })
    }
    visit(document, {
      Map: (_, map) => {
        for (const { key, value } of map.items)
          if (isSecret(key) && (isScalar(value) || isAlias(value) || isMap(value))) hide(value)
      },
    })
  }
  return ranges
}

/**
 * The text with REDACTED for every secret, its layout otherwise as it is.
 *
 * @example
 * import { redact } from '@keyroll/adapters-k8s'
 *
 * assert.equal(redact('name: key1\nsecret: c2VjcmV0\n'), 'name: key1\nsecret: REDACTED\n')
 */
export const redact = (text: string): string => {
  const ranges = secretRanges(text)
  if (ranges === null) return concealed
  const sorted = ranges.toSorted(([a], [b]) => b - a)
  let shown = text
  let last = text.length + 1
  for (const [from, to] of sorted) {
    if (to > last) continue
    shown = `${shown.slice(0, from)}${redacted}${/\n$/.test(text.slice(from, to)) ? '\n' : ''}${shown.slice(to)}`
    last = from
  }
  return shown.replace(looksLikeKey, redacted)
}
