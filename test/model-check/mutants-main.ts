/** Runs the mutants and prints what killed them. */
import { allKilled } from './check-mutants.js'

const results = allKilled()
if (process.argv.includes('--json')) console.log(JSON.stringify(results, null, 2))
else
  for (const { mutant, expected, killedBy, steps, describes } of results)
    console.log(
      `${mutant.padEnd(28)} ${expected} ${killedBy === null ? 'survives' : `killed by ${killedBy} after ${steps} moves`}: ${describes}`,
    )
process.exitCode = results.every(({ expected, killedBy }) => killedBy === expected) ? 0 : 1
