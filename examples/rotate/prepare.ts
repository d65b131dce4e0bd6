/**
 * From the arguments to a control plane at rest: everything that can be bad input is found here, before
 * anything runs or is written.
 */
import { type Environment, type LoadedKey, type World, controlPlane } from '@keyroll/adapters-fake'
import { type Wish, isPlaintext, label, writerOf } from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'
import type { Arguments } from './arguments.js'
import { environmentWith } from './environment.js'
import { type Input, readInput } from './input.js'
import { newKey } from './new-key.js'
import { checkFolder } from './output-files.js'
import { type RotatedEntry, playedResources, rotatedEntries, sealingKeys } from './rotated.js'
import type { Surroundings } from './surroundings.js'
import { wishFor } from './wish.js'

export interface Prepared {
  readonly asked: Arguments
  readonly input: Input
  readonly rotated: readonly RotatedEntry[]
  /** The resources that have objects. */
  readonly played: readonly string[]
  readonly key: LoadedKey
  /** Where the key comes from, for people. */
  readonly origin: string
  readonly wish: Wish
  readonly environment: Environment
  readonly world: World
  /** Folder for the files; null: none is asked for. */
  readonly folder: string | null
}

const originOf = ({ newKey: file }: Arguments, { key, material }: LoadedKey): string => {
  switch (material._tag) {
    case 'None':
      return 'none: everything is decrypted'
    case 'Endpoint':
      return `${label(key)}, a fresh KMS plugin at ${material.endpoint}`
    case 'Secret':
      return `${label(key)}, ${file === null ? "fresh bytes from the system's random source" : 'read from the file of --new-key'}`
  }
}

/** A prepared run; left: one message that names the flag or field and the remedy. */
export const prepare = (
  asked: Arguments,
  { randomBytes }: Surroundings,
): E.Either<string, Prepared> => {
  const folder = asked.out === null ? E.right(null) : checkFolder(asked.out)
  if (E.isLeft(folder)) return folder
  const read = readInput(asked.config)
  if (E.isLeft(read)) return read
  const input = read.right
  const { entries } = input.configuration
  const rotated = rotatedEntries(input.configuration)
  const sealing = sealingKeys(rotated)
  const made = newKey({
    kind: asked.to,
    file: asked.newKey,
    known: input.configuration.keys,
    former: rotated.map(writerOf).find((key) => !isPlaintext(key)) ?? sealing[0] ?? null,
    randomBytes,
  })
  if (E.isLeft(made)) return made
  const wish = wishFor(made.right.key, entries, rotated)
  if (E.isLeft(wish)) return wish
  const played = playedResources(entries, rotated)
  const environment = environmentWith(made.right)
  const world = controlPlane(environment)({
    configuration: input.text,
    resources: played,
    servers: asked.servers,
    objects: asked.objects,
    seed: asked.seed,
    wish: wish.right,
  })
  if (E.isLeft(world)) return E.left(`--config: ${world.left}`)
  return E.right({
    asked,
    input,
    rotated,
    played,
    key: made.right,
    origin: originOf(asked, made.right),
    wish: wish.right,
    environment,
    world: world.right,
    folder: folder.right,
  })
}
