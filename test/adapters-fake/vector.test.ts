import { vectorAppend, vectorGet, vectorItems, vectorOf, vectorSet } from '@keyroll/adapters-fake'
import fc from 'fast-check'
import { expect, it } from 'vitest'

/** Around the sizes at which a level is added. */
const sizes = fc.oneof(
  fc.nat(70),
  fc.integer({ min: 1020, max: 1030 }),
  fc.integer({ min: 32_766, max: 32_770 }),
)

it('a vector answers as an array does, and setting leaves the one before as it was', () => {
  fc.assert(
    fc.property(sizes, fc.nat(), (size, place) => {
      const items = Array.from({ length: size }, (_, at) => at)
      const vector = vectorOf(items)
      const index = size === 0 ? 0 : place % size
      const changed = vectorSet(vector, index, -1)
      expect(vectorItems(vector)).toEqual(items)
      expect(vectorItems(changed)).toEqual(items.map((item, at) => (at === index ? -1 : item)))
      expect(vectorGet(vector, size)).toBeUndefined()
      expect(vectorGet(vector, -1)).toBeUndefined()
    }),
    { numRuns: 30 },
  )
})

it('appending grows it one by one over every level', () => {
  let vector = vectorOf<number>([])
  for (let item = 0; item < 1100; item += 1) {
    vector = vectorAppend(vector, item)
    expect(vector.size).toBe(item + 1)
    expect(vectorGet(vector, item)).toBe(item)
  }
  expect(vectorItems(vector)).toEqual(Array.from({ length: 1100 }, (_, at) => at))
})

it('one write to 10,000 items copies a few dozen slots and shares all others', () => {
  const before = vectorOf(Array.from({ length: 10_000 }, (_, at) => ({ at })))
  const after = vectorSet(before, 5000, { at: -1 })
  const lists = (node: typeof before.root): readonly (readonly unknown[])[] =>
    node.kind === 'leaf' ? [node.values] : [node.children, ...node.children.flatMap(lists)]
  const shared = new Set<unknown>(lists(before.root))
  const copied = lists(after.root).filter((list) => !shared.has(list))
  expect(copied.flat()).toHaveLength(32 + 32 + 10)
})
