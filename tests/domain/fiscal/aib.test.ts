import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { closingRefusal } from '#shared/domain/closing-refusals.ts'
import { discountTotal } from '#shared/domain/discount.ts'
import { aibFault, aibLabel, aibOn, withAib } from '#shared/domain/fiscal/aib.ts'
import type { Buyer } from '#shared/domain/fiscal/buyer.ts'
import {
  documentOfCancellation,
  documentOfReturn,
  documentOfSale,
  taxedLines,
  type LineTax,
} from '#shared/domain/fiscal/document-of-sale.ts'
import { aibRates, fiscalTotals, type Aib, type FiscalDocument } from '#shared/domain/fiscal/fiscal-document.ts'
import { newLocalSale, openSale, refuseSale, endSale, resumeSale, type LocalSale } from '#shared/domain/local-sale.ts'
import { sum } from '#shared/domain/money.ts'
import type { Payment } from '#shared/domain/payment.ts'
import { needsRegularising } from '#shared/domain/refused-sale.ts'
import { refundOf, type MadeReturn } from '#shared/domain/returns.ts'
import {
  addVoucher,
  payCash,
  removeRecord,
  removeVoucher,
  setBuyer,
  setPayments,
  setQuantity,
  setVoucher,
} from '#shared/domain/sale-lines.ts'
import { cashDue, goodsTotal, leviedIn, lineTotal, saleBalance, type SaleRecord } from '#shared/domain/sale.ts'
import { saleToClose, toNewSale } from '#shared/domain/sale-to-send.ts'
import { settleSale, type SettlementFacts } from '#shared/domain/settle-sale.ts'
import { anyPayers } from '#tests/domain/coverage/support/any-coverage.ts'
import { aRecord, aVoucher } from '#tests/domain/support/any-sale.ts'
import { homologation } from '#tests/support/homologation.ts'
import { runs } from '#tests/support/extent.ts'

const exempt: LineTax = { group: 'A', rate: 0 }
const taxed: LineTax = { group: 'B', rate: 1800 }
/** Lines whose id begins with « b » are taxed, with « ? » of an unknown group. */
const taxOf = (id: string): LineTax | null => (id.startsWith('?') ? null : id.startsWith('b') ? taxed : exempt)
const aibFacts = { taxOf, rounding: 'nearest' as const }
const rules: SettlementFacts = {
  payers: [],
  productOf: ({ stockItemId }) => stockItemId,
  paymentId: (policyId) => `payment of ${policyId}`,
  identifierOf: () => null,
  organizationOf: (policyId) => `organization of ${policyId}`,
  today: '2026-11-29',
  cashStep: 5,
  aib: aibFacts,
}
const saleId = '018f0000-0000-7000-8000-0000000000a1'
const sobebra = (aib?: Aib): Buyer => ({
  organizationId: 'o',
  name: 'SOBEBRA SA',
  taxId: '3200700000018',
  contact: null,
  address: null,
  ...(aib ? { aib } : {}),
})
const open = (of: Partial<LocalSale> = {}): LocalSale => ({
  ...openSale(newLocalSale({ id: saleId, identifier: 'K-1', createdAt: '2026-11-29T11:42:00.000Z' }), 'u', 'x'),
  buyer: sobebra('A'),
  ...of,
})
const settled = (of: Partial<LocalSale>, facts: Partial<SettlementFacts> = {}) =>
  settleSale(open(of), { ...rules, ...facts })
const levyOf = ({ vouchers }: Pick<LocalSale, 'vouchers'>) => vouchers.filter(({ levy }) => levy)
const record = (id: string, price: number, quantity = 1) => aRecord({ id, price, quantity })
function documentOf(sale: LocalSale, aib: Aib | null = 'A'): FiscalDocument {
  const built = documentOfSale(sale, { ...aibFacts, client: null, operator: 'Aurèle', aib })
  if (built.kind !== 'complete') throw new Error(built.kind)
  return built.document
}

