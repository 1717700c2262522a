import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  documentOfCancellation,
  documentOfReturn,
  documentOfSale,
  taxedLines,
  type DocumentFacts,
  type LineTax,
} from '#shared/domain/fiscal/document-of-sale.ts'
import { fiscalTotals, type FiscalDocument } from '#shared/domain/fiscal/fiscal-document.ts'
import { minor, sum } from '#shared/domain/money.ts'
import type { Payment } from '#shared/domain/payment.ts'
import { cashHandedBack, refundOf, type MadeReturn } from '#shared/domain/returns.ts'
import { cashDue, lineTotal, type SaleContent, type SaleRecord } from '#shared/domain/sale.ts'

const exempt: LineTax = { group: 'A', rate: 0 }
const taxed: LineTax = { group: 'B', rate: 1800 }
const facts = (taxes: Readonly<Record<string, LineTax | null>> = {}): DocumentFacts => ({
  taxOf: (id) => (id in taxes ? taxes[id]! : exempt),
  client: null,
  operator: 'Aurèle',
  aib: null,
  rounding: 'nearest',
})
const line = (id: string, quantity: number, price: number): SaleRecord => ({
  id,
  stockItemId: `item ${id}`,
  label: `Produit ${id}`,
  quantity,
  price,
})
const cash = (amount: number, tendered = amount): Payment => ({ id: 'cash', type: 'CASH', amount, tendered })
const discount = (amount: number): Payment => ({ id: 'discount', type: 'DISCOUNT', amount })
const credit = (amount: number): Payment => ({
  id: 'credit',
  type: 'CREDIT',
  amount,
  creditMetadata: { person: 'client' },
})
function sale(records: SaleRecord[], payments: Payment[]): SaleContent {
  return { records, vouchers: [], payments }
}
function complete(of: SaleContent, given = facts()): FiscalDocument {
  const built = documentOfSale(of, given)
  if (built.kind !== 'complete') throw new Error(built.kind)
  return built.document
}
const pricesOf = ({ lines }: FiscalDocument) => lines.map(({ quantity, price }) => [quantity, price])

describe('documentOfSale', () => {
  test('cash rounding is not told: cash is what makes the payments the total', () => {
    const { payments } = complete(sale([line('a', 1, 1002)], [cash(1000)]))
    expect(payments).toEqual([{ means: 'cash', amount: 1002 }])
  })

  test('a payer and a client who owes are credit, of one sum', () => {
    const insured: Payment = {
      id: 'insurer',
      type: 'INSURANCE',
      amount: 800,
      insuranceMetadata: { insurer: 'NSIA', coverage: 80, contractPolicy: null, voucher: 'B1' },
    }
    const { payments } = complete(sale([line('a', 1, 1000)], [insured, credit(150), cash(50)]))
    expect(payments).toEqual([
      { means: 'cash', amount: 50 },
      { means: 'credit', amount: 950 },
    ])
  })

  test('a discount lowers the prices, and is no payment', () => {
    const document = complete(sale([line('a', 2, 1000), line('b', 1, 500)], [discount(250), cash(2250)]))
    expect(document.lines).toMatchObject([
      { lineId: 'a', quantity: 2, price: 900, originalPrice: 1000, priceModification: 'Remise' },
      { lineId: 'b', quantity: 1, price: 450, originalPrice: 500 },
    ])
    expect(document.payments).toEqual([{ means: 'cash', amount: 2250 }])
  })

  test('an amount that does not divide by the quantity is told in two lines', () =>
    expect(pricesOf(complete(sale([line('a', 3, 1000)], [discount(100), cash(2900)])))).toEqual([
      [1, 966],
      [2, 967],
    ]))

  test('what was given away stays out, and a sale of gifts is no document', () => {
    const gift = line('b', 1, 0)
    expect(pricesOf(complete(sale([line('a', 1, 1000), gift], [cash(1000)])))).toEqual([[1, 1000]])
    expect(documentOfSale(sale([gift], []), facts()).kind).toBe('nothing')
    expect(documentOfSale(sale([line('a', 1, 300)], [discount(300)]), facts()).kind).toBe('nothing')
  })

  test('a line whose group nobody knows is named, and nothing is guessed', () =>
    expect(documentOfSale(sale([line('a', 1, 1000), line('b', 1, 10)], [cash(1010)]), facts({ b: null }))).toEqual({
      kind: 'incomplete',
      lineIds: ['b'],
    }))
})

const step = 5
/** Closed sales with a discount, a debt and cash, whose lines are in two groups. */
const closedSales = fc
  .record({
    lines: fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 12 }), price: fc.nat(20_000) }), {
      minLength: 1,
      maxLength: 6,
    }),
    discounted: fc.integer({ min: 0, max: 100 }),
    owed: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ lines, discounted, owed }) => {
    const records = lines.map(({ quantity, price }, place) => line(String(place), quantity, price))
    const total = sum(records.map(lineTotal))
    const off = Math.floor((total * discounted) / 100)
    const debt = Math.floor(((total - off) * owed) / 100)
    const due = cashDue(minor(total - off - debt), step)
    const payments = [
      ...(off > 0 ? [discount(off)] : []),
      ...(debt > 0 ? [credit(debt)] : []),
      ...(due > 0 ? [cash(due)] : []),
    ]
    return { ...sale(records, payments), rounding: total - off - debt - due, total }
  })
