/**
 * Base64 as Go's standard encoding reads it: padding is needed, CR and LF are passed over wherever they stand.
 */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

const sextets: ReadonlyMap<string, number> = new Map(
  alphabet.split('').map((each, at) => [each, at]),
)

/** The bytes; null when the text is not base64. */
export const base64Decode = (text: string): Uint8Array | null => {
  const digits = text.replace(/[\r\n]/g, '')
  const padding = digits.endsWith('==') ? 2 : digits.endsWith('=') ? 1 : 0
  if (digits.length % 4 !== 0) return null
  const bytes = new Uint8Array((digits.length / 4) * 3 - padding)
  const end = digits.length - padding
  let buffer = 0
  let at = 0
  for (let i = 0; i < digits.length; i += 1) {
    const sextet = i < end ? sextets.get(digits.charAt(i)) : 0
    if (sextet === undefined) return null
    buffer = (buffer << 6) | sextet
    if (i % 4 === 3) {
      // Writes past the end, which padding leaves, have no effect.
      bytes[at] = buffer >> 16
      bytes[at + 1] = (buffer >> 8) & 255
      bytes[at + 2] = buffer & 255
      buffer = 0
      at += 3
    }
  }
  return bytes
}

/** The text of bytes, with padding. */
export const base64Encode = (bytes: Uint8Array): string => {
  let text = ''
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(i, i + 3)
    const group = (a << 16) | (b << 8) | c
    const digit = (shift: number): string => alphabet.charAt((group >> shift) & 63)
    text += digit(18) + digit(12)
    text += i + 1 < bytes.length ? digit(6) : '='
    text += i + 2 < bytes.length ? digit(0) : '='
  }
  return text
}
