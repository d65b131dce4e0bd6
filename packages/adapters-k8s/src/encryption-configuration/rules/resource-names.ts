/**
 * Rules for one list of `resources`: which names may stand in it, and together with which others.
 */
import { type Problem, problemAt } from '../problem.js'
import { quoted } from '../text/harmless.js'
import { type GroupResource, groupResource, groupResourceText } from './group-resource.js'

const withoutApi = ['apiserveripinfo', 'serviceipallocations', 'servicenodeportallocations']

/** Why a name may not stand in a list; null: it may. */
const nameProblem = (name: string): string | null => {
  const { resource, group } = groupResource(name)
  if (name.toLowerCase() !== name)
    return `capital letters${quoted(' in', name)}; write the resource in lower case, as "kubectl api-resources" does`
  if (name === '*') return 'a bare *; write "*." for all of the core group, or "*.*" for everything'
  if (withoutApi.includes(name))
    return 'a resource that has no API and is never encrypted; take it out'
  if (group === 'events.k8s.io') return 'events are stored in the core group; write "events"'
  if (group === 'extensions')
    return 'the group "extensions" is gone; write the group that serves the resource now'
  if (group === '*' && resource !== '*')
    return 'one resource in all groups is not possible; write a line for each group, or "*.*"'
  return null
}

interface ListFaults {
  readonly twice: boolean
  /** A wildcard covers another name of the list, or itself. */
  readonly overlaps: boolean
}

const listFaults = (names: readonly string[]): ListFaults => {
  const parsed = names.map(groupResource)
  const distinct = new Set(parsed.map(groupResourceText))
  const inGroup = new Map<string, number>()
  for (const { group } of parsed) inGroup.set(group, (inGroup.get(group) ?? 0) + 1)
  const covers = ({ resource, group }: GroupResource): boolean =>
    resource === '*' && ((inGroup.get(group) ?? 0) > 1 || (group === '*' && names.length > 1))
  return { twice: distinct.size < names.length, overlaps: parsed.some(covers) }
}

/** All problems of one list. */
export const resourceListProblems = (
  names: readonly string[],
  path: string,
): readonly Problem[] => {
  if (names.length === 0)
    return problemAt(path, 'no resource is named; name at least one, such as "secrets"')
  const { twice, overlaps } = listFaults(names)
  return [
    ...(twice
      ? problemAt(path, 'a resource stands in the list more than once; keep one of them')
      : []),
    ...(overlaps
      ? problemAt(
          path,
          'a wildcard covers another line of the same list; keep one, or give each its own entry',
        )
      : []),
    ...names.flatMap((name, at) => {
      const problem = nameProblem(name)
      return problem === null ? [] : problemAt(`${path}[${at}]`, problem)
    }),
  ]
}
