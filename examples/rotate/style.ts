/** Colours of a terminal, or none. */
export interface Style {
  readonly strong: (text: string) => string
  readonly quiet: (text: string) => string
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
  readonly accent: (text: string) => string
}

const sequence =
  (begin: number, end: number) =>
  (text: string): string =>
    text === '' ? '' : `\u001b[${begin}m${text}\u001b[${end}m`

const plain = (text: string): string => text

/** Escape sequences where they are wanted. */
export const styleOf = (coloured: boolean): Style =>
  coloured
    ? {
        strong: sequence(1, 22),
        quiet: sequence(2, 22),
        good: sequence(32, 39),
        bad: sequence(31, 39),
        accent: sequence(36, 39),
      }
    : { strong: plain, quiet: plain, good: plain, bad: plain, accent: plain }