// 2 × 600 exempt and 3 × 1 800 at 18 %: the bases are 1 200 and 4 576.
const third = [record('a', 600, 2), record('b', 1800, 3)]

describe('the line of the AIB', () => {
  test.each([
    ['A', 58, 'AIB 1\u202f%'],
    ['B', 289, 'AIB 5\u202f%'],
  ] as const)('%s is taken on the bases without tax, and stands last', (aib, price, label) => {
    const sale = settled({ records: third, vouchers: [aVoucher({ id: 'v', price: 0 })], buyer: sobebra(aib) })
    expect(levyOf(sale)).toEqual([{ id: expect.any(String) as string, label, quantity: 1, price, levy: aib }])
    expect(sale.vouchers.at(-1)!.levy).toBe(aib)
    expect(saleBalance(sale, 5)).toMatchObject({ total: 6600 + price, units: 6 })
    expect(aibLabel(aib)).toBe(label)
  })

  test.each([
    ['no buyer', { buyer: null }, {}],
    ['a buyer without AIB', { buyer: sobebra() }, {}],
    ['a country that knows none', {}, { aib: null }],
    ['goods that were given away', { records: [record('a', 0)] }, {}],
    ['an amount below half a franc', { records: [record('a', 49)] }, {}],
    ['a line of an unknown group', { records: [...third, record('?', 100)] }, {}],
  ] as const)('%s: there is none', (_, of, facts) => {
    expect(levyOf(settled({ records: third, ...of }, facts))).toEqual([])
  })

  test('it follows the lines, the discount and the buyer; settling twice changes nothing', () => {
    const sale = settled({ records: third })
    expect(settleSale(sale, rules)).toBe(sale)
    expect(leviedIn(settleSale(setQuantity(sale, 'a', 12), rules))).toBe(118)
    const discounted = settleSale(setPayments(sale, [{ id: 'd', type: 'DISCOUNT', amount: 600 }]), rules)
    // 6 600 − 600: 1 091 exempt and 4 909 at 18 % (base 4 160).
    expect(leviedIn(discounted)).toBe(53)
    expect(leviedIn(settleSale(setBuyer(sale, sobebra('B')), rules))).toBe(289)
    expect(levyOf(settleSale(setBuyer(sale, null), rules))).toEqual([])
  })

  test('nobody types, discounts or removes it; without goods it goes too', () => {
    const sale = settled({ records: third })
    const [levy] = levyOf(sale)
    expect(setVoucher(sale, levy!.id, { price: 1, quantity: 3 }).vouchers).toEqual(sale.vouchers)
    expect(removeVoucher(sale, levy!.id).vouchers).toEqual(sale.vouchers)
    expect(levyOf(settleSale(addVoucher(sale, { ...levy!, id: 'other' }), rules))).toEqual([levy])
    const emptied = settleSale(removeRecord(removeRecord(sale, 'a'), 'b'), rules)
    expect(emptied.vouchers).toEqual([])
  })

  test('a line that lost its mark at an earlier till is taken again, not beside the former one', () => {
    const sale = settled({ records: third })
    const vouchers = sale.vouchers.map(({ id, label, quantity, price }) => ({ id, label, quantity, price }))
    expect(settleSale({ ...sale, vouchers }, rules).vouchers).toEqual(sale.vouchers)
    expect(settleSale({ ...sale, vouchers, buyer: sobebra() }, rules).vouchers).toEqual([])
    const version = {
      ...sale,
      id: '018f0000-0000-7000-8000-0000000000a2',
      replaces: { id: saleId, number: 1 },
      vouchers,
    }
    expect(settleSale(version, rules).vouchers).toMatchObject([{ price: 58, levy: 'A' }])
  })

  test('a discount by percent is of the goods alone, and none lowers the AIB', () => {
    const percent: Payment = { id: 'd', type: 'DISCOUNT', amount: 0, percent: 10 }
    const sale = settled({ records: [record('a', 10_000)], payments: [percent] })
    expect([discountTotal(sale.payments), leviedIn(sale)]).toEqual([1000, 90])
    const all = settled({ records: [record('a', 10_000)], payments: [{ ...percent, percent: null, amount: 99_999 }] })
    expect([discountTotal(all.payments), leviedIn(all)]).toEqual([10_000, 0])
  })

  test('cash and mobile money pay it with the goods', () => {
    const mobile: Payment = {
      id: 'm',
      type: 'MOBILE_MONEY',
      amount: 20_000,
      phoneOperator: null,
      transactionReference: null,
    }
    expect(settled({ records: [record('a', 10_000)], payments: [mobile] }).payments).toMatchObject([{ amount: 10_100 }])
    const sale = settled({ records: [record('a', 1000)] })
    const paid = payCash(sale, { id: 'c', tendered: 2000 }, 5)
    expect(saleBalance(paid, 5)).toMatchObject({ total: 1010, remainder: 0, change: 990 })
  })

  test('a refused sale may lose AIB without a reason, and keeps a line that is sold', () => {
    const refused = refuseSale(endSale(settled({ records: third })), [{ message: 'x' }])
    const resumed = resumeSale(refused, 'u', 'x')
    const without = settleSale(setBuyer(resumed, null), rules)
    expect([levyOf(without), needsRegularising(without)]).toEqual([[], false])
    const one = { ...resumed, records: [third[0]!] }
    expect(() => removeRecord(one, 'a')).toThrow('keeps a line')
  })

  test('a sale of AIB alone is empty', () => {
    const sale = { ...settled({ records: third }), records: [] }
    const facts = {
      cashStep: 5,
      stockItems: new Map(),
      credit: new Map(),
      today: '2026-11-29',
      maySellExpired: true,
      mayDispenseListed: true,
      mayDiscount: true,
      listOneNeedsPrescription: true,
    }
    expect(closingRefusal(saleToClose(sale), facts)).toMatchObject({ message: 'sales:cannotCloseEmptySale' })
    // The limit of a discount is of the goods, too.
    const discounted = {
      ...sale,
      records: [record('a', 1000)],
      vouchers: [{ ...sale.vouchers[0]!, price: 500 }],
      payments: [{ id: 'd', type: 'DISCOUNT' as const, amount: 101 }],
    }
    const paid = payCash(discounted, { id: 'c', tendered: 2000 }, 5)
    expect(closingRefusal(saleToClose(paid), { ...facts, discountLimit: 10 })).toMatchObject({
      message: 'sales:discountOverLimit',
      details: { allowed: 100 },
    })
  })
})

