import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planClosing, type ClosedLine, type DeliveredProduct } from '#shared/domain/deliveries/close-delivery.ts'
import { afterLineAct, emptyLine, type DeliveryLineAct } from '#shared/domain/deliveries/delivery-line.ts'
import { costOfBox, sumsOfDelivery } from '#shared/domain/deliveries/delivery-sums.ts'
import { alertsOfLine, proposedPrice } from '#shared/domain/deliveries/line-alerts.ts'
import { computedAmount } from '#shared/domain/statements/statement-line.ts'
import { timesQuantity } from '#shared/domain/supplier-price.ts'
import { missingBoxes } from '#shared/domain/deliveries/missing-boxes.ts'

const today = '2026-03-02'
const aLine = (rest: Partial<ClosedLine> = {}): ClosedLine => ({
  ...emptyLine,
  id: 'line',
  label: 'Doliprane',
  notePrice: null,
  productId: 'p1',
  packagingId: 'box',
  received: 10,
  purchasePrice: '600',
  ...rest,
})

describe('a gesture on a line', () => {
  test('the first scan counts from 0, the next ones add; a scan fills what is unknown', () => {
    const noted = { ...emptyLine, noted: 40, received: 40 }
    const once = afterLineAct(noted, { add: 1, fill: { lot: 'A', expiresOn: '2028-01-31' } })
    expect(once).toMatchObject({ received: 1, isChecked: true, lot: 'A', expiresOn: '2028-01-31' })
    expect(afterLineAct(once, { add: 2, fill: { lot: 'B' } })).toMatchObject({ received: 3, lot: 'A' })
    expect(afterLineAct(once, { set: { received: 7, lot: null } })).toMatchObject({ received: 7, lot: null })
    expect(afterLineAct({ ...once, isRemoved: true }, { add: 1 })).toMatchObject({ isRemoved: false, received: 2 })
    expect(afterLineAct(once, { add: -5 }).received).toBe(0)
  })

  test('scans of several people give the same count in any order', () => {
    const scans = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 })
    fc.assert(
      fc.property(scans, fc.infiniteStream(fc.nat()), (adds, noise) => {
        const shuffled = adds
          .map((add) => ({ add, at: noise.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ add }): DeliveryLineAct => ({ add }))
        const count = (acts: readonly DeliveryLineAct[]) =>
          acts.reduce((line, act) => afterLineAct(line, act), { ...emptyLine, noted: 9, received: 9 }).received
        expect(count(shuffled)).toBe(adds.reduce((sum, add) => sum + add, 0))
      }),
    )
  })
})

describe('costs and sums', () => {
  test('free boxes lower the cost of all; VAT is rounded for each line', () => {
    expect(costOfBox({ received: 10, free: 3, purchasePrice: '650' })).toBe(500)
    expect(costOfBox({ received: 0, free: 5, purchasePrice: '650' })).toBe(0)
    // 51,357.90 for 24 boxes: the amount of the line is spread, not the price
    expect(costOfBox({ received: 22, free: 2, purchasePrice: '2334.45' })).toBe(2_140)
    expect(sumsOfDelivery([aLine({ received: 22, noted: 22, purchasePrice: '2334.45' })])).toMatchObject({
      net: 51_358,
      noteLines: 51_358,
    })
    expect(sumsOfDelivery([aLine({ received: 22, purchasePrice: '2334.45', vat: 1800 })])).toMatchObject({
      total: 51_358 + 9_244,
    })
    expect(costOfBox({ received: 0, free: 0, purchasePrice: '650' })).toBe(0)
    expect(
      sumsOfDelivery([
        aLine({ received: 3, noted: 4, purchasePrice: '101', vat: 1800, isChecked: true }),
        aLine({ received: 1, free: 2, noted: 1, purchasePrice: '50' }),
        aLine({ isRemoved: true }),
      ]),
    ).toEqual({ lines: 2, checked: 1, received: 4, noted: 5, free: 2, net: 353, vat: 55, total: 408, noteLines: 527 })
  })

  test('law: a delivery and the statement that bills its lines come to the same francs, and HT + TVA = TTC', () => {
    const anyBilled = fc.record({
      received: fc.nat(999),
      whole: fc.nat(100_000),
      cents: fc.nat(99),
      vat: fc.constantFrom(0, 900, 1000, 1600, 1800, 1900),
    })
    fc.assert(
      fc.property(fc.array(anyBilled), (drawn) => {
        const lines = drawn.map(({ received, whole, cents, vat }) =>
          aLine({ received, noted: received, purchasePrice: `${whole}.${String(cents).padStart(2, '0')}`, vat }),
        )
        const sums = sumsOfDelivery(lines)
        const billed = lines.map(({ received, purchasePrice, vat }) =>
          computedAmount({ quantity: received, price: purchasePrice, rebate: 0, vat }),
        )
        expect(sums.total).toBe(billed.reduce((sum, amount) => sum + amount, 0))
        expect(sums.net + sums.vat).toBe(sums.total)
        expect(sums.noteLines).toBe(sums.total)
      }),
    )
  })

  test('the stock is worth what was paid, to half a unit of money for each box', () => {
    fc.assert(
      fc.property(fc.nat(999), fc.nat(99), fc.nat(100_000), fc.nat(99), (received, free, whole, cents) => {
        const purchasePrice = `${whole}.${String(cents).padStart(2, '0')}`
        const boxes = received + free
        const gap = costOfBox({ received, free, purchasePrice }) * boxes - timesQuantity(purchasePrice, received)
        expect(Math.abs(gap)).toBeLessThanOrEqual(boxes / 2)
      }),
    )
  })
})

