/**
 * Whether kube-apiserver accepts a KMS endpoint: a URL, by Go's rules, of scheme `unix`.
 */

const brokenEscape = /%(?![0-9a-fA-F]{2})/
const userInformation = /^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/
/** Escapes in a host stand for bytes outside ASCII, or for the percent sign itself. */
const hostName =
  /^(?:[A-Za-z0-9!$&'()*+,;=:[\]<>"\-_.~\u0080-\u{10ffff}]|%25|%[89a-fA-F][0-9a-fA-F])*$/u
const port = /^(?::\d*)?$/

const isIpv6 = (text: string): boolean => {
  const [address = '', zone] = text.split('%25', 2)
  if (zone === '') return false
  const halves = address.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const last = groups[groups.length - 1] ?? ''
  const embedded = last.includes('.')
  const hex = embedded ? groups.slice(0, -1) : groups
  const size = hex.length + (embedded ? 2 : 0)
  return (
    hex.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group)) &&
    (!embedded || /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(last)) &&
    (halves.length === 2 ? size < 8 : size === 8)
  )
}

const isHost = (host: string): boolean => {
  const bracket = host.lastIndexOf('[')
  if (bracket > 0) return false
  if (bracket === 0) {
    const close = host.lastIndexOf(']')
    return close > 0 && port.test(host.slice(close + 1)) && isIpv6(host.slice(1, close))
  }
  const colon = host.lastIndexOf(':')
  return hostName.test(host) && (colon < 0 || port.test(host.slice(colon)))
}

const isAuthority = (authority: string): boolean => {
  const at = authority.lastIndexOf('@')
  const user = authority.slice(0, Math.max(at, 0))
  return isHost(authority.slice(at + 1)) && userInformation.test(user) && !brokenEscape.test(user)
}

const hasControl = (text: string): boolean =>
  Array.from(text).some((sign) => sign < ' ' || sign === '\u007f')

/** `unsupported`: a URL of another scheme, or of none. */
export type EndpointVerdict = 'accepted' | 'unsupported' | 'malformed'

/** Judges an endpoint that is not empty. */
export const endpointVerdict = (endpoint: string): EndpointVerdict => {
  const [beforeFragment = ''] = endpoint.split('#', 1)
  const fragment = endpoint.slice(beforeFragment.length + 1)
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]*(?=:)/.exec(beforeFragment)?.[0] ?? ''
  if (hasControl(beforeFragment) || brokenEscape.test(fragment)) return 'malformed'
  if (scheme.toLowerCase() !== 'unix') return 'unsupported'
  const [rest = ''] = beforeFragment.slice(scheme.length + 1).split('?', 1)
  // What starts with no slash is opaque, and taken as it is.
  if (!rest.startsWith('/')) return 'accepted'
  const [, authority = '', path = rest] = /^\/\/([^/]*)(.*)$/su.exec(rest) ?? []
  return isAuthority(authority) && !brokenEscape.test(path) ? 'accepted' : 'malformed'
}
