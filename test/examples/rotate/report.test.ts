import { describe, expect, it } from 'vitest'
import { configuration, demo, file, report, temporaryFolder } from './demo.js'

const folder = temporaryFolder()
const small = ['--objects', '30', '--servers', '2']

describe('the report of a rotation', () => {
  const run = report()

  it('completes with exit code 0 and no failed request, under enough traffic to tell', () => {
    expect(run.exitCode).toBe(0)
    expect(run.result).toBe('Completed')
    expect(run.requests.failed).toBe(0)
    expect(run.firstFailure).toBeNull()
    for (const kind of ['reads', 'lists', 'writes'] as const)
      expect(run.requests[kind]).toBeGreaterThanOrEqual(100)
  })

  it('has exactly the documented fields', () => {
    expect(Object.keys(run).sort()).toEqual(
      [
        'result',
        'seed',
        'servers',
        'objects',
        'from',
        'to',
        'stages',
        'requests',
        'firstFailure',
        'census',
        'oldKey',
        'effects',
        'decisions',
        'wallMilliseconds',
        'exitCode',
      ].sort(),
    )
    expect(run).toMatchObject({ seed: 1, servers: 3, objects: 300 })
    expect(Object.keys(run.requests)).toEqual(['reads', 'lists', 'writes', 'failed', 'interrupted'])
    expect(Object.keys(run.effects)).toEqual([
      'record',
      'copy',
      'configuration',
      'withdraw',
      'template',
      'migration',
      'touch',
      'condition',
    ])
  })

  it('names the writers before and after, and every stage with its ordinal', () => {
    expect([run.from, run.to]).toEqual(['aescbc:key1', 'aescbc:key2'])
    expect(run.stages.map(({ stage, step }) => [stage, step])).toEqual([
      ['ReadOnlyDeploy', 1],
      ['WritePromote', 2],
      ['Retiring', 3],
    ])
    const times = run.stages.map(({ virtualSeconds }) => virtualSeconds)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(new Set(run.stages.map(({ epoch }) => epoch)).size).toBe(1)
  })

  it('shows the new key first readable, then writing, then alone', () => {
    const order = run.stages.map(({ encryptionConfiguration }) =>
      [...encryptionConfiguration.matchAll(/name: "?(key\d)/g)].map(([, name]) => name),
    )
    expect(order).toEqual([['key1', 'key2'], ['key2', 'key1'], ['key2']])
  })

  it('counts every object under the new key alone in the end, and only rotated resources', () => {
    expect(run.census).toEqual(
      ['secrets', 'configmaps', 'widgets.example.com'].map((resource) => ({
        resource,
        before: { 'k8s:enc:aescbc:v1:key1': 90, identity: 10 },
        after: { 'k8s:enc:aescbc:v1:key2': 100 },
      })),
    )
  })

  it('says that the old key may be destroyed', () => {
    expect(run.oldKey).toEqual({ name: 'aescbc:key1', safeToDestroy: true, because: [] })
  })

  it('counts one configuration effect for each stage, and a decision for each effect at least', () => {
    expect(run.effects.configuration).toBe(run.stages.length)
    const effects = Object.values(run.effects).reduce((sum, each) => sum + each, 0)
    expect(run.decisions).toBeGreaterThanOrEqual(effects)
  })
})

describe('the same seed and input', () => {
  const withoutTime = (words: readonly string[]): unknown => ({
    ...report(...words),
    wallMilliseconds: 0,
  })

  for (const flags of [[], ['--crash'], ['--to', 'kms'], ['--single-stage']] as const)
    it(`give the same report, whatever key was drawn: ${flags.join(' ') || 'no flags'}`, () => {
      const words = [...small, '--seed', '5', ...flags]
      expect(withoutTime(words)).toEqual(withoutTime(words))
    })

  it('and another seed give another run', () => {
    const first = report(...small, '--seed', '1')
    expect(report(...small, '--seed', '2').requests).not.toEqual(first.requests)
  })
})

describe('the report', () => {
  it('is the only thing on stdout with --json; progress goes to stderr', () => {
    const { out, err } = demo([...small, '--json'])
    expect(() => {
      JSON.parse(out)
    }).not.toThrow()
    expect(err).toContain('ReadOnlyDeploy')
    expect(err).toContain('Completed')
  })

  it('joins the writers of entries that differ, in file order', () => {
    const path = file(
      folder,
      'differ.yaml',
      configuration(
        [
          ['secrets', 'secretbox', 'b'],
          ['configmaps', 'aescbc', 'a'],
          ['events', 'secretbox', 'b'],
        ]
          .map(
            ([resource, provider, name]) =>
              `- resources: [${resource}]\n  providers:\n  - ${provider}: {keys: [{name: ${name}, secret: bm5ubm5ubm5ubm5ubm5ubm5ubm5ubm5ubm5ubm5ubm4=}]}\n`,
          )
          .join(''),
      ),
    )
    const run = report('--config', path, ...small, '--to', 'kms')
    expect(run.result).toBe('Completed')
    expect(run.from).toBe('secretbox:b,aescbc:a')
    expect(run.to).toBe('kms:kms1,kms:kms1-2,kms:kms1-3')
    expect(run.oldKey).toEqual({ name: 'secretbox:b,aescbc:a', safeToDestroy: true, because: [] })
  })
})
