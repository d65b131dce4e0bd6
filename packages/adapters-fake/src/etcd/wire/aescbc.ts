/**
 * AES-CBC as kube-apiserver stores it: IV (16 bytes), then the padded plaintext, encrypted.
 *
 * Nothing authenticates it: a wrong key passes the padding check about once in 256 times.
 */
import * as E from 'fp-ts/lib/Either.js'
import { cbc } from '@noble/ciphers/aes.js'
import { concatBytes } from '@noble/ciphers/utils.js'
import { tooShort } from './aesgcm.js'

const blockLength = 16

export const wrongPadding = 'invalid padding on input'

const noPadding = 'invalid PKCS7 data (empty or not padded)'

/** `key`: 16, 24 or 32 bytes; `iv`: 16. */
export const sealCbc = (key: Uint8Array, plaintext: Uint8Array, iv: Uint8Array): Uint8Array =>
  concatBytes(iv, cbc(key, iv).encrypt(plaintext))

/**
 * Takes the padding off as kube-apiserver does. A pad may be as long as the data, not just a block: the
 * cipher's own check would refuse what a server accepts.
 */
const unpad = (padded: Uint8Array): E.Either<string, Uint8Array> => {
  const pad = padded[padded.length - 1]
  if (pad === undefined || pad === 0 || pad > padded.length) return E.left(noPadding)
  const end = padded.length - pad
  for (let at = end; at < padded.length; at += 1)
    if (padded[at] !== pad) return E.left(wrongPadding)
  return E.right(padded.subarray(0, end))
}

/** Left: kube-apiserver's error text. */
export const openCbc = (key: Uint8Array, sealed: Uint8Array): E.Either<string, Uint8Array> => {
  if (sealed.length < blockLength) return E.left(tooShort)
  const encrypted = sealed.subarray(blockLength)
  if (encrypted.length % blockLength !== 0)
    return E.left('the stored data is not a multiple of the block size')
  // kube-apiserver panics on an IV alone, which it never writes.
  if (encrypted.length === 0) return E.left(noPadding)
  const options = { disablePadding: true }
  return unpad(cbc(key, sealed.subarray(0, blockLength), options).decrypt(encrypted))
}
