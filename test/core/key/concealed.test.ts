import { format, inspect } from 'node:util'
import { type Concealed, conceal, reveal } from '@keyroll/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const material = 'c2VjcmV0LW1hdGVyaWFsLTAx'

/** The ways in which a value ends up in a log, an error or a file. */
const printers: { readonly [name: string]: (value: unknown) => string } = {
  'JSON.stringify': (value) => JSON.stringify(value),
  'JSON.stringify, indented': (value) => JSON.stringify(value, null, 2),
  'util.inspect': (value) => inspect(value),
  'util.inspect with hidden and inherited properties': (value) =>
    inspect(value, { showHidden: true, depth: null, getters: true, showProxy: true }),
  'util.format, %s %o %O %j': (value) => format('%s %o %O %j', value, value, value, value),
  'String()': (value) => String(value),
  'a template literal': (value) => `${value as string}`,
  'an Error message': (value) =>
    inspect(new Error(`cannot load ${value as string}`, { cause: value })),
  'own keys and values': (value) =>
    Object.entries(value as object)
      .map(([key, own]) => `${key}=${String(own)}`)
      .join(),
  'a spread copy': (value) => inspect({ ...(value as object) }, { showHidden: true, depth: null }),
  'an assertion error': (value) => {
    try {
      expect(value).toEqual('something else')
      return ''
    } catch (error) {
      return inspect(error, { showHidden: true, depth: null })
    }
  },
}

const materials: { readonly [name: string]: Concealed<unknown> } = {
  'a text': conceal(material),
  bytes: conceal(Uint8Array.from(material, (letter) => letter.charCodeAt(0))),
  'an object': conceal({ keys: [{ name: 'key1', secret: material }] }),
}

const bytesAsPrinted = Array.from(material, (letter) => letter.charCodeAt(0)).slice(0, 4)

const shows = (printed: string): boolean =>
  printed.includes(material) ||
  new RegExp(bytesAsPrinted.join('[^0-9]+')).test(printed) ||
  printed.includes('key1')

describe('a concealed value is never shown', () => {
  for (const [printer, print] of Object.entries(printers))
    for (const [kind, concealed] of Object.entries(materials)) {
      it(`by ${printer}: ${kind}`, () => {
        expect(shows(print(concealed))).toBe(false)
      })
      it(`by ${printer} of a structure around it: ${kind}`, () => {
        expect(shows(print({ entries: [{ secret: concealed }] }))).toBe(false)
      })
    }

  it('while the check itself sees what is not concealed', () => {
    expect(shows(inspect(material))).toBe(true)
    expect(shows(JSON.stringify({ secret: material }))).toBe(true)
    expect(shows(inspect(reveal(materials['bytes'] ?? conceal(null))))).toBe(true)
  })
})

describe('a concealed value', () => {
  it('says that it is redacted where a text is asked for', () => {
    const concealed: unknown = conceal(material)
    expect(JSON.stringify({ secret: concealed })).toBe('{"secret":"REDACTED"}')
    expect(String(concealed)).toBe('REDACTED')
  })

  it('comes back unchanged', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(reveal(conceal(value))).toBe(value)
      }),
    )
  })

  it('cannot be made to give another value', () => {
    const concealed = conceal(material)
    expect(Object.isFrozen(concealed)).toBe(true)
  })
})
