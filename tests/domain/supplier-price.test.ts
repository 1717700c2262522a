import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  comparePrices,
  isSamePrice,
  isSupplierPrice,
  lineRounding,
  nearestAmount,
  priceOfOne,
  readSupplierPrice,
  supplierPrice,
  supplierPriceText,
  timesQuantity,
} from '#shared/domain/supplier-price.ts'

const anyPrice = fc
  .tuple(fc.integer({ min: 0, max: 99_999_999 }), fc.stringMatching(/^\d{0,6}$/))
  .map(([whole, decimals]) => (decimals === '' ? String(whole) : `${whole}.${decimals}`))
const anyQuantity = fc.integer({ min: 0, max: 99_999 })

test.each([
  ['2334,45', 'comma', 0, '2334.45'],
  ['2 334,50', 'comma', 0, '2334.50'],
  ['9.882,50', 'comma', 0, '9882.50'],
  ['9,882.5', 'point', 0, '9882.5'],
  ['1 250 F CFA', 'comma', 0, '1250'],
  ['1.000', 'comma', 0, '1000'],
  ['0012,5', 'comma', 0, '12.5'],
  ['12,5', 'comma', 2, '1250'],
  ['12,3456', 'comma', 2, '1234.56'],
  ['0', 'comma', 0, '0'],
  ['100000000', 'comma', 0, '100000000'],
] as const)('« %s » with %s and %d decimals of the currency is %s', (text, mark, decimals, price) => {
  expect(readSupplierPrice(text, mark, decimals)).toEqual({ ok: true, price })
})

test.each([
  ['douze', 'notAnAmount'],
  ['-12', 'notAnAmount'],
  ['1,2,3', 'twoMarks'],
  ['1,2345678', 'decimals'],
  ['100000000,01', 'tooLarge'],
  ['900000000', 'tooLarge'],
] as const)('« %s » is refused: %s', (text, fault) => {
  expect(readSupplierPrice(text, 'comma', 0)).toEqual({ ok: false, fault })
})

describe('an amount', () => {
  test('is the exact product, rounded half up once', () => {
    expect(timesQuantity('2334.45', 22)).toBe(51_358)
    expect(timesQuantity('0.5', 1)).toBe(1)
    expect(timesQuantity('0.49', 1)).toBe(0)
    expect(timesQuantity('1.1', 3)).toBe(3)
    expect(nearestAmount('2334.45')).toBe(2_334)
    // as a float, 1.005 × 100 is 100.49999999999999
    expect(timesQuantity('1.005', 100)).toBe(101)
    expect(() => timesQuantity('1e3', 1)).toThrow(RangeError)
  })

  test('of whole prices is their product, and lies within half a minor unit of the exact one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), anyQuantity, (price, quantity) => {
        expect(timesQuantity(supplierPrice(price), quantity)).toBe(price * quantity)
      }),
    )
    fc.assert(
      fc.property(anyPrice, anyQuantity, (price, quantity) => {
        const [whole = '', decimals = ''] = price.split('.')
        const unit = 10n ** BigInt(decimals.length)
        const gap = BigInt(timesQuantity(price, quantity)) * unit - BigInt(whole + decimals) * BigInt(quantity)
        expect(gap * 2n <= unit && gap * 2n > -unit).toBe(true)
      }),
    )
  })
})

test('a price is shown as it was written, and read again it is the same', () => {
  expect(supplierPriceText('2334.45', 0)).toBe('2\u202f334,45')
  expect(supplierPriceText('2334.50', 0)).toBe('2\u202f334,50')
  expect(supplierPriceText('1234.56', 2)).toBe('12,3456')
  expect(supplierPriceText('5', 2)).toBe('0,05')
  fc.assert(
    fc.property(anyPrice, fc.constantFrom(0, 2, 3), (price, decimals) => {
      expect(isSupplierPrice(price)).toBe(true)
      expect(readSupplierPrice(supplierPriceText(price, decimals), 'comma', decimals)).toEqual({ ok: true, price })
    }),
  )
})

test('prices are compared by value, whatever their decimals', () => {
  expect(comparePrices('12.5', '12.50')).toBe(0)
  expect(comparePrices('9.99', '10')).toBeLessThan(0)
  expect(comparePrices('10', '9.999999')).toBeGreaterThan(0)
})

describe('rounding', () => {
  test('two papers mean one price within half of the last decimal that the coarser one prints', () => {
    expect(isSamePrice('2334', '2334.45')).toBe(true)
    expect(isSamePrice('2334.5', '2335')).toBe(true)
    expect(isSamePrice('2334', '2334.51')).toBe(false)
    expect(isSamePrice('2334.45', '2334.44')).toBe(false)
    fc.assert(
      fc.property(anyPrice, (price) => {
        expect(isSamePrice(price, price)).toBe(true)
        if (nearestAmount(price) <= 100_000_000) {
          expect(isSamePrice(price, supplierPrice(nearestAmount(price)))).toBe(true)
        }
      }),
    )
  })

  test('of a line is half of the last decimal for each box, with VAT, and one minor unit', () => {
    expect(lineRounding('2334', 22, 0)).toBe(12)
    expect(lineRounding('2334.45', 22, 0)).toBe(1)
    expect(lineRounding('3303', 4, 1800)).toBe(3)
    fc.assert(
      fc.property(anyPrice, anyQuantity, (price, quantity) => {
        const rounded = supplierPrice(nearestAmount(price))
        const gap = Math.abs(timesQuantity(price, quantity) - timesQuantity(rounded, quantity))
        expect(gap).toBeLessThanOrEqual(lineRounding(rounded, quantity, 0))
      }),
    )
  })

  test('the price of one box gives the amount of all back', () => {
    expect(priceOfOne(51_358, 22)).toBe('2334.4545')
    expect(priceOfOne(1_250, 1)).toBe('1250')
    expect(priceOfOne(10, 0)).toBe('0')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 1, max: 9_999 }), (amount, quantity) => {
        expect(timesQuantity(priceOfOne(amount, quantity), quantity)).toBe(amount)
      }),
    )
  })
})
