/**
 * The stricter rules: files that kube-apiserver loads and that are dangerous all the same.
 *
 * They only warn; admission checks refuse what they name.
 */
import { type Key, type SealingKey, isKms, isPlaintext, sameKey } from '@keyroll/core'
import type { RawConfiguration, RawProvider } from './fields/raw-configuration.js'
import { keysOfProvider } from './keys.js'
import { groupResource } from './rules/group-resource.js'
import type { Warning } from './warnings.js'

/** What the rules look at. */
export interface Inspected {
  readonly raw: RawConfiguration
  /** What follows the first document. */
  readonly rest: string
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

/** The keys of each entry with their fields. */
const keysByEntry = ({ raw }: Inspected): readonly (readonly Placed[])[] =>
  raw.entries.map(({ providers }, entry) =>
    providers.flatMap((provider, at) =>
      placedKeys(provider, `resources[${entry}].providers[${at}]`),
    ),
  )

const allKeys = (inspected: Inspected): readonly Placed[] => keysByEntry(inspected).flat()

/** Fields of keys that clash with one before them. */
const clashing = (
  keys: readonly Placed[],
  clash: (key: SealingKey, before: SealingKey) => boolean,
): readonly string[] =>
  keys
    .filter(
      ({ key }, at) =>
        !isPlaintext(key) &&
        keys.slice(0, at).some(({ key: before }) => !isPlaintext(before) && clash(key, before)),
    )
    .map(({ path }) => path)

const resources = ({
  raw,
}: Inspected): readonly { readonly name: string; readonly path: string }[] =>
  raw.entries.flatMap((entry, at) =>
    entry.resources.map((name, each) => ({ name, path: `resources[${at}].resources[${each}]` })),
  )

const sameResource = (a: string, b: string): boolean => {
  const [one, other] = [groupResource(a), groupResource(b)]
  return one.resource === other.resource && one.group === other.group
}

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
    finds: (inspected) =>
      keysByEntry(inspected).flatMap((keys) =>
        clashing(
          keys,
          (key, before) =>
            !isKms(key) &&
            key.provider === before.provider &&
            key.name === before.name &&
            !sameKey(key, before),
        ),
      ),
  },
  {
    id: 'C4',
    says: 'the same secret stands under another name or provider, so destroying one key does not destroy it: use a secret once',
    finds: (inspected) =>
      clashing(
        allKeys(inspected),
        (key, before) =>
          !isKms(key) && key.fingerprint === before.fingerprint && !sameKey(key, before),
      ),
  },
  {
    id: 'C5',
    says: 'the resource is named in an entry before, whose providers come first: name it in one entry',
    finds: (inspected) => {
      const named = resources(inspected)
      return named
        .filter(({ name }, at) =>
          named.slice(0, at).some((before) => sameResource(name, before.name)),
        )
        .map(({ path }) => path)
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
    finds: (inspected) =>
      keysByEntry(inspected).flatMap((keys) =>
        clashing(
          keys,
          (key, before) =>
            isKms(key) && key.fingerprint === before.fingerprint && key.name !== before.name,
        ),
      ),
  },
  {
    id: 'C9',
    says: 'apiVersion v1 with kind EncryptionConfig is the form of before Kubernetes 1.13: write apiserver.config.k8s.io/v1 and EncryptionConfiguration',
    finds: ({ raw }) => (raw.legacy ? [''] : []),
  },
]

/** What the stricter rules find, in their order. */
export const warningsOf = (inspected: Inspected): readonly Warning[] =>
  stricterRules.flatMap(({ id, says, finds }) =>
    finds(inspected).map((path) => ({ rule: id, path, message: says })),
  )
