/**
 * The stages of a rotation: what the decision at hand opens or serves.
 */
export type Stage =
  | 'Unencrypted'
  | 'Steady'
  | 'ReadOnlyDeploy'
  | 'WritePromote'
  | 'Migrating'
  | 'Retiring'
  | 'Unknown'

/** In the order of a rotation. */
export const stages: readonly Stage[] = [
  'Unencrypted',
  'Steady',
  'ReadOnlyDeploy',
  'WritePromote',
  'Migrating',
  'Retiring',
  'Unknown',
]