describe('boxes that did not come', () => {
  test('boxes of another lot on a line of their own are not missing', () => {
    const first = aLine({ id: 'a', noted: 40, received: 30 })
    expect(missingBoxes([first, aLine({ id: 'b', noted: 0, received: 6 })])).toEqual([{ line: first, boxes: 4 }])
    expect(missingBoxes([first, aLine({ id: 'b', noted: 0, received: 10 })])).toEqual([])
    expect(missingBoxes([first, aLine({ id: 'b', productId: 'p2', noted: 0, received: 10 })])).toHaveLength(1)
    expect(missingBoxes([{ ...first, isRemoved: true }])).toEqual([])
  })

  test('law: they are the note less what came, for each product, never below 0', () => {
    const anyLine = fc.record({ productId: fc.constantFrom('p1', 'p2'), noted: fc.nat(20), received: fc.nat(20) })
    fc.assert(
      fc.property(fc.array(anyLine), (drawn) => {
        const lines = drawn.map((line) => aLine(line))
        for (const productId of ['p1', 'p2']) {
          const own = lines.filter((line) => line.productId === productId)
          const sum = own.reduce((total, line) => total + line.noted - line.received, 0)
          const missing = missingBoxes(lines)
            .filter(({ line }) => line.productId === productId)
            .reduce((total, { boxes }) => total + boxes, 0)
          expect(missing).toBe(Math.max(0, sum))
        }
      }),
    )
  })
})

describe('what is told about a line', () => {
  const before = { cost: 600, price: 1000, policyPrice: null }
  const told = (rest: Partial<ClosedLine>, known: Partial<typeof before> = {}, missing = 0) =>
    alertsOfLine(
      { ...aLine({ lot: 'A', expiresOn: '2028-06-30', ...rest }), tracing: 'lot-and-expiry' },
      { ...before, ...known },
      { today, missing },
    )

  test('costs, margins, counts and dates, the gravest first', () => {
    expect(told({})).toEqual([])
    expect(told({ purchasePrice: '720' })).toEqual([
      { kind: 'margin', before: 40, after: 28 },
      { kind: 'cost', before: 600, after: 720, percent: 20 },
    ])
    expect(told({ purchasePrice: '1100' })[0]).toEqual({ kind: 'below-cost', price: 1000, cost: 1100 })
    expect(told({ noted: 14 }, {}, 4)).toEqual([{ kind: 'missing', boxes: 4, value: 2400 }])
    expect(told({ noted: 8 })).toEqual([{ kind: 'extra', boxes: 2 }])
    expect(told({ expiresOn: '2026-03-01' })).toEqual([{ kind: 'expired' }])
    expect(told({ expiresOn: '2026-03-31' })).toEqual([{ kind: 'expires-soon', expiresOn: '2026-03-31' }])
    expect(told({ lot: null })).toEqual([{ kind: 'lacks', lacks: ['lot'] }])
    expect(told({ productId: null })[0]).toEqual({ kind: 'unknown-product' })
    expect(told({ isRemoved: true, productId: null })).toEqual([])
  })

  test('a price is proposed by the policy, else by the note; never one below cost', () => {
    const line = aLine({ notePrice: 1150 })
    expect(proposedPrice(line, before)).toBe(1150)
    expect(proposedPrice(line, { ...before, policyPrice: 1200 })).toBe(1200)
    expect(proposedPrice(line, { ...before, price: 1150 })).toBeNull()
    expect(proposedPrice(aLine({ notePrice: 500 }), before)).toBeNull()
    expect(proposedPrice(aLine(), { ...before, price: null })).toBeNull()
  })
})

