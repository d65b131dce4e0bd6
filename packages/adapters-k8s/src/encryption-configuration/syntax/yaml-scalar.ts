/**
 * What a YAML scalar means to kube-apiserver: YAML 1.1, as go-yaml resolves it.
 *
 * `yes`, `on` and `n` are booleans there, `0o17`, `1_000` and `017` numbers; a date and `12:30:45` are text.
 */
import { base64Decode } from '../text/base64.js'
import { lenientText } from '../text/decoded-text.js'
import { int32 } from './tree.js'

export type Meaning =
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'number'; readonly integer: number | null }
  | { readonly kind: 'text'; readonly text: string }

const booleans =
  /^(?:y|Y|yes|Yes|YES|true|True|TRUE|on|On|ON|n|N|no|No|NO|false|False|FALSE|off|Off|OFF)$/
const nulls = /^(?:|~|null|Null|NULL)$/
const specialFloats = /^(?:\.nan|\.NaN|\.NAN|[+-]?\.(?:inf|Inf|INF))$/
const decimalFloat = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/
const date =
  /^\d{4}-(\d{1,2})-(\d{1,2})(?:(?:[Tt]| )(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.\d+)?(Z|[+-]\d\d:\d\d)?)?$/

const text = (value: string): Meaning => ({ kind: 'text', text: value })
const number = (value: number): Meaning => ({ kind: 'number', integer: int32(value) })

/** The whole number that Go reads with any base prefix, within 64 bits. */
const wholeNumber = (digits: string): bigint | null => {
  const match = /^([+-]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|(0|[1-9][0-9]*))$/.exec(
    digits,
  )
  if (match === null) return null
  const [, sign, hex, binary, octal, decimal] = match
  const size = BigInt(
    hex !== undefined
      ? `0x${hex}`
      : binary !== undefined
        ? `0b${binary}`
        : octal !== undefined
          ? `0o${octal}`
          : (decimal ?? '0'),
  )
  const value = sign === '-' ? -size : size
  // An unsigned reading goes to 2^64, but takes no sign.
  const limit = sign === '' ? 2n ** 64n : 2n ** 63n
  return value < limit && value >= -(2n ** 63n) ? value : null
}

/** go-yaml's own reading of binary numbers, which lets a sign follow the prefix. */
const signedBinary = (digits: string): bigint | null => {
  const match = /^0b([+-])([01]{1,63})$/.exec(digits)
  return match === null ? null : BigInt(`0b${match[2] ?? '0'}`) * (match[1] === '-' ? -1n : 1n)
}

const numeric = (value: string): Meaning | null => {
  if (value.startsWith('.')) {
    return decimalFloat.test(value) && Number.isFinite(Number(value)) ? number(Number(value)) : null
  }
  const digits = value.replaceAll('_', '')
  const whole = wholeNumber(digits) ?? signedBinary(digits)
  if (whole !== null) return number(Number(whole))
  const float = Number(digits)
  return decimalFloat.test(digits) && Number.isFinite(float) ? number(float) : null
}

/** What a scalar without quotes and without a tag means. */
const plain = (value: string): Meaning => {
  if (nulls.test(value)) return { kind: 'null' }
  if (booleans.test(value)) return { kind: 'boolean' }
  if (specialFloats.test(value)) return { kind: 'number', integer: null }
  if (/^[-+.0-9]/.test(value)) return numeric(value) ?? text(value)
  return text(value)
}

const isDate = (value: string): boolean => {
  const match = date.exec(value)
  if (match === null) return false
  const [month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 6)
    .map((part) => Number(part ?? 0))
  const days = new Date(Date.UTC(Number(value.slice(0, 4)), month, 0)).getUTCDate()
  const zoned = match[6] !== undefined
  const spaced = value.includes(' ')
  const timed = match[3] !== undefined
  return (
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= days &&
    hour < 24 &&
    minute < 60 &&
    second < 60 &&
    (!timed || spaced !== zoned)
  )
}

const binary = (value: string): Meaning | null => {
  const bytes = base64Decode(value)
  return bytes === null ? null : text(lenientText(bytes))
}

const core = 'tag:yaml.org,2002:'

/**
 * The meaning of a scalar; null when it does not fit its tag.
 *
 * @param tag - Resolved, in long form; null: none.
 * @param quoted - Written in quotes or as a block.
 */
export const scalarMeaning = (
  value: string,
  tag: string | null,
  quoted: boolean,
): Meaning | null => {
  if (tag === null) return quoted ? text(value) : plain(value)
  if (!tag.startsWith(core)) return text(value)
  const meaning = plain(value)
  switch (tag.slice(core.length)) {
    case 'null':
      return meaning.kind === 'null' ? meaning : null
    case 'bool':
      return meaning.kind === 'boolean' ? meaning : null
    case 'int':
      return meaning.kind === 'number' && numeric(value) !== null && isWhole(value) ? meaning : null
    case 'float':
      return meaning.kind === 'number' ? meaning : null
    case 'timestamp':
      return isDate(value) ? text(value) : null
    case 'binary':
      return binary(value)
    default:
      return text(value)
  }
}

const isWhole = (value: string): boolean => {
  const digits = value.replaceAll('_', '')
  return wholeNumber(digits) !== null || signedBinary(digits) !== null
}
