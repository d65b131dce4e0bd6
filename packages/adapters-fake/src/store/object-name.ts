/**
 * What objects of a resource are called, and where etcd keeps them.
 *
 * Source: kube-apiserver's storage prefixes; built-ins leave the group out, custom resources do not.
 */

const oddPrefixes: Readonly<{ [resource: string]: string }> = {
  replicationcontrollers: 'controllers',
  endpoints: 'services/endpoints',
  nodes: 'minions',
  services: 'services/specs',
  'ingresses.networking.k8s.io': 'ingress',
}

const builtInGroups: readonly string[] = ['apps', 'autoscaling', 'batch', 'extensions', 'policy']

const split = (resource: string): readonly [string, string] => {
  const dot = resource.indexOf('.')
  return dot < 0 ? [resource, ''] : [resource.slice(0, dot), resource.slice(dot + 1)]
}

/** A resource that a custom resource definition brings: its readiness rules differ. */
export const isCustom = (resource: string): boolean => {
  const [, group] = split(resource)
  return group !== '' && !builtInGroups.includes(group) && !group.endsWith('.k8s.io')
}

/** What one object is called: `secret` for `secrets`. */
export const labelOf = (resource: string): string => {
  const [plural] = split(resource)
  return plural.endsWith('sses') ? plural.slice(0, -2) : plural.replace(/s$/, '')
}

/** What etcd's keys of a resource begin with: `/registry/secrets/default/`. */
export const keysOf = (resource: string): string => {
  const [plural, group] = split(resource)
  const path = isCustom(resource) ? `${group}/${plural}` : (oddPrefixes[resource] ?? plural)
  return `/registry/${path}/default/`
}
