/**
 * A YAML document as a tree: aliases followed, merge keys merged, scalars resolved as kube-apiserver does.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Alias, type ParsedNode, type Scalar, isAlias, isMap, isScalar } from 'yaml'
import { type Problem, fileProblem } from '../problem.js'
import { type Member, type Tree, lineOf } from './tree.js'
import type { YamlDocument } from './yaml-document.js'
import { type Meaning, scalarMeaning } from './yaml-scalar.js'

type Node = ParsedNode

/** What an alias stands for: the last node before it that has the anchor. */
type Anchors = ReadonlyMap<Alias, Node>

const nothing = (at: number): Tree => ({ kind: 'null', at })

const pairsOf = (node: Node): readonly { readonly key: Node; readonly value: Node | null }[] =>
  isMap<Node, Node | null>(node) ? node.items : []

const childrenOf = (node: Node): readonly Node[] => {
  if (isMap<Node, Node | null>(node))
    return node.items.flatMap(({ key, value }) => (value === null ? [key] : [key, value]))
  return isScalar(node) || isAlias(node) ? [] : node.items
}

/** Resolves every alias; an alias without an anchor before it is a problem. */
const anchorsOf = (document: YamlDocument): E.Either<readonly Problem[], Anchors> => {
  const startOf = (node: Node): number => document.original(node.range[0])
  const byName = new Map<string, Node>()
  const anchors = new Map<Alias, Node>()
  let unknown: number | null = null
  const visit = (node: Node): void => {
    if (isAlias(node)) {
      const target = byName.get(node.source)
      if (target === undefined) unknown ??= startOf(node)
      else anchors.set(node, target)
      return
    }
    if (node.anchor !== undefined) byName.set(node.anchor, node)
    childrenOf(node).forEach(visit)
  }
  if (document.root !== null) visit(document.root)
  return unknown === null
    ? E.right(anchors)
    : E.left(
        fileProblem(
          `line ${lineOf(document.text, unknown)} refers to an anchor (*) that is not defined before it: define it with &, or write the value out`,
        ),
      )
}

/** As kube-apiserver bounds aliases: the share of what is read through them, which falls with size. */
const tooManyAliases = (reads: number, throughAliases: number): boolean => {
  const share =
    reads <= 400_000
      ? 0.99
      : reads >= 4_000_000
        ? 0.1
        : 0.99 - (0.89 * (reads - 400_000)) / 3_600_000
  return throughAliases > 100 && reads > 1000 && throughAliases / reads > share
}

const mergeTag = 'tag:yaml.org,2002:merge'

const isMergeKey = (key: Node): boolean =>
  isScalar(key) &&
  key.source === '<<' &&
  (key.tag === undefined ? key.type === 'PLAIN' : key.tag === '!' || key.tag === mergeTag)

/** The tree of a document, or why there is none. */
export const yamlTree = (document: YamlDocument): E.Either<readonly Problem[], Tree> => {
  const anchors = anchorsOf(document)
  if (E.isLeft(anchors)) return anchors
  const startOf = (node: Node): number => document.original(node.range[0])
  const inProgress = new Set<Alias>()
  let reads = 0
  let throughAliases = 0
  let problem: readonly Problem[] | null = null

  const refuse = (at: number, what: string): Tree => {
    problem ??= fileProblem(`line ${lineOf(document.text, at)}: ${what}`)
    return nothing(at)
  }

  const scalar = (node: Scalar.Parsed): Tree => {
    const at = startOf(node)
    const meaning: Meaning | null = scalarMeaning(
      node.source,
      node.tag ?? null,
      node.type !== undefined && node.type !== 'PLAIN',
    )
    if (meaning === null)
      return refuse(at, 'the value does not fit its tag (!!): leave the tag out')
    return { ...meaning, at }
  }

  const merged = (node: Node | null, at: number): readonly Member[] => {
    const target = node !== null && isAlias(node) ? anchors.right.get(node) : node
    if (node === null || target === null || target === undefined || !isMap(target)) {
      refuse(at, 'a merge key (<<) takes a mapping, or a list of mappings')
      return []
    }
    const tree = build(node)
    return tree.kind === 'object' ? tree.members : []
  }

  const mergedMembers = (value: Node | null, at: number): readonly Member[] =>
    value === null || isScalar(value) || isAlias(value) || isMap(value)
      ? merged(value, at)
      : [...value.items].reverse().flatMap((each) => merged(each, at))

  const name = (key: Node): string | null => {
    const tree = build(key)
    if (tree.kind === 'list' || tree.kind === 'object')
      refuse(startOf(key), 'a field name is a list or a mapping')
    return tree.kind === 'text' ? tree.text : null
  }

  const build = (node: Node): Tree => {
    const at = startOf(node)
    reads += 1
    if (inProgress.size > 0) throughAliases += 1
    if (problem !== null) return nothing(at)
    if (tooManyAliases(reads, throughAliases))
      return refuse(at, 'aliases (*) repeat too much: write the values out')
    if (isAlias(node)) {
      const target = anchors.right.get(node)
      if (target === undefined || inProgress.has(node))
        return refuse(at, 'an alias (*) stands for something that holds it')
      inProgress.add(node)
      const tree = build(target)
      inProgress.delete(node)
      return tree
    }
    if (isScalar(node)) return scalar(node)
    if (!isMap(node)) return { kind: 'list', at, items: node.items.map(build) }
    const members = pairsOf(node).flatMap(({ key, value }): readonly Member[] =>
      isMergeKey(key)
        ? mergedMembers(value, startOf(key))
        : [
            {
              name: name(key),
              at: startOf(key),
              value: value === null ? nothing(startOf(key)) : build(value),
            },
          ],
    )
    return { kind: 'object', at, members }
  }

  const tree = document.root === null ? nothing(0) : build(document.root)
  return problem === null ? E.right(tree) : E.left(problem)
}
