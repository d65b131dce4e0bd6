/**
 * The screen: lines that stay, and on a terminal one last line that changes with what happens.
 */
import { clock, count } from './measures.js'
import type { Play } from '@keyroll/adapters-fake'
import type { Style } from './style.js'

export interface Screen {
  readonly print: (lines: readonly string[]) => void
  /** Shows how far the play is, on a terminal only. */
  readonly progress: (play: Play) => void
}

export interface ScreenRequest {
  readonly write: (text: string) => void
  /** Columns of the terminal; null: it is none. */
  readonly columns: number | null
  readonly style: Style
  /** Virtual unix seconds at which the run began. */
  readonly start: number
  /** Milliseconds. */
  readonly clock: () => number
}

const eraseLine = '\r\u001b[2K'

/** Milliseconds between two states of the changing line. */
const pace = 80

/** Names come from the user's file: no character of theirs may steer the terminal. */
const harmless = (line: string): string =>
  line.replace(/\p{Cc}\[\d+m|[\p{Cc}\p{Cf}]/gu, (found) =>
    found.startsWith('\u001b[') ? found : '\ufffd',
  )

const status = ({ world, requests, lastTurn }: Play, start: number): string => {
  const answered = requests.reads + requests.lists + requests.writes
  return [
    clock(world.now - start).padStart(6),
    (lastTurn?.stage ?? '').padEnd(14),
    `${count(answered)} requests, ${count(requests.failed)} failed`,
  ].join('  ')
}

/** A screen on a stream. */
export const screenOn = ({ write, columns, style, start, clock: wall }: ScreenRequest): Screen => {
  let shown = false
  let last = Number.NEGATIVE_INFINITY
  return {
    print: (lines) => {
      if (lines.length === 0) return
      write(`${shown ? eraseLine : ''}${lines.map(harmless).join('\n')}\n`)
      shown = false
    },
    progress: (play) => {
      if (columns === null || wall() - last < pace) return
      last = wall()
      shown = true
      const line = `  ${status(play, start)}`
      write(`${eraseLine}${style.quiet(line.slice(0, columns - 1))}`)
    },
  }
}
