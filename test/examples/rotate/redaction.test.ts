import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Printed, configuration, demo, file, temporaryFolder } from './demo.js'

const folder = temporaryFolder()
const small = ['--objects', '15', '--servers', '1']

const keys = {
  writer: Buffer.from('the writer: 32 bytes of a key...'),
  reader: Buffer.from('a reader, 16 of.'),
  former: Buffer.from('a former key that is commented..'),
}

const rotated = file(
  folder,
  'rotated.yaml',
  configuration(`# secret: ${keys.former.toString('base64')}
- resources: [secrets]
  providers:
  - aescbc:
      keys:
      - name: key1
        secret: ${keys.writer.toString('base64')} # ${keys.writer.toString('base64')}
      - {"name": "key2", "secret": "${keys.reader.toString('base64')}"}
`),
)

/** Every form in which a key might be printed. */
const forms = (key: Uint8Array): readonly string[] => {
  const bytes = Buffer.from(key)
  const base64 = bytes.toString('base64')
  return [
    base64,
    base64.replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    bytes.toString('latin1'),
    [...bytes].join(','),
    [...bytes].join(', '),
  ]
}

const shown = ({ out, err, drawn }: Printed, more: readonly Uint8Array[]): readonly string[] =>
  [...more, ...drawn].flatMap(forms).filter((form) => out.includes(form) || err.includes(form))

describe('key material is never printed', () => {
  for (const to of ['aescbc', 'aesgcm', 'secretbox', 'kms', 'plaintext'])
    for (const flags of [[], ['--json'], ['--single-stage'], ['--single-stage', '--json']])
      it(`neither the old nor the new: to ${to} ${flags.join(' ')}`, () => {
        const printed = demo(['--config', rotated, '--to', to, ...small, ...flags], {
          columns: 100,
        })
        expect(printed.exitCode).toBeLessThan(2)
        expect(printed.out + printed.err).toContain('key1')
        expect(shown(printed, Object.values(keys))).toEqual([])
      })

  it('not the one of --new-key either', () => {
    const key = Buffer.from('a key of the user: 24 by')
    const path = file(folder, 'new.key', `${key.toString('base64')}\n`)
    const printed = demo(['--config', rotated, '--new-key', path, ...small])
    expect(printed.exitCode).toBe(0)
    expect(printed.drawn).toEqual([])
    expect(shown(printed, [...Object.values(keys), key])).toEqual([])
  })

  it('while REDACTED stands in its place, and the check itself sees a key that is there', () => {
    const { out } = demo(['--config', rotated, '--json', ...small])
    expect(out).toContain('secret: REDACTED')
    const printed: Printed = {
      exitCode: 0,
      out: readFileSync(rotated, 'utf8'),
      err: '',
      drawn: [],
    }
    expect(shown(printed, [keys.writer])).not.toEqual([])
  })
})

describe('names from a file', () => {
  it('cannot steer the terminal', () => {
    const path = file(
      folder,
      'names.yaml',
      configuration(
        `- resources: [secrets]\n  providers:\n  - aescbc: {keys: [{name: "k\\e]0;pwned\\a\\u202e", secret: ${keys.writer.toString('base64')}}]}\n`,
      ),
    )
    const { out, exitCode } = demo(['--config', path, ...small])
    expect(exitCode).toBe(0)
    expect(out).toContain('pwned')
    expect(out.match(/[^\n\P{C}]/gu)).toBeNull()
  })
})
