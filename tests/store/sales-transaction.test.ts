import fc from 'fast-check'
import { deleteDB } from 'idb'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newLocalSale } from '#shared/domain/local-sale.ts'
import { knownRows } from '#shared/store/lists/known-rows.ts'
import { openSalesDatabase, type SalesDatabase } from '#shared/store/sales/sales-database.ts'
import type { SalesTx } from '#shared/store/sales/sales-rows.ts'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { runs } from '#tests/support/extent.ts'

const lastSeq = async (tx: SalesTx) => ((await tx.objectStore('meta').get('lastSeq')) as number | undefined) ?? 0
/** Reads a number and writes the next one: lost when it stands on what is no longer so. */
const count = (window: SalesDatabase) =>
  window.write(async (tx) => {
    const next = (await lastSeq(tx)) + 1
    await tx.objectStore('meta').put(next, 'lastSeq')
    return next
  })
const linesOf = (window: SalesDatabase) => window.read((handle) => handle.getAllKeys('lines'))

test('windows that count at once, each on what it knows, give every number once, and each hears its own in the order it asked', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ window: fc.nat(2), isAwaited: fc.boolean() }), { minLength: 1, maxLength: 25 }),
      async (gestures) => {
        const windows = [1, 2, 3].map(() => openSalesDatabase(`counting-${run}`))
        run++
        const given: Promise<number>[][] = [[], [], []]
        for (const { window, isAwaited } of gestures) {
          const number = count(windows[window]!)
          given[window]!.push(number)
          if (isAwaited) await number
        }
        const heard = await Promise.all(given.map((numbers) => Promise.all(numbers)))
        expect(heard.flat().toSorted((one, other) => one - other)).toEqual(gestures.map((_, at) => at + 1))
        for (const own of heard) expect(own).toEqual(own.toSorted((one, other) => one - other))
        for (const window of windows) window.close()
      },
    ),
    { numRuns: runs(60) },
  )
})

test('what fails in the middle of others takes nothing of them with it', async () => {
  const [one, other] = [openSalesDatabase(pharmacyId), openSalesDatabase(pharmacyId)]
  await count(one)
  await count(other)
  const failing = one.write(async (tx) => {
    await tx.objectStore('meta').put(99, 'lastSeq')
    throw new Error('no')
  })
  const after = count(one)
  await expect(failing).rejects.toThrow('no')
  expect([await after, await count(other), await count(one)]).toEqual([3, 4, 5])
})

test('what writes nothing is read: nothing would contradict it', async () => {
  const [one, other] = [openSalesDatabase(pharmacyId), openSalesDatabase(pharmacyId)]
  await count(one)
  await count(other)
  expect(await one.write(lastSeq)).toBe(2)
  expect(await linesOf(one)).toEqual([1, 2, 3])
})

test('within one writing what was put is there, what was removed is not, and what was asked for before stays as it was', async () => {
  const window = openSalesDatabase(pharmacyId)
  const sale = newLocalSale({ id: 'a', identifier: 'K7QF-1', createdAt: '2026-11-21T08:00:00.000Z' })
  const known = async (tx: SalesTx) => (await tx.objectStore('sales').get('a'))?.editCount
  const versions = () =>
    window.write(async (tx) => {
      const sales = tx.objectStore('sales')
      const before = sales.get('a')
      await sales.put({ ...sale, editCount: 7 })
      const put = await known(tx)
      await sales.delete('a')
      const removed = await known(tx)
      await sales.put({ ...sale, editCount: 9 })
      return [
        (await before)?.editCount,
        put,
        removed,
        await known(tx),
        (await sales.getAll()).map(({ editCount }) => editCount),
      ]
    })
  // First from the disk, then from what is known of it.
  expect([await versions(), await versions()]).toEqual([
    [undefined, 7, undefined, 9, [9]],
    [9, 7, undefined, 9, [9]],
  ])
})

test('a database that is thrown away takes with it what was known of it', async () => {
  const window = openSalesDatabase(pharmacyId)
  await count(window)
  await count(window)
  await deleteDB(`officine-sales-${pharmacyId}`)
  expect([await count(window), await count(window)]).toEqual([1, 2])
  // The first is that of its making.
  expect(await linesOf(window)).toEqual([1, 2, 3])
})

test('of old writings the numbers are let go of, of late ones they stay', async () => {
  const window = openSalesDatabase(pharmacyId)
  await window.read(async (handle) => {
    const tx = handle.transaction(['lines', 'meta'], 'readwrite')
    for (const line of [1, 500, 1_000, 1_001, 30_000]) await tx.objectStore('lines').put(true, line)
    await tx.objectStore('meta').put({ database: 'old', line: 30_999, absorbed: [] }, 'copy')
    await tx.done
  })
  await count(window)
  expect(await linesOf(window)).toEqual([1_001, 30_000, 31_000])
})

// ── what is believed ──
const mark = (line: number) => ({ database: 'd', line, absorbed: [] })
const rows = (...places: string[]) => new Map(places.map((place) => [place, place]))

test('what is known is of one handle, and of the writing that came next', () => {
  const known = knownRows<string>()
  expect(known.of('a')).toBeUndefined()
  known.learn('a', { mark: mark(4), rows: rows('x', 'y') })
  known.learn('a', {
    mark: mark(5),
    rows: new Map([
      ['y', 'anew'],
      ['z', 'z'],
    ]),
  })
  expect(known.of('a')).toMatchObject({
    mark: mark(5),
    rows: new Map([
      ['x', 'x'],
      ['y', 'anew'],
      ['z', 'z'],
    ]),
  })
  expect(known.of('b')).toBeUndefined()
  // Somebody else wrote the sixth.
  known.learn('a', { mark: mark(7), rows: rows('z') })
  expect(known.of('a')).toMatchObject({ rows: rows('z') })
  known.forget()
  expect(known.of('a')).toBeUndefined()
})

test('what was learnt half a minute ago is not believed', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const known = knownRows<string>()
  known.learn('a', { mark: mark(1), rows: rows('x') })
  vi.advanceTimersByTime(29_999)
  expect(known.of('a')).toBeDefined()
  vi.advanceTimersByTime(1)
  expect(known.of('a')).toBeUndefined()
})

test('what was met last is kept, of a day only so much', () => {
  const known = knownRows<string>()
  known.learn('a', { mark: mark(1), rows: rows('register', 'counter') })
  for (let line = 2; line < 500; line++) known.learn('a', { mark: mark(line), rows: rows(`sale ${line}`, 'counter') })
  const kept = [...known.of('a')!.rows.keys()]
  expect([kept.length, kept.includes('counter'), kept.includes('sale 499'), kept.includes('register')]).toEqual([
    64,
    true,
    true,
    false,
  ])
})
