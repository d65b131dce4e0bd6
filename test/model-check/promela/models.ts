/**
 * What is checked: the bounds, the switches, the property, and the verdict that is expected.
 * Switches are those of bounds.pml, decide.pml, perform.pml and environment.pml.
 */
export type Verdict = 'holds' | 'violated'

export type Model = {
  readonly kind: 'base' | 'amended' | 'finding' | 'mutant' | 'witness'
  readonly name: string
  readonly describes: string
  /** For the -D options of spin: a number, an expression, or true for a bare switch. */
  readonly flags: Readonly<Record<string, number | string | true>>
  readonly property: string
  readonly expected: Verdict
}

/** Bit of each asserted property in PROPERTIES; L3 is a search for cycles of its own. */
export const propertyBits: Readonly<Record<string, number>> = {
  S1: 1,
  S2: 2,
  S3: 4,
  S4: 8,
  S5: 16,
  S6: 32,
  S7: 64,
  S8: 128,
  S9: 256,
  L1: 512,
  L2: 1024,
  R1: 2048,
}

const everything = 'S1-S9, L1, L2'

const large = { REPLICAS: 3, OBJECTS: 2, SPEC_CHANGES: 2, FAULTS: 1, STALE: 1 }
const small = { REPLICAS: 2, OBJECTS: 1, SPEC_CHANGES: 2, FAULTS: 1, STALE: 1 }
const calm = { REPLICAS: 2, OBJECTS: 1, SPEC_CHANGES: 2, FAULTS: 0, STALE: 0 }

const holds = (
  kind: 'base' | 'amended',
  name: string,
  describes: string,
  flags: Model['flags'],
  property = everything,
): Model => ({ kind, name, describes, flags, property, expected: 'holds' })

const broken = (
  kind: 'finding' | 'mutant',
  name: string,
  property: string,
  describes: string,
  flags: Model['flags'],
): Model => ({ kind, name, describes, flags, property, expected: 'violated' })

const mutant = (
  name: string,
  property: string,
  describes: string,
  flags: Model['flags'] = calm,
): Model => broken('mutant', name, property, describes, { ...flags, [name]: true })

/** The number is that of the condition in properties.pml. */
const witness = (number: number, name: string, flags: Model['flags'] = calm): Model => ({
  kind: 'witness',
  name,
  describes: 'is seen to happen',
  flags: { ...flags, WITNESS: number },
  property: 'never',
  expected: 'violated',
})

const base: readonly Model[] = [
  holds('base', 'base', 'the design as written', large),
  holds('base', 'base, no livelock', 'without outdated looks', { ...large, STALE: 0 }, 'L3'),
  holds('base', 'base, lingering', 'a rollout does not wait for a terminating server', {
    ...small,
    SPEC_CHANGES: 1,
    LINGERING: 1,
  }),
  holds('base', 'base, old pod', 'an old ReplicaSet is scaled up by hand', {
    ...small,
    SPEC_CHANGES: 1,
    HANDS: 1,
  }),
  holds('base', 'base, lost configuration', 'the live configuration is deleted', {
    ...small,
    SPEC_CHANGES: 1,
    LOST: 1,
  }),
  holds('base', 'base, restored record', 'an older record comes back', {
    ...small,
    SPEC_CHANGES: 1,
    FAULTS: 0,
    RESTORED: 1,
  }),
  holds('base', 'base, older reader', 'C was a reader before keyroll came', {
    ...small,
    SPEC_CHANGES: 1,
    START_READER: 1,
  }),
]

const amended: readonly Model[] = [
  holds(
    'amended',
    'amended',
    'with all amendments',
    { ...large, AMENDED: true, RETIRED_KEYS: true },
    `${everything}, R1`,
  ),
  holds(
    'amended',
    'amended, no livelock',
    'outdated looks may stay for ever',
    { ...large, AMENDED: true },
    'L3',
  ),
  holds('amended', 'amended, old pod', 'an old ReplicaSet is scaled up by hand', {
    ...small,
    AMENDED: true,
    HANDS: 1,
  }),
  holds('amended', 'amended, lost and restored', 'configuration deleted, older record back', {
    ...small,
    AMENDED: true,
    SPEC_CHANGES: 1,
    FAULTS: 0,
    LOST: 1,
    RESTORED: 1,
  }),
  holds('amended', 'amended, restored and old pod', 'older record back, old pod by hand', {
    ...small,
    AMENDED: true,
    STALE: 0,
    HANDS: 1,
    RESTORED: 1,
  }),
]

