import { parse } from '@keyroll/adapters-k8s'
import { isPlaintext } from '@keyroll/core'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { head, plainFile, secrets, withProviders } from './configuration-text.js'
import { leftOf, rightOf } from './either.js'
import {
  type Judged,
  durations,
  emptyTexts,
  endpoints,
  noTexts,
  resources,
  secrets as secretTexts,
  texts,
} from './judged-fields.js'

const kms = (field: string, value: string): string =>
  withProviders(
    '- kms:',
    '    apiVersion: v2',
    '    name: k',
    ...(field === 'endpoint' ? [] : ['    endpoint: unix:///a']),
    `    ${field}: ${JSON.stringify(value)}`,
  )

const named = (name: string): string => plainFile.replace('key1', () => name)

const table = (
  what: string,
  { accepted, refused }: Judged,
  text: (value: string) => string,
): void => {
  describe(`${what}, as kube-apiserver judged it`, () => {
    it.each(accepted.map((value) => [value] as const))('accepted: %j', (value) => {
      expect(rightOf(parse(text(value))).configuration.entries.length).toBe(1)
    })
    it.each(refused.map((value) => [value] as const))('refused: %j', (value) => {
      expect(leftOf(parse(text(value))).length).toBeGreaterThan(0)
    })
  })
}

table('a timeout', durations, (value) => kms('timeout', value))
table('an endpoint', endpoints, (value) => kms('endpoint', value))
table('a secret', secretTexts, (value) => plainFile.replace(secrets.long, () => value))
table(
  'a list of resources',
  resources,
  (value) => `${head}- resources: [${value}]\n  providers:\n  - identity: {}\n`,
)

describe('a scalar is the text that kube-apiserver took it for', () => {
  it.each(texts)('%j is %j', (source, text) => {
    const [key] = rightOf(parse(named(source))).configuration.entries[0]?.keys ?? []
    expect(key !== undefined && !isPlaintext(key) && key.name).toBe(text)
  })

  it.each(emptyTexts.map((source) => [source] as const))('%j is empty', (source) => {
    expect(leftOf(parse(named(source))).map(({ path }) => path)).toEqual([
      'resources[0].providers[0].aescbc.keys[0].name',
    ])
  })

  it.each(noTexts.map((source) => [source] as const))('%j is no text', (source) => {
    expect(E.isLeft(parse(named(source)))).toBe(true)
  })
})
