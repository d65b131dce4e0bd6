/**
 * A large text without most of its empty and comment lines: each costs a parser as much as a line that says something.
 */

export interface Condensed {
  readonly text: string
  /** The offset in the original text. */
  readonly original: (at: number) => number
}

interface Cut {
  /** In the condensed text: what stands from here on was cut before. */
  readonly at: number
  /** Cut so far. */
  readonly length: number
}

/** Smaller texts stay as they are. */
const large = 2 ** 18

/** Longer runs of filling lines are cut to this many: no scalar that matters goes on over so many lines. */
const kept = 64

const filling = /^ *(?:#[^\n]*)?\r?$/

const originalOf =
  (cuts: readonly Cut[]) =>
  (at: number): number =>
    at + (cuts.findLast((cut) => cut.at <= at)?.length ?? 0)

/** Condenses a text whose line breaks are all \n. */
export const condensed = (text: string): Condensed => {
  if (text.length < large) return { text, original: (at) => at }
  const parts: string[] = []
  const cuts: Cut[] = []
  let size = 0
  let from = 0
  let run = 0
  let cutFrom = 0
  let length = 0
  const keep = (to: number): void => {
    parts.push(text.slice(from, to))
    size += to - from
  }
  for (let at = 0; at < text.length;) {
    const next = text.indexOf('\n', at)
    const end = next < 0 ? text.length : next + 1
    const fills = next >= 0 && filling.test(text.slice(at, next))
    if (!fills && run > kept) {
      length += at - cutFrom
      cuts.push({ at: size, length })
      from = at
    }
    run = fills ? run + 1 : 0
    if (run === kept + 1) {
      keep(at)
      cutFrom = at
    }
    at = end
  }
  if (run > kept) {
    length += text.length - cutFrom
    cuts.push({ at: size, length })
  } else keep(text.length)
  return { text: parts.join(''), original: originalOf(cuts) }
}
