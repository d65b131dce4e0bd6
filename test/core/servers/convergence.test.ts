import {
  type Configuration,
  type ConvergenceView,
  type Rollout,
  type Server,
  convergence,
  known,
  unknown,
} from '@keyroll/core'
import { describe, expect, it } from 'vitest'

const wanted = { epoch: 100, step: 2 }
const older = { epoch: 100, step: 1 }
const newer = { epoch: 101, step: 1 }

const configuration: Configuration = { ordinal: wanted, hash: 'sha256:wanted', entries: [] }

const server = (fields: Partial<Server> = {}): Server => ({
  name: 'server-0',
  ordinal: wanted,
  hash: 'sha256:wanted',
  loaded: unknown('not reported'),
  ready: true,
  terminating: false,
  finished: false,
  ...fields,
})

const rollout = (fields: Partial<Rollout> = {}): Rollout => ({
  generation: 4,
  observedGeneration: 4,
  replicas: 2,
  updated: 2,
  ready: 2,
  available: 2,
  unavailable: 0,
  ...fields,
})

/** Two servers on the wanted configuration, changed a little. */
const view = (
  fields: Partial<ConvergenceView> & {
    readonly list?: readonly Server[]
    readonly counters?: Rollout | null
    readonly replicas?: number
  } = {},
): ConvergenceView => {
  const {
    list = [server(), server({ name: 'server-1' })],
    counters = rollout(),
    replicas = 2,
    ...rest
  } = fields
  return {
    configuration,
    template: known({ version: 't', ordinal: wanted, hash: 'sha256:wanted', encrypts: true }),
    servers: known({ wanted: replicas, list, rollout: counters }),
    stampsProve: true,
    ...rest,
  }
}

const second = (fields: Partial<Server>) =>
  view({ list: [server(), server({ name: 'server-1', ...fields })] })

const waiting = (...about: readonly string[]) => ({ _tag: 'Waiting', about })

describe('servers are converged', () => {
  it('when every wanted one, and no other, is ready on the live configuration', () => {
    expect(convergence(view())).toEqual({ _tag: 'Converged' })
  })

  it('without a Deployment, when the servers themselves say so', () => {
    expect(convergence(view({ counters: null, template: known(null) }))).toEqual({
      _tag: 'Converged',
    })
  })

  it('on a configuration without an ordinal, when they report its hash or carry no other', () => {
    const found = { ...configuration, ordinal: null }
    const list = [
      server({ ordinal: null, hash: null }),
      server({ name: 'server-1', ordinal: null, hash: null, loaded: known('sha256:wanted') }),
    ]
    const template = known({ version: 't', ordinal: null, hash: null, encrypts: true })
    expect(convergence(view({ configuration: found, list, template }))).toEqual({
      _tag: 'Converged',
    })
  })

  it('when one has ended for good, under an older or the same configuration, and the others serve', () => {
    for (const ordinal of [older, wanted, null]) {
      const ended = server({ name: 'server-2', ordinal, finished: true, ready: false })
      expect(convergence(view({ list: [server(), server({ name: 'server-1' }), ended] }))).toEqual({
        _tag: 'Converged',
      })
    }
  })
})

