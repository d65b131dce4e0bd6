/**
 * What changed between two short texts, line by line, with a little of what stands around it.
 */
export interface DiffLine {
  /** `gap`: lines that are left out. */
  readonly kind: 'same' | 'added' | 'removed' | 'gap'
  readonly text: string
}

/** Length of the longest common subsequence of the tails, for each pair of positions. */
const table = (before: readonly string[], after: readonly string[]): readonly Uint16Array[] => {
  const rows = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1))
  for (let at = before.length - 1; at >= 0; at -= 1) {
    const row = rows[at]
    const below = rows[at + 1]
    if (row === undefined || below === undefined) continue
    for (let other = after.length - 1; other >= 0; other -= 1)
      row[other] =
        before[at] === after[other]
          ? (below[other + 1] ?? 0) + 1
          : Math.max(below[other] ?? 0, row[other + 1] ?? 0)
  }
  return rows
}

const allLines = (before: readonly string[], after: readonly string[]): readonly DiffLine[] => {
  const common = table(before, after)
  const lines: DiffLine[] = []
  let at = 0
  let other = 0
  while (at < before.length || other < after.length) {
    const old = before[at]
    const next = after[other]
    if (old !== undefined && old === next) {
      lines.push({ kind: 'same', text: old })
      at += 1
      other += 1
    } else if (
      old !== undefined &&
      (next === undefined || (common[at + 1]?.[other] ?? 0) >= (common[at]?.[other + 1] ?? 0))
    ) {
      lines.push({ kind: 'removed', text: old })
      at += 1
    } else {
      lines.push({ kind: 'added', text: next ?? '' })
      other += 1
    }
  }
  return lines
}

/** The table takes the product of both: nobody reads a difference of longer texts. */
const longest = 2000

/** The changed lines with up to `context` unchanged ones on each side; none for texts beyond reading. */
export const diff = (before: string, after: string, context: number): readonly DiffLine[] => {
  const [old, next] = [before.trimEnd().split('\n'), after.trimEnd().split('\n')]
  if (old.length > longest || next.length > longest) return []
  const lines = allLines(old, next)
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - context), at + context + 1).some(({ kind }) => kind !== 'same'),
  )
  const shown: DiffLine[] = []
  lines.forEach((line, at) => {
    if (near[at] === true) shown.push(line)
    else if (shown.length > 0 && shown.at(-1)?.kind !== 'gap') shown.push({ kind: 'gap', text: '' })
  })
  return shown.at(-1)?.kind === 'gap' ? shown.slice(0, -1) : shown
}
