import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countedTotal, denominationsOf, typedCount } from '#shared/domain/register/denominations.ts'

const rowsOf = (code: string, denominations: readonly number[], cashRoundingStep = 5) =>
  denominationsOf({ currency: { code }, denominations, cashRoundingStep })
const valuesOf = (rows: readonly { form: string; value: number }[], form: string) =>
  rows.filter((row) => row.form === form).map(({ value }) => value)

test('of the West African franc 500 is a note and a coin, and the 1 franc coin is not counted', () => {
  const rows = rowsOf('XOF', [10_000, 5000, 2000, 1000, 500, 250, 200, 100, 50, 25, 10, 5, 1])
  expect(valuesOf(rows, 'note')).toEqual([10_000, 5000, 2000, 1000, 500])
  expect(valuesOf(rows, 'coin')).toEqual([500, 250, 200, 100, 50, 25, 10, 5])
})

test('the Central African franc has no coin of 200 and 250', () => {
  const rows = rowsOf('XAF', [10_000, 5000, 2000, 1000, 500, 100, 50, 25, 10, 5, 2, 1])
  expect(valuesOf(rows, 'coin')).toEqual([500, 100, 50, 25, 10, 5])
})

test('the Guinean franc is notes down to 100', () => {
  expect(valuesOf(rowsOf('GNF', [20_000, 10_000, 5000, 2000, 1000, 500, 100, 50], 50), 'note')).toEqual([
    20_000, 10_000, 5000, 2000, 1000, 500, 100,
  ])
})

test('a country that uses less than its bank strikes counts less; a currency nobody knows is still counted', () => {
  expect(rowsOf('XOF', [100, 10_000, 500])).toEqual([
    { form: 'note', value: 10_000 },
    { form: 'note', value: 500 },
    { form: 'coin', value: 500 },
    { form: 'coin', value: 100 },
  ])
  expect(rowsOf('CVE', [1000, 50, 20], 1)).toEqual([
    { form: 'note', value: 1000 },
    { form: 'note', value: 50 },
    { form: 'coin', value: 20 },
  ])
})

test('the evening of the drawing', () => {
  const counted = [
    [10_000, 17],
    [5000, 14],
    [2000, 13],
    [1000, 15],
    [500, 7],
    [500, 12],
    [250, 4],
    [200, 9],
    [100, 29],
    [50, 0],
  ].map(([value, count]) => ({ value: value!, count: count! }))
  expect(countedTotal(counted)).toBe(296_200)
})

test('the total is exact whatever the order, and one piece more is worth its value', () => {
  const anyCounted = fc.array(
    fc.record({ value: fc.constantFrom(10_000, 5000, 500, 250, 25, 5), count: fc.nat(999_999) }),
    { minLength: 1, maxLength: 14 },
  )
  fc.assert(
    fc.property(anyCounted, (counted) => {
      const total = countedTotal(counted)
      expect(BigInt(total)).toBe(counted.reduce((whole, { value, count }) => whole + BigInt(value) * BigInt(count), 0n))
      expect(countedTotal(counted.toReversed())).toBe(total)
      expect(countedTotal([{ ...counted[0]!, count: counted[0]!.count + 1 }, ...counted.slice(1)])).toBe(
        total + counted[0]!.value,
      )
    }),
  )
})

test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('%s is no count', (count) => {
  expect(() => countedTotal([{ value: 500, count }])).toThrow(RangeError)
})

test.each(['-3', '1.5', '1,5', 'douze', '1e3', '0x1f', '1 2', '+4', '1234567', '٣'])(
  '« %s » typed is no count',
  (text) => {
    expect(typedCount(text)).toBeNull()
  },
)

test('what is typed in digits is that count, and nothing is 0', () => {
  expect(typedCount('')).toBe(0)
  fc.assert(
    fc.property(fc.nat(999_999), (count) => {
      expect(typedCount(` ${count} `)).toBe(count)
    }),
  )
})
