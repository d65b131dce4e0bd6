import fc from 'fast-check'
import { livelyFile } from './configuration-text.js'
import { bytesOf, fileVectors } from './vectors.js'

/** Files that are accepted as they are. */
export const soundFiles: readonly Uint8Array[] = [
  ...fileVectors.filter(({ expected }) => expected.accepted).map(bytesOf),
  new TextEncoder().encode(livelyFile),
]

type Mutation = (file: Uint8Array) => Uint8Array

const latin = (file: Uint8Array): string => Buffer.from(file).toString('latin1')

const onText =
  (change: (text: string) => string): Mutation =>
  (file) =>
    Uint8Array.from(Buffer.from(change(latin(file)), 'latin1'))

const onLines = (change: (lines: readonly string[]) => readonly string[]): Mutation =>
  onText((text) => change(text.split('\n')).join('\n'))

/** Where in the file, as a share of it. */
const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })

const signs = fc.constantFrom(
  ...':-"\'{}[],#&*!|>%@`?~=./\\0aZ \n\t\r'.split(''),
  ': ',
  '\n  ',
  '\n- ',
  '---\n',
  '!!str ',
  '&a ',
  '*a',
  '<<: ',
  '\u00ef\u00bb\u00bf',
)

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(place, fc.nat(7)).map(([where, bit]): Mutation => (file) => {
    const copy = Uint8Array.from(file)
    const at = Math.floor(where * copy.length)
    copy[at] = (copy[at] ?? 0) ^ (1 << bit)
    return copy
  }),
  fc.tuple(place, signs, fc.nat(2)).map(([where, sign, taken]) =>
    onText((text) => {
      const at = Math.floor(where * text.length)
      return text.slice(0, at) + sign + text.slice(at + taken)
    }),
  ),
  place.map((where) => onText((text) => text.slice(0, Math.floor(where * text.length)))),
  fc.tuple(place, fc.nat(2)).map(([where, copies]) =>
    onLines((lines) => {
      const at = Math.floor(where * lines.length)
      return [
        ...lines.slice(0, at),
        ...Array<string>(copies).fill(lines[at] ?? ''),
        ...lines.slice(at + 1),
      ]
    }),
  ),
  fc.tuple(place, fc.integer({ min: -3, max: 3 })).map(([where, columns]) =>
    onLines((lines) => {
      const at = Math.floor(where * lines.length)
      const line = lines[at] ?? ''
      const moved = columns > 0 ? ' '.repeat(columns) + line : line.replace(/^ {1,3}/, '')
      return lines.with(at, moved)
    }),
  ),
)

/** An accepted file with some damage. */
export const damagedFile: fc.Arbitrary<Uint8Array> = fc
  .tuple(fc.constantFrom(...soundFiles), fc.array(mutation, { minLength: 1, maxLength: 3 }))
  .map(([file, mutations]) => mutations.reduce((damaged, mutate) => mutate(damaged), file))

const secretFields = /secret"?: *(?:!\S+ *)?["']?([A-Za-z0-9+/]{16,}={0,2})/g

/** Pieces of the secrets of all sound files, as long as given. */
export const pieces = (length: number): ReadonlySet<string> =>
  new Set(
    [...soundFiles.map(latin).join('\n').matchAll(secretFields)].flatMap(([, text = '']) =>
      Array.from({ length: text.length - length + 1 }, (_, at) => text.slice(at, at + length)),
    ),
  )

/** The pieces that a text gives away. */
export const leaked = (text: string, secretPieces: ReadonlySet<string>): readonly string[] =>
  [...secretPieces].filter((piece) => text.includes(piece))