describe('the plan of a closing', () => {
  const product = (id: string, rest: Partial<DeliveredProduct> = {}): [string, DeliveredProduct] => [
    id,
    { id, isArchived: false, priceOf: () => 1000, policyPrice: () => null, ...rest },
  ]
  const products = new Map([product('p1'), product('p2', { priceOf: () => null })])
  const shelf = { lots: [], products, supplierId: 's1', today, acceptsBelowCost: false }

  test('lines of one lot at one cost enter one lot; a price that any line decides counts for all', () => {
    const plan = planClosing(
      [
        aLine({ id: 'a', lot: 'x1' }),
        aLine({ id: 'b', lot: ' X 1', received: 2, salePrice: 1100 }),
        aLine({ id: 'c', lot: 'X2' }),
        aLine({ id: 'd', received: 0 }),
      ],
      shelf,
    )
    expect(plan.issues).toEqual([])
    expect(plan.entries).toMatchObject([
      { lineIds: ['a', 'b'], quantity: 12, salePrice: 1100, stockItemId: null },
      { lineIds: ['c'], quantity: 10, salePrice: 1100 },
    ])
    expect(plan.prices).toEqual([{ productId: 'p1', packagingId: 'box', salePrice: 1100 }])
  })

  test('boxes join a lot of the shelf only with its number, expiry, cost and supplier', () => {
    const lot = {
      id: 'lot',
      productId: 'p1',
      packagingId: 'box',
      lot: 'X1',
      expiresOn: null,
      purchasePrice: 600,
      supplierId: 's1',
    }
    const joins = (rest: Partial<typeof lot>) =>
      planClosing([aLine({ lot: 'x1' })], { ...shelf, lots: [{ ...lot, ...rest }] }).entries[0]!.stockItemId
    expect(joins({})).toBe('lot')
    for (const rest of [{ lot: 'X2' }, { purchasePrice: 601 }, { supplierId: 's2' }, { packagingId: 'unit' }])
      expect(joins(rest)).toBeNull()
    const twins = [
      { ...lot, id: 'newest' },
      { ...lot, id: 'older' },
    ]
    const { entries } = planClosing([aLine({ lot: 'x1' })], { ...shelf, lots: twins })
    expect(entries).toMatchObject([{ stockItemId: 'newest' }])
  })

  test('names every line that may not enter', () => {
    const faults = (line: Partial<ClosedLine>, rest: object = {}) =>
      planClosing([aLine(line)], { ...shelf, ...rest }).issues.map(({ fault }) => fault)
    expect(faults({ productId: null })).toEqual(['unknownProduct'])
    expect(faults({ productId: 'elsewhere' })).toEqual(['unknownProduct'])
    expect(faults({ packagingId: null })).toEqual(['noPackaging'])
    expect(faults({ expiresOn: '2026-03-01' })).toEqual(['expired'])
    expect(faults({ purchasePrice: '1200' })).toEqual(['belowCost'])
    expect(faults({ purchasePrice: '1200' }, { acceptsBelowCost: true })).toEqual([])
    expect(faults({ productId: 'p2' })).toEqual(['noSalePrice'])
    expect(faults({ productId: 'p2', notePrice: 900 })).toEqual([])
    expect(faults({}, { products: new Map([product('p1', { isArchived: true })]) })).toEqual(['archivedProduct'])
    const prices = [aLine({ id: 'a', salePrice: 1100 }), aLine({ id: 'b', lot: 'Y', salePrice: 1200 })]
    expect(planClosing(prices, shelf).issues).toMatchObject([{ lineId: 'b', fault: 'otherPrice' }])
  })

  test('law: the boxes of all entries are those of the lines, and each line is in one entry', () => {
    const anyLine = fc.record({
      lot: fc.constantFrom(null, 'A', 'a ', 'B'),
      received: fc.nat(9),
      free: fc.nat(3),
      purchasePrice: fc.constantFrom('500', '600.4'),
      isRemoved: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(anyLine), (drawn) => {
        const lines = drawn.map((line, index) => aLine({ ...line, id: String(index) }))
        const { entries } = planClosing(lines, shelf)
        const entering = lines.filter(({ isRemoved, received, free }) => !isRemoved && received + free > 0)
        const boxes = (all: readonly { quantity: number }[]) => all.reduce((sum, { quantity }) => sum + quantity, 0)
        expect(boxes(entries)).toBe(boxes(entering.map(({ received, free }) => ({ quantity: received + free }))))
        expect(entries.flatMap(({ lineIds }) => lineIds).sort()).toEqual(entering.map(({ id }) => id).sort())
      }),
    )
  })
})
