/**
 * Rules for a KMS element.
 */
import type { RawKms } from '../fields/raw-configuration.js'
import { endpointVerdict } from '../fields/endpoint.js'
import { type Problem, problemAt } from '../problem.js'
import { quoted } from '../text/harmless.js'

const nameProblems = (
  { name, apiVersion }: RawKms,
  earlier: ReadonlySet<string>,
): readonly string[] => [
  ...(name === '' ? ['no name; it is written in front of every value'] : []),
  ...(apiVersion !== 'v1' && name.includes(':')
    ? ['a ":" in the name; choose a name without']
    : []),
  ...(apiVersion !== 'v1' && earlier.has(name)
    ? ['the name of an earlier KMS provider; give each a name of its own']
    : []),
]

const endpointProblem = (endpoint: string): string | null => {
  if (endpoint === '') return 'no endpoint; set it to the socket, such as unix:///var/run/kms.sock'
  switch (endpointVerdict(endpoint)) {
    case 'accepted':
      return null
    case 'unsupported':
      return 'not a Unix socket; write unix:// and the path of the socket'
    case 'malformed':
      return 'not a URL; write unix:// and the path of the socket'
  }
}

const cacheSizeProblem = ({ cachesize, apiVersion }: RawKms): string | null => {
  if (apiVersion !== 'v1')
    return cachesize === null ? null : 'only KMS v1 has a cache; take the field out'
  return cachesize === 0
    ? 'a cache of 0; give a positive size, or a negative one to switch it off'
    : null
}

const at = (path: string, message: string | null): readonly Problem[] =>
  message === null ? [] : problemAt(path, message)

/**
 * All problems of one element.
 *
 * @param earlier - The names of the KMS elements before it, in the whole file.
 */
export const kmsProblems = (
  kms: RawKms,
  path: string,
  earlier: ReadonlySet<string>,
): readonly Problem[] => [
  ...nameProblems(kms, earlier).flatMap((message) => at(`${path}.name`, message)),
  ...at(
    `${path}.timeout`,
    kms.timeoutNanoseconds > 0n ? null : 'not a positive time; write 3s, for example',
  ),
  ...at(`${path}.endpoint`, endpointProblem(kms.endpoint)),
  ...at(`${path}.cachesize`, cacheSizeProblem(kms)),
  ...at(
    `${path}.apiVersion`,
    kms.apiVersion === 'v1' || kms.apiVersion === 'v2'
      ? null
      : `an API version that does not exist${quoted(':', kms.apiVersion)}; write v2`,
  ),
]
