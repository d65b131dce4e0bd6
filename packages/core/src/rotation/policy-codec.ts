/**
 * The policy as a document: a preset, and what is to differ from it.
 *
 *     { "preset": "conservative", "grace": "20m", "backupBeforeRetiring": true }
 *
 * Durations are seconds, or texts with units (`90s`, `15m`, `1h30m`). One that is below two poll intervals
 * could pass between two looks, so it is refused.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { type JsonObject, fields, isJsonObject, orNull } from '../codec/fields.js'
import { type Contradiction, refined } from '../codec/refined.js'
import { durationCodec } from '../codec/duration.js'
import { listOf, oneOf, wholeNumber, yesOrNo } from '../codec/scalars.js'
import { providerCodec } from '../key/key-codec.js'
import { type Policy, conservative, hypershift } from './policy.js'

const presets = { conservative, hypershift } as const

const presetCodec = oneOf<Policy['preset']>(['conservative', 'hypershift'])

const isSlots = (u: unknown): u is number | 'unbounded' => u === 'unbounded' || wholeNumber(1).is(u)

/** Null, as the policy holds it, is as good as `unbounded`; a missing one is the preset's. */
const slotsCodec: t.Type<number | 'unbounded' | null> = new t.Type<number | 'unbounded' | null>(
  'a whole number of at least 1, or unbounded',
  (u): u is number | 'unbounded' | null => u === null || isSlots(u),
  (u, c) => {
    if (u === undefined) return t.success(null)
    if (u === null) return t.success('unbounded')
    return isSlots(u) ? t.success(u) : t.failure(u, c)
  },
  t.identity,
)

const overrides = fields(
  'the policy',
  {
    preset: orNull(presetCodec),
    record: orNull(oneOf<Policy['record']>(['plain', 'hypershift'])),
    trustStamps: orNull(yesOrNo),
    settle: orNull(durationCodec),
    grace: orNull(durationCodec),
    keepCopies: orNull(durationCodec),
    poll: orNull(durationCodec),
    retryAfter: orNull(durationCodec),
    migrationDeadline: orNull(durationCodec),
    slots: slotsCodec,
    providers: orNull(listOf('a list of providers, at least one', providerCodec, 1)),
    backupBeforeRetiring: orNull(yesOrNo),
    approve: orNull(
      listOf(
        'a list of stages',
        oneOf<Policy['approve'][number]>(['WritePromote', 'Migrating', 'Retiring']),
      ),
    ),
    touch: orNull(yesOrNo),
  },
  'refused',
)

type Overrides = t.TypeOf<typeof overrides>

const withPreset = (given: Overrides): Policy => {
  const base = presets[given.preset ?? 'conservative']
  return {
    preset: base.preset,
    record: given.record ?? base.record,
    trustStamps: given.trustStamps ?? base.trustStamps,
    settle: given.settle ?? base.settle,
    grace: given.grace ?? base.grace,
    keepCopies: given.keepCopies ?? base.keepCopies,
    poll: given.poll ?? base.poll,
    retryAfter: given.retryAfter ?? base.retryAfter,
    migrationDeadline: given.migrationDeadline ?? base.migrationDeadline,
    slots: given.slots === null ? base.slots : given.slots === 'unbounded' ? null : given.slots,
    providers: given.providers ?? base.providers,
    backupBeforeRetiring: given.backupBeforeRetiring ?? base.backupBeforeRetiring,
    approve: given.approve ?? base.approve,
    touch: given.touch ?? base.touch,
  }
}

/** Zero means "none" here, not "at once". */
const mayBeZero = (policy: Policy, field: string): boolean =>
  field === 'keepCopies' || (field === 'grace' && policy.preset === 'hypershift')

const tooShort = (policy: Policy): readonly Contradiction[] => {
  const least = 2 * policy.poll
  if (policy.poll === 0) return [{ path: ['poll'], message: 'expected more than 0 seconds' }]
  return (['settle', 'grace', 'keepCopies', 'retryAfter', 'migrationDeadline'] as const).flatMap(
    (field) =>
      policy[field] >= least || (policy[field] === 0 && mayBeZero(policy, field))
        ? []
        : [
            {
              path: [field],
              message: `expected at least two poll intervals, ${least} s, found ${policy[field]} s`,
            },
          ],
  )
}

const againstPreset = ({ preset, trustStamps }: Policy): readonly Contradiction[] =>
  trustStamps && preset === 'conservative'
    ? [
        {
          path: ['trustStamps'],
          message:
            'the preset conservative believes no stamp: leave it out, or choose the preset hypershift',
        },
      ]
    : []

const encoded = (policy: Policy): JsonObject =>
  overrides.encode({ ...policy, slots: policy.slots ?? 'unbounded' })

const unchecked: t.Type<Policy, JsonObject> = new t.Type<Policy, JsonObject>(
  overrides.name,
  (u): u is Policy =>
    isJsonObject(u) &&
    Object.keys(conservative).every((field) => Object.hasOwn(u, field)) &&
    E.isRight(overrides.decode(u)),
  (u, c) => E.map(withPreset)(overrides.validate(u, c)),
  encoded,
)

/** A whole policy from a preset and overrides; written in full. */
export const policyCodec: t.Type<Policy, JsonObject> = refined(unchecked, (policy) => [
  ...tooShort(policy),
  ...againstPreset(policy),
])
