/**
 * The storage migrator: which one it is, and which server it talks to.
 */
export type MigratorKind =
  /** In tree (kube-controller-manager): skips what is newer than its start; `Failed` is final. */
  | 'storagemigration.k8s.io'
  /** Out of tree: writes back everything, retries for ever. */
  | 'migration.k8s.io'

export interface Migrator {
  readonly kind: MigratorKind
  /** Name of the server that it is connected to; null: to none. */
  readonly server: string | null
  /** What keeps it from working, for people; null: nothing is known to. */
  readonly blocked: string | null
}