describe('aibFault', () => {
  const levy = { id: 'l', label: 'AIB', quantity: 1, price: 58, levy: 'A' as const }
  const of = (vouchers: (typeof levy)[], buyer: Buyer | null, payments: Payment[] = []) =>
    aibFault({ records: third, vouchers, payments, buyer })
  test('what our tills make is in order, under any label', () => {
    expect(of([], null)).toBe(null)
    expect(of([{ ...levy, label: 'Précompte' }], sobebra('A'))).toBe(null)
  })
  test.each([
    ['twice', [levy, levy], sobebra('A'), []],
    ['not of the buyer', [levy], null, []],
    ['not of the buyer', [levy], sobebra(), []],
    ['not of the buyer', [levy], sobebra('B'), []],
    ['quantity', [{ ...levy, quantity: 2 }], sobebra('A'), []],
    ['discounted', [levy], sobebra('A'), [{ id: 'd', type: 'DISCOUNT', amount: 6601 }]],
  ] as const)('%s', (fault, vouchers, buyer, payments) => {
    expect(of([...vouchers], buyer, [...payments])).toBe(fault)
  })
})

describe('its document', () => {
  test('names it by its letter, without a line, and its payments add up with it', () => {
    const sale = payCash(settled({ records: third }), { id: 'c', tendered: 10_000 }, 5)
    const document = documentOf(sale)
    expect(document.aib).toBe('A')
    expect(document.lines.map(({ lineId }) => lineId)).toEqual(['a', 'b'])
    expect(document.payments).toEqual([{ means: 'cash', amount: 6658 }])
    expect(taxedLines(sale, taxOf, 'nearest').map(({ lineId }) => lineId)).toEqual(['a', 'b'])
    expect(documentOfCancellation(document)).toMatchObject({ kind: 'credit', aib: 'A' })
  })

  test('when the till took another AIB, the payments are still its total', () => {
    const mobile = (amount: number): Payment => ({
      id: 'm',
      type: 'MOBILE_MONEY',
      amount,
      phoneOperator: null,
      transactionReference: null,
    })
    const sale = { ...settled({ records: third }), payments: [mobile(6700)] }
    expect(documentOf(sale).payments).toEqual([{ means: 'mobile', amount: 6658 }])
    expect(documentOf({ ...sale, payments: [mobile(6600)] }).payments).toEqual([
      { means: 'cash', amount: 58 },
      { means: 'mobile', amount: 6600 },
    ])
  })

  // A specific tax, as in the tenth, is on no shelf of a pharmacy.
  test.each([8, 9])('the till asks what the tax office of Bénin certified: homologation %i', (number) => {
    const { document, total } = homologation.find((each) => each.number === number)!
    const groups = new Map(document.lines.map(({ lineId, group, rate }) => [lineId, { group, rate }]))
    const sale = settled(
      {
        records: document.lines.map(({ lineId, price, quantity }) => record(lineId, price, quantity)),
        buyer: sobebra(document.aib!),
      },
      { aib: { rounding: 'nearest', taxOf: (id) => groups.get(id) ?? null } },
    )
    expect(saleBalance(sale, 5).total).toBe(total)
  })

  test('a return gives the goods back and the AIB never, to the last box', () => {
    const sold = { ...payCash(settled({ records: third }), { id: 'c', tendered: 6660 }, 5), rounding: -2 }
    const [levy] = levyOf(sold)
    expect(refundOf(sold, [], [{ lineId: levy!.id, quantity: 1 }], { inCash: false, cashStep: 5 })).toMatchObject({
      ok: false,
    })
    const lines = third.map(({ id, quantity }) => ({ lineId: id, quantity }))
    const back = refundOf(sold, [], lines, { inCash: false, cashStep: 5 })
    expect(back).toMatchObject({ ok: true, total: 6600, refunds: [{ type: 'CASH', amount: 6600 }] })
    const credit = documentOfReturn(
      sold,
      { lines, refunds: [{ type: 'CASH', amount: 6600 }] },
      { ...aibFacts, client: null, operator: 'Aurèle', aib: 'A' },
    )
    expect(credit).toMatchObject({ document: { kind: 'credit', aib: null, payments: [{ amount: 6600 }] } })
  })
})

