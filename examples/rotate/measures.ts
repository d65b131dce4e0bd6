/** Times and counts as people read them. */

const two = (value: number): string => String(value).padStart(2, '0')

/**
 * Virtual seconds as `m:ss`, or `h:mm:ss` from an hour on.
 */
export const clock = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return hours === 0 ? `${minutes}:${two(rest)}` : `${hours}:${two(minutes)}:${two(rest)}`
}

const grouped = new Intl.NumberFormat('en-US')

/** `12,345` */
export const count = (value: number): string => grouped.format(value)

/** `1 object`, `2 objects` */
export const counted = (value: number, noun: string): string =>
  `${count(value)} ${noun}${value === 1 ? '' : 's'}`

/** Breaks a text at spaces; a word that is longer than a line stays whole. */
export const wrapped = (text: string, width: number): readonly string[] => {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** The first few of many. */
export const listed = (items: readonly string[]): string =>
  items.length <= 4
    ? items.join(', ')
    : `${items.slice(0, 3).join(', ')} and ${items.length - 3} more`
