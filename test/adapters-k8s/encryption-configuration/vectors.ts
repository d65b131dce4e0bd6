import { readFileSync } from 'node:fs'

export interface FileVector {
  readonly id: string
  readonly kind: 'configurationFile'
  readonly input: { readonly text?: string; readonly base64?: string }
  readonly expected: {
    readonly accepted: boolean
    /** The fields that kube-apiserver names; absent where it names none. */
    readonly paths?: readonly string[]
    /** What a write of each resource begins with; absent where KMS writes. */
    readonly writerPrefix?: { readonly [resource: string]: string }
  }
}

const all = JSON.parse(
  readFileSync(new URL('../../vectors/encryption-configuration.json', import.meta.url), 'utf8'),
) as readonly (FileVector | { readonly kind: 'storedBytes' })[]

/** Files with the verdict of the loader of Kubernetes 1.37.2. */
export const fileVectors = all.filter(
  (vector): vector is FileVector => vector.kind === 'configurationFile',
)

export const bytesOf = ({ input }: FileVector): Uint8Array =>
  input.base64 === undefined
    ? new TextEncoder().encode(input.text ?? '')
    : Uint8Array.from(Buffer.from(input.base64, 'base64'))