// ── laws ──
const anyRecords = fc
  .array(
    fc.record({
      group: fc.constantFrom('a', 'b'),
      price: fc.integer({ min: 0, max: 300_000 }),
      quantity: fc.integer({ min: 1, max: 40 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((lines) =>
    lines.map(({ group, price, quantity }, place): SaleRecord => record(`${group}${place}`, price, quantity)),
  )
const anyDiscount: fc.Arbitrary<Payment> = fc.oneof(
  fc.integer({ min: 0, max: 1_000_000 }).map((amount) => ({ id: 'd', type: 'DISCOUNT' as const, amount })),
  fc.integer({ min: 0, max: 100 }).map((percent) => ({ id: 'd', type: 'DISCOUNT' as const, amount: 0, percent })),
)
const anySale = fc.record({
  records: anyRecords,
  discounts: fc.array(anyDiscount, { maxLength: 1 }),
  aib: fc.constantFrom<Aib>('A', 'B'),
  payers: anyPayers,
})

test('Σ groups + AIB of the document = total of the sale − discount; Σ payments too', () => {
  fc.assert(
    fc.property(anySale, ({ records, discounts, aib, payers }) => {
      const sale = settled(
        {
          records,
          payments: discounts,
          buyer: sobebra(aib),
          patient: { id: 'p', firstName: 'Clarisse', lastName: 'Agbodjan' },
        },
        { payers },
      )
      const { total } = saleBalance(sale, 5)
      expect(total).toBe(goodsTotal(sale) + leviedIn(sale))
      const built = documentOfSale(sale, { ...aibFacts, client: null, operator: 'Aurèle', aib })
      const net = total - discountTotal(sale.payments)
      if (built.kind !== 'complete') {
        expect([built.kind, net]).toEqual(['nothing', 0])
        return
      }
      const totals = fiscalTotals(built.document, 'nearest')
      expect([totals.aib, totals.total]).toEqual([leviedIn(sale), net])
      expect(sum(totals.groups.map((group) => group.total)) + totals.aib).toBe(net)
      expect(sum(built.document.payments.map(({ amount }) => amount))).toBe(net)
      expect(settleSale(sale, { ...rules, payers })).toBe(sale)
    }),
    { numRuns: runs(300) },
  )
})

test('AIB is at most its rate of what the goods bring, and as much as is left of the base', () => {
  fc.assert(
    fc.property(anySale, ({ records, discounts, aib }) => {
      const sale = settled({ records, payments: discounts, buyer: sobebra(aib) })
      const net = goodsTotal(sale) - discountTotal(sale.payments)
      expect(leviedIn(sale)).toBeGreaterThanOrEqual(0)
      expect(leviedIn(sale)).toBeLessThanOrEqual((net * aibRates[aib]) / 10_000 + 1)
      expect(aibOn(sale, aib, aibFacts)).toBe(leviedIn(sale))
      expect(aibFault(toNewSale(sale, sending))).toBe(null)
    }),
    { numRuns: runs(200) },
  )
})
const sending = { terminalId: 't', sellerRoles: [], soldAt: '2026-11-29T11:42:00.000Z', registerId: 'r', cashStep: 5 }

test('whatever comes back, in any steps, the refunds are the goods and never more', () => {
  fc.assert(
    fc.property(anySale, fc.array(fc.nat(), { maxLength: 4 }), ({ records, discounts, aib }, cuts) => {
      const unpaid = settled({ records, payments: discounts, buyer: sobebra(aib) })
      const owed = cashDue(saleBalance(unpaid, 5).remainder, 5)
      const sale = owed > 0 ? payCash(unpaid, { id: 'c', tendered: owed }, 5) : unpaid
      const sold = { ...sale, rounding: saleBalance(sale, 5).rounding }
      const made: MadeReturn[] = []
      const left = new Map(records.map(({ id, quantity }) => [id, quantity]))
      for (const cut of [...cuts, Infinity]) {
        const lines = [...left].flatMap(([lineId, most]) => {
          const quantity = Math.min(most, cut)
          return quantity > 0 ? [{ lineId, quantity }] : []
        })
        const back = refundOf(sold, made, lines, { inCash: false, cashStep: 5 })
        if (!back.ok) throw new Error(back.reason)
        for (const { lineId, quantity } of lines) left.set(lineId, left.get(lineId)! - quantity)
        made.push(back)
      }
      const refunded = made.flatMap(({ refunds }) => refunds)
      const money = sum(refunded.filter(({ paymentId }) => paymentId !== 'd').map(({ amount }) => amount))
      const net = goodsTotal(sold) - discountTotal(sold.payments)
      expect(sum(made.map(({ total }) => total))).toBe(sum(records.map(lineTotal)))
      expect(sum(refunded.filter(({ paymentId }) => paymentId === 'd').map(({ amount }) => amount))).toBe(
        discountTotal(sold.payments),
      )
      // Coins of 5: what is kept is the AIB, to half a coin.
      expect(Math.abs(money - net)).toBeLessThan(5)
    }),
    { numRuns: runs(200) },
  )
})

test('withAib leaves the services as they are', () => {
  const services = [aVoucher({ id: 'v1' }), aVoucher({ id: 'v2', price: 300 })]
  expect(withAib(open({ records: third, vouchers: services, buyer: null }), aibFacts)).toEqual(services)
})
