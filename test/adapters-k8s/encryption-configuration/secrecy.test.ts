import { format, inspect } from 'node:util'
import { parse, render, renderNew } from '@keyroll/adapters-k8s'
import { describe, expect, it } from 'vitest'
import { livelyFile, plainFile, secrets } from './configuration-text.js'
import { rightOf } from './either.js'

const ordinal = { epoch: 1, step: 1 }
const document = rightOf(parse(livelyFile))
const { entries } = document.configuration
const [, middle] = entries

const deep = { depth: null, showHidden: true, getters: true, showProxy: true } as const

const printers: { readonly [name: string]: (value: unknown) => string } = {
  'util.inspect': (value) => inspect(value, deep),
  'JSON.stringify': (value) => JSON.stringify(value),
  'util.format': (value) => format('%s %o %O %j', value, value, value, value),
  'a spread copy': (value) => inspect({ ...(value as object) }, deep),
  'an error with a cause': (value) => inspect(new Error('failed', { cause: value }), deep),
}

const values: { readonly [name: string]: unknown } = {
  'a document': document,
  'an Either of one': parse(livelyFile),
  'the material of its keys': middle?.keys.map(document.material),
  'a rendered file': render(document, { ordinal, entries }, document.material),
  'a file rendered from nothing': renderNew({ ordinal, entries }, document.material),
  'a refusal to parse': parse(plainFile.replace('secret:', `secret: ${secrets.other}`)),
  'a refusal for the secret itself': parse(plainFile.replace('=', '')),
  'a refusal of a field that is a secret': parse(
    plainFile.replace('secret: ', '').replace('=', ':'),
  ),
  'a refusal to render': renderNew({ ordinal, entries: [] }, document.material),
}

describe.each(Object.keys(values))('%s', (name) => {
  it.each(Object.keys(printers))('gives nothing away to %s', (printer) => {
    const printed = printers[printer]?.(values[name]) ?? ''
    expect(printed.length).toBeGreaterThan(1)
    for (const secret of Object.values(secrets)) {
      expect(printed).not.toContain(secret.slice(0, 8))
      expect(printed).not.toContain(Buffer.from(secret, 'base64').toString('latin1').slice(0, 8))
      expect(printed).not.toContain([...Buffer.from(secret, 'base64').subarray(0, 8)].join(', '))
    }
  })
})
