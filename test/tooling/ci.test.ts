import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const read = (path: string): string =>
  readFileSync(join(import.meta.dirname, '../..', path), 'utf8')

it('.ci/run runs every step of npm run verify', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: { verify: string } }
  const verified = [...scripts.verify.matchAll(/npm (?:run )?(\S+)/g)].map(([, name]) => name)
  const [, listed = ''] = /^for name in (.*); do$/m.exec(read('.ci/run')) ?? []
  expect(verified.filter((name) => name !== 'test')).toEqual(listed.split(' '))
})
