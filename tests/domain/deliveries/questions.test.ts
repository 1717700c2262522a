import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyLine, type DeliveryLineFields } from '#shared/domain/deliveries/delivery-line.ts'
import { newPrices } from '#shared/domain/deliveries/new-prices.ts'
import { joinedLine, repeatedLines } from '#shared/domain/deliveries/repeated-lines.ts'
import { uncontrolledOf } from '#shared/domain/deliveries/uncontrolled.ts'

const line = (id: string, rest: Partial<DeliveryLineFields> = {}) => ({
  ...emptyLine,
  id,
  productId: 'p',
  packagingId: 'k',
  noted: 10,
  received: 10,
  purchasePrice: '650',
  lot: 'N1',
  ...rest,
})

describe('lines that nobody looked at', () => {
  test('are those of a note or an order, until they are compared with the goods', () => {
    const brought = [line('a'), line('b', { received: 68 }), line('c', { noted: 0, received: 0, free: 2 })]
    expect(uncontrolledOf(brought)).toEqual({ lines: 3, boxes: 80 })
    expect(uncontrolledOf(brought.map((one) => ({ ...one, isChecked: true })))).toEqual({ lines: 0, boxes: 0 })
    expect(uncontrolledOf(brought.map((one) => ({ ...one, isRemoved: true })))).toEqual({ lines: 0, boxes: 0 })
  })

  test('are not those that a member counted without a note', () => {
    expect(uncontrolledOf([line('a', { noted: 0 })])).toEqual({ lines: 0, boxes: 0 })
  })
})

const idsOf = (lines: ReturnType<typeof line>[]) => repeatedLines(lines).map(({ first, again }) => [first.id, again.id])

describe('a line that stands twice', () => {
  test('has the product, packaging, price and lot of an earlier one, however the lot is written', () => {
    expect(idsOf([line('a'), line('b', { lot: 'n 1' }), line('c', { received: 3 })])).toEqual([
      ['a', 'b'],
      ['a', 'c'],
    ])
    expect(idsOf([line('a', { lot: null }), line('b', { lot: null })])).toEqual([['a', 'b']])
  })

  test.each([
    ['another product', { productId: 'q' }],
    ['no product', { productId: null }],
    ['another packaging', { packagingId: null }],
    ['another price', { purchasePrice: '651' }],
    ['another lot', { lot: 'N2' }],
    ['no lot', { lot: null }],
    ['another date', { expiresOn: '2029-01-31' }],
    ['no box', { received: 0 }],
    ['a removed line', { isRemoved: true }],
  ])('does not: %s', (_, rest) => {
    expect(idsOf([line('a', { expiresOn: '2028-01-31' }), line('b', rest)])).toEqual([])
  })

  const anyLine = fc.record({
    productId: fc.constantFrom('p', 'q', null),
    purchasePrice: fc.constantFrom('650', '650.0', '700'),
    lot: fc.constantFrom('N1', 'N2', null),
    expiresOn: fc.constantFrom('2028-01-31', '2029-01-31', null),
    noted: fc.nat(9),
    received: fc.nat(9),
    free: fc.nat(3),
  })
  const anyLines = fc.array(anyLine, { maxLength: 8 }).map((all) => all.map((rest, nth) => line(String(nth), rest)))
  const boxesOf = (lines: readonly DeliveryLineFields[]) =>
    lines.filter(({ isRemoved }) => !isRemoved).reduce((sum, { received, free }) => sum + received + free, 0)

  test('joined with its twin keeps all boxes, and no line stands twice once each is answered', () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        let left = lines
        for (let [pair] = repeatedLines(left); pair; [pair] = repeatedLines(left)) {
          const { first, again } = pair
          left = left.map((one) =>
            one.id === first.id
              ? { ...one, ...joinedLine(pair!) }
              : one.id === again.id
                ? { ...one, isRemoved: true }
                : one,
          )
        }
        expect(boxesOf(left)).toBe(boxesOf(lines))
      }),
    )
  })
})

describe('the sale prices of a note', () => {
  const priced = (id: string, rest: object = {}) => ({
    id,
    productId: 'p',
    packagingId: 'k',
    salePrice: null,
    proposed: 1_200 as number | null,
    before: { price: 1_000 },
    ...rest,
  })
  const shown = (lines: ReturnType<typeof priced>[]) =>
    newPrices(lines).map(({ lines: own, before, after }) => [own.map(({ id }) => id).join(), before, after])

  test('change once for a packaging, at the highest proposal of its lines', () => {
    expect(shown([priced('a'), priced('b', { proposed: 1_250 }), priced('c', { packagingId: 'l' })])).toEqual([
      ['a,b', 1_000, 1_250],
      ['c', 1_000, 1_200],
    ])
  })

  test('leave alone what has no proposal, no product, or a price that somebody typed', () => {
    expect(shown([priced('a', { proposed: null }), priced('b', { productId: null })])).toEqual([])
    expect(shown([priced('a'), priced('b', { salePrice: 1_100, proposed: null })])).toEqual([])
  })
})
