/**
 * `deployments.apps` as kube-apiserver splits it: resource and group, at the first dot.
 */
export interface GroupResource {
  readonly resource: string
  readonly group: string
}

/** `secrets` and `secrets.` are the same, of the core group. */
export const groupResource = (text: string): GroupResource => {
  const dot = text.indexOf('.')
  return dot < 0
    ? { resource: text, group: '' }
    : { resource: text.slice(0, dot), group: text.slice(dot + 1) }
}

/** How a file writes it; the wildcard of the core group keeps its dot. */
export const groupResourceText = ({ resource, group }: GroupResource): string =>
  group === '' ? (resource === '*' ? '*.' : resource) : `${resource}.${group}`
