/**
 * npm run bench: the figures that this repository promises, measured on this machine.
 */
import { parseArgs } from 'node:util'
import { decisionFigures } from './decision.js'
import type { Figure } from './figure.js'
import { demoFigures, importFigure } from './process.js'

const options = (): { readonly json: boolean; readonly quick: boolean } | null => {
  try {
    const { values } = parseArgs({
      options: { json: { type: 'boolean' }, quick: { type: 'boolean' }, help: { type: 'boolean' } },
    })
    if (values.help === true) return null
    return { json: values.json ?? false, quick: values.quick ?? false }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(2)
  }
}

const line = ({ name, unit, ours, peer, ratio, goal, met }: Figure): string => {
  const beside =
    peer === null
      ? ''
      : `, ${peer.name} ${peer.value.toFixed(2)} ${unit}, ratio ${ratio?.toFixed(3) ?? '?'}`
  return `${met ? 'met   ' : 'NOT met'} ${name}: ${ours.toFixed(2)} ${unit}${beside} (${goal})`
}

const chosen = options()
if (chosen === null) {
  process.stdout.write('usage: npm run bench -- [--json] [--quick]\n')
} else {
  const figures = [
    ...decisionFigures(chosen.quick),
    importFigure('core', 120, chosen.quick),
    ...demoFigures(chosen.quick),
  ]
  process.stdout.write(
    chosen.json ? `${JSON.stringify(figures, null, 2)}\n` : `${figures.map(line).join('\n')}\n`,
  )
  process.exitCode = figures.every(({ met }) => met) ? 0 : 1
}
