/**
 * The characters of a file, as the YAML reader of kube-apiserver takes them: UTF-8, or UTF-16 after its byte
 * order mark, and no control characters.
 */

/** The text as far as it could be read. */
export interface DecodedText {
  /** Without the byte order mark. */
  readonly text: string
  readonly byteOrderMark: boolean
  /** What stopped the reading, and after how many bytes; null: read to the end. */
  readonly stopped: { readonly atByte: number; readonly because: string } | null
}

type Unit = { readonly code: number; readonly width: number } | string

const notAllowed = (code: number): boolean =>
  code < 0x20
    ? code !== 0x09 && code !== 0x0a && code !== 0x0d
    : (code > 0x7e && code < 0xa0 && code !== 0x85) || code === 0xfffe || code === 0xffff

/** The least code point that a UTF-8 sequence of this length may stand for. */
const leastCode = [0, 0, 0x80, 0x800, 0x10000]

const utf8Width = (lead: number): number =>
  lead >> 5 === 0b110 ? 2 : lead >> 4 === 0b1110 ? 3 : lead >> 3 === 0b11110 ? 4 : 0

/** ASCII is most of every file: its units are made once. */
const ascii: readonly Unit[] = Array.from({ length: 128 }, (_, code) => ({ code, width: 1 }))

const utf8Unit = (bytes: Uint8Array, at: number): Unit => {
  const lead = bytes[at] ?? 0
  const single = ascii[lead]
  if (single !== undefined) return single
  const width = utf8Width(lead)
  if (width === 0) return 'a byte that starts no UTF-8 character'
  if (at + width > bytes.length) return 'a UTF-8 character that is cut off'
  let code = lead & (0xff >> (width + 1))
  for (let i = 1; i < width; i += 1) {
    const next = bytes[at + i] ?? 0
    if (next >> 6 !== 0b10) return 'a broken UTF-8 character'
    code = (code << 6) | (next & 0x3f)
  }
  const valid =
    code >= (leastCode[width] ?? 0) && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return valid ? { code, width } : 'a broken UTF-8 character'
}

const utf16Unit =
  (littleEndian: boolean) =>
  (bytes: Uint8Array, at: number): Unit => {
    const half = (i: number): number => {
      const [a = 0, b = 0] = bytes.subarray(i, i + 2)
      return littleEndian ? a | (b << 8) : (a << 8) | b
    }
    const high = half(at)
    if (at + 2 > bytes.length || high >> 10 === 0x37) return 'a broken UTF-16 character'
    if (high >> 10 !== 0x36) return { code: high, width: 2 }
    const low = half(at + 2)
    return at + 4 > bytes.length || low >> 10 !== 0x37
      ? 'a broken UTF-16 character'
      : { code: 0x10000 + ((high & 0x3ff) << 10) + (low & 0x3ff), width: 4 }
  }

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte)

/** Collects UTF-16 code units: one string per some thousand of them keeps large files cheap. */
const collector = (): { readonly add: (code: number) => void; readonly text: () => string } => {
  const parts: string[] = []
  let units: number[] = []
  const flush = (): void => {
    parts.push(String.fromCharCode(...units))
    units = []
  }
  return {
    add: (code) => {
      if (code < 0x10000) units.push(code)
      else units.push(0xd800 + ((code - 0x10000) >> 10), 0xdc00 + (code & 0x3ff))
      if (units.length > 8000) flush()
    },
    text: () => {
      flush()
      return parts.join('')
    },
  }
}

const read = (
  bytes: Uint8Array,
  from: number,
  unitAt: (bytes: Uint8Array, at: number) => Unit,
): DecodedText => {
  const { add, text } = collector()
  let stopped: DecodedText['stopped'] = null
  for (let at = from; at < bytes.length;) {
    const unit = unitAt(bytes, at)
    if (typeof unit === 'string' || notAllowed(unit.code)) {
      stopped = { atByte: at, because: typeof unit === 'string' ? unit : 'a control character' }
      break
    }
    add(unit.code)
    at += unit.width
  }
  return { text: text(), byteOrderMark: from > 0, stopped }
}

/** Reads as much as the reader of kube-apiserver would. */
export const decodedText = (bytes: Uint8Array): DecodedText => {
  if (startsWith(bytes, [0xff, 0xfe])) return read(bytes, 2, utf16Unit(true))
  if (startsWith(bytes, [0xfe, 0xff])) return read(bytes, 2, utf16Unit(false))
  return read(bytes, startsWith(bytes, [0xef, 0xbb, 0xbf]) ? 3 : 0, utf8Unit)
}

/** As JSON takes it: whatever is not UTF-8 becomes the replacement character. */
export const lenientText = (bytes: Uint8Array): string => {
  const { add, text } = collector()
  for (let at = 0; at < bytes.length;) {
    const unit = utf8Unit(bytes, at)
    add(typeof unit === 'string' ? 0xfffd : unit.code)
    at += typeof unit === 'string' ? 1 : unit.width
  }
  return text()
}
