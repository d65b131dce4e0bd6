/**
 * What kube-apiserver still refuses when every field is valid: entries that an earlier one hides, and KMS v1.
 */
import type { RawConfiguration } from '../fields/raw-configuration.js'
import { type Problem, problemAt } from '../problem.js'
import { groupResource, groupResourceText } from './group-resource.js'

const kmsV1Problems = ({ entries }: RawConfiguration): readonly Problem[] =>
  entries.flatMap(({ providers }, entry) =>
    providers.flatMap(({ kms }, provider) =>
      kms?.apiVersion === 'v1'
        ? problemAt(
            `resources[${entry}].providers[${provider}].kms.apiVersion`,
            'KMS v1 is switched off since Kubernetes 1.29 (an absent apiVersion means v1); set apiVersion: v2, with a plugin that serves it',
          )
        : [],
    ),
  )

const maskProblems = ({ entries }: RawConfiguration): readonly Problem[] => {
  const seen = new Set<string>()
  return entries.flatMap(({ resources }, entry) =>
    resources.flatMap((text, at) => {
      const parsed = groupResource(text)
      const cover = [
        { resource: '*', group: parsed.group },
        { resource: '*', group: '*' },
      ]
        .map(groupResourceText)
        .find((wildcard) => seen.has(wildcard))
      seen.add(groupResourceText(parsed))
      return cover === undefined
        ? []
        : problemAt(
            `resources[${entry}].resources[${at}]`,
            `an earlier entry covers it with "${cover}", so this one would never be used; move this entry before that one`,
          )
    }),
  )
}

/** All problems; empty: kube-apiserver loads the file. `kmsV1`: its feature gate is on. */
export const buildingProblems = (
  configuration: RawConfiguration,
  kmsV1: boolean,
): readonly Problem[] => [
  ...(kmsV1 ? [] : kmsV1Problems(configuration)),
  ...maskProblems(configuration),
]
