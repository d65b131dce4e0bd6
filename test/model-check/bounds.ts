/**
 * How large a search is.
 */
export interface Bounds {
  readonly replicas: number
  readonly keys: number
  readonly resources: number
  readonly objects: number
  readonly specChanges: number
  readonly faults: number
  readonly staleViews: number
  readonly controllers: number
  /** Writes in flight at a time that outlive the server that sealed them; each is a fault. */
  readonly inFlight: number
  readonly extended: boolean
}

export const base: Bounds = {
  replicas: 3,
  keys: 3,
  resources: 1,
  objects: 2,
  specChanges: 2,
  faults: 1,
  staleViews: 1,
  controllers: 1,
  inFlight: 1,
  extended: false,
}