describe('servers are not converged, and the one and the reason are named,', () => {
  const faults: readonly (readonly [string, ConvergenceView, string])[] = [
    ['while one terminates', second({ terminating: true }), 'server-1 terminating'],
    ['while one is not ready', second({ ready: false }), 'server-1 not ready'],
    [
      'when one that is ready is from an older configuration',
      second({ ordinal: older, hash: 'sha256:older' }),
      'server-1 was made for another configuration',
    ],
    [
      'when one carries no ordinal: missing is not matching',
      second({ ordinal: null, hash: null }),
      'server-1 was made for another configuration',
    ],
    [
      'when one carries the ordinal with another hash',
      second({ hash: 'sha256:other' }),
      'server-1 was made for another configuration',
    ],
    [
      'when one reports another loaded hash, whatever its stamps say',
      second({ loaded: known('sha256:other') }),
      'server-1 runs another configuration',
    ],
    [
      'when one fewer than wanted exists',
      view({ list: [server()] }),
      '1 of 2 wanted servers exist',
    ],
    [
      'when one more than wanted exists',
      view({ list: [server(), server({ name: 'server-1' }), server({ name: 'server-2' })] }),
      '3 of 2 wanted servers exist',
    ],
    ['when the list is empty', view({ list: [] }), '0 of 2 wanted servers exist'],
    [
      'while the rollout has not been observed',
      view({ counters: rollout({ observedGeneration: 3 }) }),
      'the rollout has not been observed',
    ],
    [
      'when the template carries another ordinal',
      view({ template: known({ version: 't', ordinal: older, hash: null, encrypts: true }) }),
      'the template carries another configuration',
    ],
    [
      'when the template carries the ordinal with another hash',
      view({
        template: known({ version: 't', ordinal: wanted, hash: 'sha256:x', encrypts: true }),
      }),
      'the template carries another configuration',
    ],
  ]

  it.each(faults)('%s', (_, seen, about) => {
    expect(convergence(seen)).toEqual(waiting(about))
  })

  it.each(['replicas', 'updated', 'ready', 'available'] as const)(
    'while the rollout counts too few or too many: %s',
    (counter) => {
      for (const count of [1, 3])
        expect(convergence(view({ counters: rollout({ [counter]: count }) }))._tag).toBe('Waiting')
    },
  )

  it('while the rollout counts one as unavailable', () => {
    expect(convergence(view({ counters: rollout({ unavailable: 1 }) }))._tag).toBe('Waiting')
  })

  it('when one that ended was made for a newer configuration', () => {
    const ended = server({ name: 'server-2', ordinal: newer, finished: true })
    const list = [server(), server({ name: 'server-1' }), ended]
    expect(convergence(view({ list }))).toEqual(
      waiting('server-2 ended under a newer configuration', '3 of 2 wanted servers exist'),
    )
  })

  it('all of them at once', () => {
    const list = [
      server({ ready: false }),
      server({ name: 'server-1', terminating: true }),
      server({ name: 'server-2' }),
    ]
    expect(convergence(view({ list }))).toEqual(
      waiting('server-0 not ready', 'server-1 terminating', '3 of 2 wanted servers exist'),
    )
  })
})

describe('convergence', () => {
  it('is not known while the servers cannot be listed', () => {
    expect(convergence(view({ servers: unknown('not synced') }))).toEqual({
      _tag: 'Unseen',
      about: ['not synced'],
    })
  })

  it('is not known while the template cannot be read', () => {
    expect(convergence(view({ template: unknown('forbidden') }))).toEqual({
      _tag: 'Unseen',
      about: ['forbidden'],
    })
  })

  it('is not known where stamps prove nothing and a server does not report what it loaded', () => {
    expect(convergence(view({ stampsProve: false }))).toEqual({
      _tag: 'Unseen',
      about: ['server-0: not reported', 'server-1: not reported'],
    })
  })

  it('is known where stamps prove nothing and every server reports what it loaded', () => {
    const loaded = known('sha256:wanted')
    const list = [server({ loaded }), server({ name: 'server-1', loaded })]
    expect(convergence(view({ stampsProve: false, list }))).toEqual({ _tag: 'Converged' })
  })

  it('is refuted by a server that is seen to lag, also where another cannot be seen', () => {
    const list = [server(), server({ name: 'server-1', ready: false })]
    expect(convergence(view({ stampsProve: false, list }))).toEqual(waiting('server-1 not ready'))
  })

  it('is paused, never reached, when no server is wanted', () => {
    expect(convergence(view({ replicas: 0, list: [] }))).toEqual({ _tag: 'Paused' })
  })
})
