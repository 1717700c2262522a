import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderedPool } from '#shared/store/tools/ordered-pool.ts'

/** Work that the test ends item by item. */
function aBench(
  overrides: {
    mayJoin?: (item: number, underWay: readonly number[]) => boolean
    isWanted?: (item: number) => boolean
  } = {},
) {
  const begun: number[] = []
  const underWay = new Map<number, { end: (goesOn: boolean) => void; fail: (error: Error) => void }>()
  const run = (items: readonly number[], width = 3) =>
    orderedPool(items, {
      width,
      mayJoin: () => true,
      isWanted: () => true,
      ...overrides,
      work: (item) => {
        begun.push(item)
        return new Promise<boolean>((resolve, reject) => {
          underWay.set(item, { end: resolve, fail: reject })
        }).finally(() => underWay.delete(item))
      },
    })
  const end = async (item: number, goesOn = true) => {
    underWay.get(item)!.end(goesOn)
    await settled()
  }
  return { begun, underWay, run, end }
}

/** Waits for the microtasks that follow. */
const settled = () => new Promise((next) => setImmediate(next))

test('the first item runs alone; then at most `width` at once, in order', async () => {
  const { begun, run, end } = aBench()
  const done = run([1, 2, 3, 4, 5, 6])
  await settled()
  expect(begun).toEqual([1])
  await end(1)
  expect(begun).toEqual([1, 2, 3, 4])
  await end(3)
  expect(begun).toEqual([1, 2, 3, 4, 5])
  for (const item of [2, 4, 5, 6]) await end(item)
  await done
})

test('after false no further item starts, and started items are awaited', async () => {
  const { begun, underWay, run, end } = aBench()
  let isDone = false
  const done = run([1, 2, 3, 4, 5]).then(() => {
    isDone = true
  })
  await end(1)
  await end(2, false)
  expect([begun, [...underWay.keys()], isDone]).toEqual([[1, 2, 3, 4], [3, 4], false])
  await end(3)
  await end(4)
  await done
  expect(begun).toEqual([1, 2, 3, 4])
})

test('an error is thrown when all started items are done', async () => {
  const { begun, underWay, run, end } = aBench()
  const done = run([1, 2, 3, 4, 5])
  let thrown: unknown
  done.catch((error: unknown) => {
    thrown = error
  })
  await end(1)
  underWay.get(3)!.fail(new Error('the disk gave up'))
  await settled()
  expect([begun, thrown]).toEqual([[1, 2, 3, 4], undefined])
  await end(2)
  await end(4)
  await expect(done).rejects.toThrow('the disk gave up')
})

test('an item that may not join waits, and the items behind it too', async () => {
  const { begun, run, end } = aBench({
    mayJoin: (item, underWay) => !underWay.some((other) => other % 10 === item % 10),
  })
  const done = run([1, 2, 12, 3], 4)
  await settled()
  await end(1)
  expect(begun).toEqual([1, 2])
  await end(2)
  expect(begun).toEqual([1, 2, 12, 3])
  await end(12)
  await end(3)
  await done
})

test('isWanted is called when the item’s turn comes', async () => {
  const unknown = new Set([2, 4])
  const { begun, run, end } = aBench({ isWanted: (item) => !unknown.has(item) })
  const done = run([1, 2, 3, 4], 1)
  await settled()
  await end(1)
  unknown.delete(4)
  await end(3)
  await end(4)
  await done
  expect(begun).toEqual([1, 3, 4])
})

test('at most `width` at once, none beside an item it may not join, each once and in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(5), { maxLength: 20 }),
      fc.integer({ min: 1, max: 5 }),
      fc.infiniteStream(fc.nat()),
      async (kinds, width, chances) => {
        const underWay: number[] = []
        const begun: number[] = []
        const ends: (() => void)[] = []
        const done = orderedPool([...kinds.keys()], {
          width,
          mayJoin: (item, others) => !others.some((other) => kinds[other] === kinds[item]),
          isWanted: () => true,
          work: async (item) => {
            expect(underWay.map((other) => kinds[other])).not.toContain(kinds[item])
            begun.push(item)
            expect(underWay.push(item)).toBeLessThanOrEqual(width)
            await new Promise<void>((end) => ends.push(end))
            underWay.splice(underWay.indexOf(item), 1)
            return true
          },
        })
        await settled()
        while (ends.length > 0) {
          ends.splice(chances.next().value! % ends.length, 1)[0]!()
          await settled()
        }
        await done
        expect(begun).toEqual([...kinds.keys()])
      },
    ),
  )
})
