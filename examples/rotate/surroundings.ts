/** What the demo needs of the process that it runs in. */
export interface Stream {
  readonly write: (text: string) => void
  /** Columns of the terminal behind it; null: it is none. */
  readonly columns: number | null
}

export interface Surroundings {
  readonly out: Stream
  readonly err: Stream
  /** Colours are wanted, where a stream is a terminal. */
  readonly coloured: boolean
  /** Bytes from the system's random source. */
  readonly randomBytes: (length: number) => Uint8Array
  /** Milliseconds, for how long things take. */
  readonly clock: () => number
}
