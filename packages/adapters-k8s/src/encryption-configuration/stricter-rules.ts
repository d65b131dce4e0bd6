/**
 * The stricter rules: files that kube-apiserver loads and that are dangerous all the same.
 *
 * They only warn; admission checks refuse what they name.
 */
import { type Key, type SealingKey, isKms, isPlaintext } from '@keyroll/core'
import type { RawConfiguration, RawProvider } from './fields/raw-configuration.js'
import { keysOfProvider } from './keys.js'
import { groupResource, groupResourceText } from './rules/group-resource.js'
import type { Warning } from './warnings.js'

/** An accepted file. */
export interface Loaded {
  readonly raw: RawConfiguration
  /** What follows the first document. */
  readonly rest: string
}

/** What the rules look at. */
interface Inspected extends Loaded {
  /** The keys of each entry with their fields. */
  readonly keysByEntry: readonly (readonly Placed[])[]
}

interface Rule {
  readonly id: string
  /** What is dangerous, and what to do instead. */
  readonly says: string
  /** The fields where it is so; empty text: the file as a whole. */
  readonly finds: (inspected: Inspected) => readonly string[]
}

interface Placed {
  readonly key: Key
  readonly path: string
}

const kindOf = (key: Key): string =>
  isPlaintext(key) ? 'identity' : isKms(key) ? 'kms' : key.provider

const placedKeys = (provider: RawProvider, path: string): readonly Placed[] =>
  keysOfProvider(provider).map(({ key }, at) => {
    const kind = kindOf(key)
    return {
      key,
      path:
        kind === 'identity' || kind === 'kms' ? `${path}.${kind}` : `${path}.${kind}.keys[${at}]`,
    }
  })

const placedByEntry = ({ entries }: RawConfiguration): readonly (readonly Placed[])[] =>
  entries.map(({ providers }, entry) =>
    providers.flatMap((provider, at) =>
      placedKeys(provider, `resources[${entry}].providers[${at}]`),
    ),
  )

const allKeys = ({ keysByEntry }: Inspected): readonly Placed[] => keysByEntry.flat()

/** Fields of keys for which another key stands before them in the same group; null: in no group. */
const clashing = (
  keys: readonly Placed[],
  groupOf: (key: SealingKey) => string | null,
): readonly string[] => {
  const groups = new Map<string, Set<string>>()
  return keys.flatMap(({ key, path }) => {
    const group = isPlaintext(key) ? null : groupOf(key)
    if (group === null) return []
    const before = groups.get(group) ?? new Set()
    const others = before.size - (before.has(key.id) ? 1 : 0)
    groups.set(group, before.add(key.id))
    return others > 0 ? [path] : []
  })
}

const resources = ({
  raw,
}: Inspected): readonly { readonly name: string; readonly path: string }[] =>
  raw.entries.flatMap((entry, at) =>
    entry.resources.map((name, each) => ({ name, path: `resources[${at}].resources[${each}]` })),
  )

/** A name that the API could have: lower-case letters, digits and dashes, dots before the group. */
const resourceName = /^(?:\*|[a-z0-9]([a-z0-9-]*[a-z0-9])?)(?:\.(?:\*|[a-z0-9][a-z0-9.-]*)?)?$/

export const stricterRules: readonly Rule[] = [
  {
    id: 'C1',
    says: 'only the first document of the file is read: take the others out',
    finds: ({ rest }) =>
      rest.split(/\r\n|\r|\n/).some((line) => !/^\s*(?:#.*|---|\.\.\.)?\s*$/.test(line))
        ? ['']
        : [],
  },
  {
    id: 'C2',
    says: 'the key has no name, so stored values do not tell which key they are under: give it one',
    finds: (inspected) =>
      allKeys(inspected)
        .filter(({ key }) => !isPlaintext(key) && key.name === '')
        .map(({ path }) => path),
  },
  {
    id: 'C3',
    says: 'one name stands for two secrets of one provider in one entry, so values are told apart by trying: give each key a name of its own',
    finds: ({ keysByEntry }) =>
      keysByEntry.flatMap((keys) =>
        clashing(keys, (key) => (isKms(key) ? null : `${key.provider}:${key.name}`)),
      ),
  },
  {
    id: 'C4',
    says: 'the same secret stands under another name or provider, so destroying one key does not destroy it: use a secret once',
    finds: (inspected) =>
      clashing(allKeys(inspected), (key) => (isKms(key) ? null : key.fingerprint)),
  },
  {
    id: 'C5',
    says: 'the resource is named in an entry before, whose providers come first: name it in one entry',
    finds: (inspected) => {
      const seen = new Set<string>()
      return resources(inspected).flatMap(({ name, path }) => {
        const resource = groupResourceText(groupResource(name))
        const again = seen.has(resource)
        seen.add(resource)
        return again ? [path] : []
      })
    },
  },
  {
    id: 'C6',
    says: 'the name of the key holds a colon, so its values can look like those of another key: choose another name',
    finds: (inspected) =>
      allKeys(inspected)
        .filter(({ key }) => !isPlaintext(key) && key.name.includes(':'))
        .map(({ path }) => path),
  },
  {
    id: 'C7',
    says: 'no resource can have this name, so nothing is encrypted by it: write it as kubectl api-resources does',
    finds: (inspected) =>
      resources(inspected)
        .filter(({ name }) => !resourceName.test(name))
        .map(({ path }) => path),
  },
  {
    id: 'C8',
    says: 'two KMS providers of one entry speak to one endpoint, so one key has two names in what is stored: use it once',
    finds: ({ keysByEntry }) =>
      keysByEntry.flatMap((keys) => clashing(keys, (key) => (isKms(key) ? key.fingerprint : null))),
  },
  {
    id: 'C9',
    says: 'apiVersion v1 with kind EncryptionConfig is the form of before Kubernetes 1.13: write apiserver.config.k8s.io/v1 and EncryptionConfiguration',
    finds: ({ raw }) => (raw.legacy ? [''] : []),
  },
]

/** What the stricter rules find, in their order. */
export const warningsOf = (loaded: Loaded): readonly Warning[] => {
  const inspected = { ...loaded, keysByEntry: placedByEntry(loaded.raw) }
  return stricterRules.flatMap(({ id, says, finds }) =>
    finds(inspected).map((path) => ({ rule: id, path, message: says })),
  )
}
