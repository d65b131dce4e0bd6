/**
 * The known name that somebody meant who wrote another one.
 */

const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a.charAt(i - 1) === b.charAt(j - 1) ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** The one of `names` that differs least from `name`, by at most two letters, or only by capitals; else null. */
export const nearest = (name: string, names: readonly string[]): string | null => {
  if (name.length > 24) return null
  const lower = name.toLowerCase()
  const close = names
    .map((each) => ({ each, away: distance(lower, each.toLowerCase()) }))
    .filter(({ each, away }) => away <= (each.length <= 4 ? 1 : 2))
    .sort((a, b) => a.away - b.away)
  return close[0]?.each ?? null
}
