/**
 * A tree as the fields of an EncryptionConfiguration: strict, as kube-apiserver decodes it.
 *
 * Names are case-sensitive, unknown and duplicate fields are refused, null stands for an absent field.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Problem } from '../problem.js'
import type { Tree } from '../syntax/tree.js'
import { quoted } from '../text/harmless.js'
import { durationNanoseconds } from './duration.js'
import { type Fields, type Report, field, fieldsOf, listOf, textOf } from './field.js'
import type {
  RawConfiguration,
  RawEntry,
  RawKey,
  RawKms,
  RawProvider,
} from './raw-configuration.js'

const defaultTimeout = 3_000_000_000n

const decodeKey = (tree: Tree, path: string, report: Report): RawKey => {
  const fields = fieldsOf(tree, path, ['name', 'secret'], report)
  return {
    name: textOf(fields, 'name', report),
    secret: textOf(fields, 'secret', report),
  }
}

const decodeKeys = (fields: Fields, member: string, report: Report): readonly RawKey[] | null => {
  const { tree, path } = field(fields, member)
  if (tree.kind === 'null') return null
  return listOf(fieldsOf(tree, path, ['keys'], report), 'keys', report, decodeKey)
}

const decodeTimeout = (fields: Fields, report: Report): bigint => {
  const { tree, path } = field(fields, 'timeout')
  if (tree.kind === 'null') return defaultTimeout
  const nanoseconds = tree.kind === 'text' ? durationNanoseconds(tree.text) : null
  if (nanoseconds === null)
    report({ path, at: tree.at, found: 'no duration', expected: 'text such as 3s or 1m30s' })
  return nanoseconds ?? defaultTimeout
}

const decodeCacheSize = (fields: Fields, report: Report): number | null => {
  const { tree, path } = field(fields, 'cachesize')
  if (tree.kind === 'null') return null
  const size = tree.kind === 'number' ? tree.integer : null
  if (size === null)
    report({
      path,
      at: tree.at,
      found: 'no whole number of 32 bits',
      expected: 'a number such as 1000',
    })
  return size
}

const decodeKms = (provider: Fields, report: Report): RawKms | null => {
  const { tree, path } = field(provider, 'kms')
  if (tree.kind === 'null') return null
  const names = ['apiVersion', 'name', 'cachesize', 'endpoint', 'timeout']
  const fields = fieldsOf(tree, path, names, report)
  const apiVersion = textOf(fields, 'apiVersion', report)
  const cachesize = decodeCacheSize(fields, report)
  const version = apiVersion === '' ? 'v1' : apiVersion
  return {
    apiVersion: version,
    name: textOf(fields, 'name', report),
    cachesize: cachesize === null && version === 'v1' ? 1000 : cachesize,
    endpoint: textOf(fields, 'endpoint', report),
    timeoutNanoseconds: decodeTimeout(fields, report),
  }
}

const decodeIdentity = (provider: Fields, report: Report): boolean => {
  const { tree, path } = field(provider, 'identity')
  if (tree.kind === 'null') return false
  fieldsOf(tree, path, [], report)
  return true
}

const decodeProvider = (tree: Tree, path: string, report: Report): RawProvider => {
  const fields = fieldsOf(tree, path, ['aescbc', 'aesgcm', 'secretbox', 'identity', 'kms'], report)
  return {
    aescbc: decodeKeys(fields, 'aescbc', report),
    aesgcm: decodeKeys(fields, 'aesgcm', report),
    secretbox: decodeKeys(fields, 'secretbox', report),
    identity: decodeIdentity(fields, report),
    kms: decodeKms(fields, report),
  }
}

const decodeResource = (tree: Tree, path: string, report: Report): string => {
  if (tree.kind === 'text') return tree.text
  if (tree.kind !== 'null')
    report({ path, at: tree.at, found: `a ${tree.kind}`, expected: 'text; quote it' })
  return ''
}

const decodeEntry = (tree: Tree, path: string, report: Report): RawEntry => {
  const fields = fieldsOf(tree, path, ['resources', 'providers'], report)
  return {
    resources: listOf(fields, 'resources', report, decodeResource),
    providers: listOf(fields, 'providers', report, decodeProvider),
  }
}

/** Group and version; `/v1` is the core group too. */
const known = (apiVersion: string, kind: string): boolean =>
  (apiVersion === 'apiserver.config.k8s.io/v1' && kind === 'EncryptionConfiguration') ||
  isLegacy(apiVersion, kind)

const isLegacy = (apiVersion: string, kind: string): boolean =>
  (apiVersion === 'v1' || apiVersion === '/v1') && kind === 'EncryptionConfig'

const expectedKind = 'apiVersion: apiserver.config.k8s.io/v1 and kind: EncryptionConfiguration'

const checkKind = (apiVersion: string, kind: string, at: number, report: Report): void => {
  if (known(apiVersion, kind)) return
  const found =
    kind === ''
      ? 'no kind'
      : apiVersion === ''
        ? 'no apiVersion'
        : `another kind of file${quoted(', apiVersion', apiVersion)}${quoted(', kind', kind)}`
  report({ path: '', at, found, expected: expectedKind })
}

/** A file that is something else altogether need not be told so a million times. */
const most = 50

/**
 * Decodes a tree.
 *
 * @param line - The line of an offset of the tree, for messages.
 */
export const decode = (
  tree: Tree,
  line: (at: number) => number,
): E.Either<readonly Problem[], RawConfiguration> => {
  const problems: Problem[] = []
  const report: Report = ({ path, at, found, expected }) => {
    if (problems.length < most)
      problems.push({ path, message: `line ${line(at)}: ${found}; expected: ${expected}` })
  }
  if (tree.kind !== 'object') {
    const found = tree.kind === 'null' ? 'no content' : `a ${tree.kind} instead of fields`
    report({ path: '', at: tree.at, found, expected: expectedKind })
    return E.left(problems)
  }
  // A file of another kind has other fields: the kind is all there is to say of it then.
  const silent: Report = () => undefined
  const names = ['apiVersion', 'kind', 'resources']
  const fields = fieldsOf(tree, '', names, silent)
  const apiVersion = textOf(fields, 'apiVersion', report)
  const kind = textOf(fields, 'kind', report)
  if (problems.length === 0) checkKind(apiVersion, kind, tree.at, report)
  if (problems.length > 0) return E.left(problems)
  fieldsOf(tree, '', names, report)
  const entries = listOf(fields, 'resources', report, decodeEntry)
  return problems.length > 0
    ? E.left(problems)
    : E.right({ legacy: isLegacy(apiVersion, kind), entries })
}
