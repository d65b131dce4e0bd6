/**
 * Every rule by which kube-apiserver refuses a file that decodes, in its order.
 */
import type { RawConfiguration, RawEntry, RawProvider } from '../fields/raw-configuration.js'
import { type Problem, problemAt } from '../problem.js'
import { keyProblems } from './key-rules.js'
import { kmsProblems } from './kms-rules.js'
import { resourceListProblems } from './resource-names.js'

const memberCount = ({ aescbc, aesgcm, secretbox, identity, kms }: RawProvider): number =>
  [aescbc, aesgcm, secretbox, kms].filter((member) => member !== null).length + (identity ? 1 : 0)

const singleProblems = (provider: RawProvider, path: string): readonly Problem[] => {
  const count = memberCount(provider)
  if (count === 0)
    return problemAt(path, 'no provider; write one of aescbc, aesgcm, secretbox, identity, kms')
  return count === 1
    ? []
    : problemAt(path, 'several providers in one element; start each with its own "- "')
}

/** Of several members only the first in kube-apiserver's order is looked at further. */
const memberProblems = (
  { aescbc, aesgcm, secretbox, kms }: RawProvider,
  path: string,
  kmsNames: ReadonlySet<string>,
): readonly Problem[] => {
  if (kms !== null) return kmsProblems(kms, `${path}.kms`, kmsNames)
  if (aesgcm !== null) return keyProblems('aesgcm', aesgcm, `${path}.aesgcm.keys`)
  if (aescbc !== null) return keyProblems('aescbc', aescbc, `${path}.aescbc.keys`)
  if (secretbox !== null) return keyProblems('secretbox', secretbox, `${path}.secretbox.keys`)
  return []
}

const entryProblems = (
  { resources, providers }: RawEntry,
  path: string,
  kmsNames: Set<string>,
): readonly Problem[] => [
  ...resourceListProblems(resources, `${path}.resources`),
  ...(providers.length === 0
    ? problemAt(`${path}.providers`, 'no providers; give at least one, such as "- identity: {}"')
    : []),
  ...providers.flatMap((provider, at) => {
    const providerPath = `${path}.providers[${at}]`
    const problems = [
      ...singleProblems(provider, providerPath),
      ...memberProblems(provider, providerPath, kmsNames),
    ]
    if (provider.kms !== null) kmsNames.add(provider.kms.name)
    return problems
  }),
]

/** All problems; empty: every single field is as it should be. */
export const validate = ({ entries }: RawConfiguration): readonly Problem[] => {
  const kmsNames = new Set<string>()
  return entries.length === 0
    ? problemAt('resources', 'no entries; give at least one, with resources and providers')
    : entries.flatMap((entry, at) => entryProblems(entry, `resources[${at}]`, kmsNames))
}
