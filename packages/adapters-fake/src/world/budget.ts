/** How many more moves of a sort `enabled` offers, so that a search through all moves ends. */
export interface Budget {
  readonly wishes: number
  readonly faults: number
  readonly views: number
  readonly sabotage: number
}

/** Nothing but the control plane's own moves and its clients'. */
export const quiet: Budget = Object.freeze({ wishes: 0, faults: 0, views: 0, sabotage: 0 })
