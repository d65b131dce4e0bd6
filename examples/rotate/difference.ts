/** A configuration beside the one before it, as lines of a terminal. */
import { parseOrdinalLine } from '@keyroll/adapters-k8s'
import { type DiffLine, diff } from './diff.js'
import type { Style } from './style.js'

/** More of it is for `--out`. */
const shownLines = 40

/** Longer lines would break the picture. */
const columns = 92

/** The text without the line that carries its ordinal, which is told beside it. */
const bare = (text: string): string =>
  parseOrdinalLine(text) === null ? text : text.slice(text.indexOf('\n') + 1)

const painted = (line: DiffLine, style: Style): string => {
  const text = line.text.length <= columns ? line.text : `${line.text.slice(0, columns - 1)}…`
  switch (line.kind) {
    case 'same':
      return style.quiet(`      ${text}`)
    case 'gap':
      return style.quiet('      …')
    case 'added':
      return style.good(`    + ${text}`)
    case 'removed':
      return style.bad(`    - ${text}`)
  }
}

/** What changed, with a little of what stands around it. Both texts are redacted already. */
export const difference = (before: string, after: string, style: Style): readonly string[] => {
  const lines = diff(bare(before), bare(after), 3).map((line) => painted(line, style))
  const more = lines.length - shownLines
  return more > 0
    ? [...lines.slice(0, shownLines), style.quiet(`      … and ${more} lines more`)]
    : lines
}
