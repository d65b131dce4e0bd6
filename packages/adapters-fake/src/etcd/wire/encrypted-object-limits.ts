/**
 * The limits that kube-apiserver puts on a KMS v2 value, when it writes and when it reads.
 */
import * as E from 'fp-ts/lib/Either.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { errorText } from '../choose-key.js'
import { type EncryptedObject, dataKey, derivationSeed } from './encrypted-object.js'

const maxKeyId = 1024
const maxSource = 1024
const maxAnnotations = 32 * 1024

const sourceFault = ({ length }: Uint8Array): string | null => {
  if (length === 0) return 'encrypted DEK source is empty'
  return length > maxSource
    ? `encrypted DEK source is ${length} bytes, which exceeds the max size of ${maxSource}`
    : null
}

const keyIdFault = (keyId: string): string | null => {
  const { length } = utf8ToBytes(keyId)
  if (length === 0) return 'keyID is empty'
  return length > maxKeyId
    ? `keyID is ${length} bytes, which exceeds the max size of ${maxKeyId}`
    : null
}

const domainLabel = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/

const isDomain = (name: string): boolean => {
  const domain = name.endsWith('.') ? name.slice(0, -1) : name
  const labels = domain.split('.')
  return (
    domain.length <= 253 && labels.length >= 2 && labels.every((each) => domainLabel.test(each))
  )
}

const annotationsFault = (annotations: ReadonlyMap<string, Uint8Array>): string | null => {
  const faults: string[] = []
  let size = 0
  for (const [name, value] of annotations) {
    size += utf8ToBytes(name).length + value.length
    if (isDomain(name)) continue
    faults.push(
      `annotations: Invalid value: ${JSON.stringify(name)}: should be a domain with at least two segments separated by dots`,
    )
  }
  if (size > maxAnnotations)
    faults.push(
      `total size of annotations is ${size}, which exceeds the max size of ${maxAnnotations}`,
    )
  return faults.length === 0 ? null : errorText(faults)
}

const faultOf = (object: EncryptedObject): string | null => {
  if (object.sourceType !== dataKey && object.sourceType !== derivationSeed)
    return `unknown encryptedDEKSourceType: ${object.sourceType}`
  if (object.encryptedData.length === 0) return 'encrypted data is empty'
  const source = sourceFault(object.encryptedSource)
  if (source !== null) return `failed to validate encrypted DEK source: ${source}`
  const keyId = keyIdFault(object.keyId)
  if (keyId !== null) return `failed to validate key id: ${keyId}`
  const annotations = annotationsFault(object.annotations)
  return annotations === null ? null : `failed to validate annotations: ${annotations}`
}

/** The object, if it keeps all limits; left: what kube-apiserver says of the first that it breaks. */
export const withinLimits = (object: EncryptedObject): E.Either<string, EncryptedObject> => {
  const fault = faultOf(object)
  return fault === null ? E.right(object) : E.left(fault)
}
