/**
 * The environment of the control plane: real bytes in etcd, and real EncryptionConfiguration files.
 */
import {
  type ConfigurationCodec,
  type Environment,
  type LoadedConfiguration,
  type LoadedKey,
  wireSealer,
} from '@keyroll/adapters-fake'
import {
  type EncryptionDocument,
  type Material,
  type MaterialOf,
  type Problem,
  parse,
  render,
  renderNew,
} from '@keyroll/adapters-k8s'
import { type Concealed, isPlaintext, reveal, sameMaterial } from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'

/** A problem in one line, its field first. */
export const problemText = ({ path, message }: Problem): string =>
  path === '' ? message : `${path}: ${message}`

const problemsText = (problems: readonly Problem[]): string => problems.map(problemText).join('; ')

const once = (keys: readonly LoadedKey[]): readonly LoadedKey[] => [
  ...new Map(keys.map((loaded) => [loaded.key.id, loaded])).values(),
]

/** What the document says, with the material of each key. */
export const loadedFrom = ({
  configuration,
  material,
}: EncryptionDocument): LoadedConfiguration => ({
  ...configuration,
  keys: once(
    configuration.entries.flatMap(({ keys }) =>
      keys.flatMap((key) => {
        const found = material(key)
        return O.isSome(found) ? [{ key, material: found.value }] : []
      }),
    ),
  ),
})

const documentOf = (text: Concealed<string>): E.Either<string, EncryptionDocument> =>
  E.mapLeft(problemsText)(parse(reveal(text)))

/** Seconds that a new KMS provider is given to answer: kube-apiserver's own default. */
const timeoutMilliseconds = 3000

const materialFor = ({ material }: LoadedKey): O.Option<Material> => {
  switch (material._tag) {
    case 'None':
      return O.none
    case 'Secret':
      return O.some(material)
    case 'Endpoint':
      return O.some({ ...material, timeoutMilliseconds, cachesize: null })
  }
}

/** Looks in the documents, in their order, and then among keys that no document holds yet. */
const materialIn =
  (documents: readonly EncryptionDocument[], keyring: readonly LoadedKey[]): MaterialOf =>
  (key) => {
    for (const { material } of documents) {
      const found = material(key)
      if (O.isSome(found)) return found
    }
    const known = keyring.find((each) => sameMaterial(each.key, key))
    return known === undefined ? O.none : materialFor(known)
  }

const codec: ConfigurationCodec = {
  load: (text) => E.map(loadedFrom)(documentOf(text)),
  render: ({ base, others, keyring, next }) => {
    const standing = base === null ? null : documentOf(base)
    if (standing !== null && E.isLeft(standing)) return standing
    const documents = [
      ...(standing === null ? [] : [standing.right]),
      ...others.flatMap((text) => {
        const read = documentOf(text)
        return E.isRight(read) ? [read.right] : []
      }),
    ]
    const materialOf = materialIn(documents, keyring)
    return E.mapLeft(problemsText)(
      standing === null ? renderNew(next, materialOf) : render(standing.right, next, materialOf),
    )
  },
}

/** The environment, with a key that may be wished for. */
export const environmentWith = (key: LoadedKey): Environment => ({
  sealer: wireSealer,
  codec,
  keyring: isPlaintext(key.key) ? [] : [key],
})