const taxes = facts({ 1: taxed, 3: taxed, 5: taxed })

test('law: lines, groups and payments are the total of the sale without its discount', () => {
  fc.assert(
    fc.property(closedSales, (closed) => {
      const built = documentOfSale(closed, taxes)
      const off = closed.payments.find(({ type }) => type === 'DISCOUNT')?.amount ?? 0
      if (built.kind === 'nothing') {
        expect(closed.total - off).toBe(0)
        return
      }
      if (built.kind !== 'complete') throw new Error(built.kind)
      const { lines, payments, aib } = built.document
      const { total } = fiscalTotals({ lines, aib }, 'nearest')
      expect(total).toBe(closed.total - off)
      expect(sum(payments.map(({ amount }) => amount))).toBe(total)
      for (const { price, quantity, originalPrice = price } of lines) {
        expect(Number.isInteger(price) && price > 0 && quantity > 0).toBe(true)
        expect(originalPrice).toBeGreaterThanOrEqual(price)
      }
    }),
  )
})

test('law: credit notes are what was given back, and all of them together are the invoice', () => {
  fc.assert(
    fc.property(closedSales, fc.infiniteStream(fc.nat(12)), (closed, draws) => {
      const invoiced = documentOfSale(closed, taxes)
      fc.pre(invoiced.kind === 'complete')
      const left = new Map(closed.records.map(({ id, quantity }) => [id, quantity]))
      const earlier: MadeReturn[] = []
      let credited = 0
      const giveBack = (lines: { lineId: string; quantity: number }[]) => {
        const verdict = refundOf(closed, earlier, lines, { inCash: false, cashStep: step })
        if (!verdict.ok) throw new Error(verdict.reason)
        earlier.push(verdict)
        const built = documentOfReturn(closed, verdict, taxes)
        const amount = built.kind === 'complete' ? fiscalTotals(built.document, 'nearest').total : minor(0)
        const others = verdict.refunds.filter(({ type }) => type !== 'CASH' && type !== 'DISCOUNT')
        expect(amount).toBe(cashHandedBack(verdict) + verdict.rounding + sum(others.map((refund) => refund.amount)))
        if (built.kind === 'complete') expect(sum(built.document.payments.map((paid) => paid.amount))).toBe(amount)
        credited += amount
      }
      for (const { id } of closed.records) {
        const quantity = Math.min(left.get(id)!, draws.next().value ?? 0)
        if (quantity === 0) continue
        left.set(id, left.get(id)! - quantity)
        giveBack([{ lineId: id, quantity }])
        expect(credited).toBeLessThanOrEqual(fiscalTotals(invoiced.document, 'nearest').total)
      }
      const rest = [...left].flatMap(([lineId, quantity]) => (quantity > 0 ? [{ lineId, quantity }] : []))
      if (rest.length > 0) giveBack(rest)
      expect(credited).toBe(fiscalTotals(invoiced.document, 'nearest').total)
    }),
  )
})

test('the credit note of a cancellation is all of the invoice', () => {
  const invoiced = complete(sale([line('a', 3, 1000)], [discount(100), cash(2900)]))
  const note = documentOfCancellation(invoiced)
  expect(note.kind).toBe('credit')
  expect(fiscalTotals(note, 'nearest')).toEqual(fiscalTotals(invoiced, 'nearest'))
})

test('law: the lines of a sale carry the taxes of its document, to the unit', () => {
  fc.assert(
    fc.property(closedSales, (closed) => {
      const built = documentOfSale(closed, taxes)
      const lines = taxedLines(closed, taxes.taxOf, 'nearest')
      const document = built.kind === 'complete' ? fiscalTotals(built.document, 'nearest') : null
      expect(sum(lines.map(({ total }) => total))).toBe(document?.total ?? 0)
      expect(sum(lines.map(({ taxAmount }) => taxAmount!))).toBe(sum(document?.groups.map(({ tax }) => tax) ?? []))
      for (const { total, taxAmount } of lines) expect(taxAmount).toBeLessThanOrEqual(total)
    }),
  )
})

test('a line of an unknown group has no tax, and takes none of the others', () =>
  expect(
    taxedLines(sale([line('a', 1, 1180), line('b', 1, 500)], []), facts({ a: taxed, b: null }).taxOf, 'nearest'),
  ).toEqual([
    { lineId: 'a', tax: taxed, total: 1180, taxAmount: 180 },
    { lineId: 'b', tax: null, total: 500, taxAmount: null },
  ]))
