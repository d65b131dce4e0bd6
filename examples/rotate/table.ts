/** Named lines: what a run starts from and what it comes to. */
import type { CensusLine } from '@keyroll/core'
import { count, counted, wrapped } from './measures.js'
import type { Style } from './style.js'

/** Columns of the texts on the right. */
export const width = 78

/** One named line; what does not fit goes on below. */
export const row = (name: string, text: string, style: Style): readonly string[] =>
  wrapped(text, width).map(
    (line, at) => `  ${style.quiet((at === 0 ? name : '').padEnd(14))}${line}`,
  )

/** `90 k8s:enc:aescbc:v1:key1, 10 identity`, the most first. */
const prefixesLine = (prefixes: CensusLine['prefixes']): string => {
  const parts = Object.entries(prefixes).sort(([, a], [, b]) => b - a)
  return parts.length === 0
    ? 'nothing'
    : parts.map(([prefix, objects]) => `${count(objects)} ${prefix}`).join(', ')
}

const shownResources = 12

/** What is stored, a line for each resource, under one name. */
export const census = (
  name: string,
  lines: readonly CensusLine[],
  style: Style,
): readonly string[] => {
  const column = Math.min(32, Math.max(...lines.map(({ resource }) => resource.length)))
  const more = lines.length - shownResources
  return [
    ...lines.slice(0, shownResources).map(({ resource, prefixes }, at) => {
      const left = style.quiet((at === 0 ? name : '').padEnd(14))
      return `  ${left}${resource.padEnd(column)}  ${prefixesLine(prefixes)}`
    }),
    ...(more > 0 ? row('', `and ${counted(more, 'resource')} more`, style) : []),
  ]
}
