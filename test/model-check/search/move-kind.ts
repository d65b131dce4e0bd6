/**
 * The kinds of moves that a search counts.
 */
export const moveKinds = [
  'rollout',
  'podStarts',
  'podReady',
  'migrator',
  'flight',
  'settle',
  'deadline',
  'fresh',
  'cached',
  'late',
  'thaw',
  'client',
  'orphan',
  'wish',
  'serverFault',
  'migrationFault',
  'recordFault',
  'configurationFault',
] as const

export type MoveKind = (typeof moveKinds)[number]

/** What goes on when clients, users and faults stop. */
export const isQuiet = (kind: MoveKind): boolean => moveKinds.indexOf(kind) < 11
