/**
 * EncryptionConfiguration files: read as kube-apiserver reads them, checked, and written with what stays kept.
 */
export { parse, type ParseOptions } from './encryption-configuration/parse.js'
export type { EncryptionDocument } from './encryption-configuration/encryption-document.js'
export type {
  EndpointMaterial,
  Material,
  SecretMaterial,
} from './encryption-configuration/material.js'
export type { Problem } from './encryption-configuration/problem.js'
export type { Warning } from './encryption-configuration/warnings.js'
export { stricterRules } from './encryption-configuration/stricter-rules.js'
export { fingerprintOf, kmsKey, localKey } from './encryption-configuration/keys.js'
export { formatOrdinalLine, parseOrdinalLine } from './encryption-configuration/ordinal-line.js'
export { providersFor } from './encryption-configuration/providers-for.js'
export { base64Decode, base64Encode } from './encryption-configuration/text/base64.js'
export type { MaterialOf } from './encryption-configuration/write/material-node.js'
export {
  type NextConfiguration,
  render,
  renderNew,
} from './encryption-configuration/write/render.js'
export { redact } from './encryption-configuration/write/redact.js'
