/** `npm run demo`: see usage.ts. */
import { randomBytes } from 'node:crypto'
import process from 'node:process'
import { rotate } from './rotate.js'
import type { Stream } from './surroundings.js'

const isDumb = process.env['TERM'] === 'dumb'

const streamOf = (stream: NodeJS.WriteStream): Stream => {
  // A reader that has gone away (`| head`) is no fault of the run.
  stream.on('error', () => undefined)
  return {
    write: (text) => void stream.write(text),
    columns: stream.isTTY && !isDumb ? stream.columns : null,
  }
}

process.exitCode = rotate(process.argv.slice(2), {
  out: streamOf(process.stdout),
  err: streamOf(process.stderr),
  // https://no-color.org: set and not empty means no colours.
  coloured: (process.env['NO_COLOR'] ?? '') === '',
  randomBytes: (length) => new Uint8Array(randomBytes(length)),
  clock: () => performance.now(),
})
