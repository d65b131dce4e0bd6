/**
 * The bytes of a file as a tree: JSON where they begin with a brace, else the first document of YAML.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Problem, fileProblem } from '../problem.js'
import { decodedText, lenientText } from '../text/decoded-text.js'
import { jsonTree } from './json-tree.js'
import { type Tree, lineOf } from './tree.js'
import { yamlDocument } from './yaml-document.js'
import { yamlTree } from './yaml-tree.js'

export interface Source {
  /** The whole file, byte order mark and all. */
  readonly text: string
  readonly tree: Tree
  /** Where reading ended: what follows is another document, or nothing. */
  readonly end: number
}

const empty =
  'the file is empty; write apiVersion: apiserver.config.k8s.io/v1, kind: EncryptionConfiguration and resources'

/** White space as Go knows it. */
const jsonStart = /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*\{/

/** kube-apiserver looks for the brace past white space. */
const isJson = (bytes: Uint8Array): boolean => {
  const visible = bytes.findIndex((byte) => byte > 0x20 || byte < 0x09)
  return visible >= 0 && jsonStart.test(lenientText(bytes.subarray(visible, visible + 64)))
}

const readJson = (bytes: Uint8Array): E.Either<readonly Problem[], Source> => {
  const text = lenientText(bytes)
  const tree = jsonTree(text)
  return E.isLeft(tree) ? tree : E.right({ text, tree: tree.right, end: text.length })
}

/** kube-apiserver reads ahead in blocks: what is broken in one that it need not read does not matter. */
const block = 512

const readYaml = (bytes: Uint8Array): E.Either<readonly Problem[], Source> => {
  const { text, byteOrderMark, stopped } = decodedText(bytes)
  const document = yamlDocument(text)
  if (stopped !== null) {
    const end = E.isRight(document) ? document.right.end : text.length
    const readUpTo = Math.ceil((end + 4) / block) * block
    if (end === text.length || stopped.atByte < readUpTo)
      return E.left(
        fileProblem(
          `line ${lineOf(text, text.length)} holds ${stopped.because}: take it out, or write it as an escape in double quotes`,
        ),
      )
  }
  if (E.isLeft(document)) return document
  const tree = yamlTree(document.right)
  return E.isLeft(tree)
    ? tree
    : E.right({
        text: byteOrderMark ? `\ufeff${text}` : text,
        tree: tree.right,
        end: document.right.end + (byteOrderMark ? 1 : 0),
      })
}

/** Reads a file as far as kube-apiserver does. */
export const readSource = (bytes: Uint8Array): E.Either<readonly Problem[], Source> => {
  if (bytes.length === 0) return E.left(fileProblem(empty))
  return isJson(bytes) ? readJson(bytes) : readYaml(bytes)
}