const findings: readonly Model[] = [
  broken('finding', 'wish from a cache', 'L3', 'start and cancel undo each other for ever', {
    ...small,
    SPEC_CHANGES: 1,
    FAULTS: 0,
  }),
  broken('finding', 'retired key comes back', 'R1', 'start and cancel while Retiring', {
    ...calm,
    SPEC_CHANGES: 3,
    RETIRED_KEYS: true,
  }),
  broken('finding', 'torn look brings a retired key back', 'R1', 'reads lie around a drop', {
    ...calm,
    STALE: 1,
    SPEC_CHANGES: 1,
    RETIRED_KEYS: true,
    FRESH_WISH: true,
    ANNOUNCED_DROP: true,
  }),
  broken(
    'finding',
    'lost configuration ordered by an older record',
    'S5',
    'configuration deleted, record back to ReadOnlyDeploy of the same epoch',
    { ...calm, LOST: 1, RESTORED: 1 },
  ),
  broken(
    'finding',
    'rebuilt record promotes past an old ReplicaSet',
    'S1',
    'older record back, old pod by hand',
    { ...calm, HANDS: 1, RESTORED: 1 },
  ),
]

const mutants: readonly Model[] = [
  mutant('NO_READ_STAGE', 'S1', 'the new key writes at once'),
  mutant('PROMOTE_BEFORE_CONVERGENCE', 'S4', 'promoted while servers still roll'),
  mutant('EVIDENCE_IS_SUCCEEDED', 'S3', 'a succeeded migration counts, whatever servers ran'),
  mutant('NO_COMMIT_POINT', 'S5', 'the stage is derived from the live configuration'),
  mutant('TERMINATING_IGNORED', 'S4', 'terminating servers do not count', {
    ...calm,
    LINGERING: 1,
  }),
  mutant('NO_SETTLE', 'S3', 'a write of an ended server lands after the migration began'),
  mutant('NO_WITHDRAWAL', 'S1', 'an old pod is started by hand', {
    ...calm,
    SPEC_CHANGES: 1,
    HANDS: 1,
  }),
  mutant('NO_CAS_ON_RECORD', 'S7', 'the record is written whatever it became', {
    ...calm,
    STALE: 1,
  }),
  mutant('NO_FENCE_ON_CONFIGURATION', 'S6', 'the configuration is written whatever it became', {
    ...calm,
    STALE: 1,
  }),
  mutant('CACHED_LOOKS_SUFFICE', 'L3', 'no row asks for a fresh look', {
    ...calm,
    SPEC_CHANGES: 1,
    STALE: 1,
    FRESH_WISH: true,
  }),
]

const witnesses: readonly Model[] = [
  witness(1, 'a rotation reaches the goal'),
  witness(2, 'a target is cancelled'),
  witness(3, 'a target is replaced'),
  witness(4, 'a committed target is reversed'),
  witness(5, 'all is encrypted again', { ...calm, SPEC_CHANGES: 3 }),
  witness(6, 'a failed migration is tried again', { ...calm, FAULTS: 1 }),
  witness(7, 'a terminating server writes the old key after promotion'),
  witness(8, 'three configurations are loaded at once'),
  witness(9, 'the effect of an outdated look is refused', { ...calm, STALE: 1 }),
  witness(10, 'a lost configuration is created', { ...calm, LOST: 1 }),
  witness(11, 'a restored record is rebuilt', { ...calm, RESTORED: 1 }),
]

export const models: readonly Model[] = [...base, ...amended, ...findings, ...mutants, ...witnesses]
