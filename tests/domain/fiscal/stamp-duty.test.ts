import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { documentOfCancellation, documentOfSale } from '#shared/domain/fiscal/document-of-sale.ts'
import { fiscalProfile } from '#shared/domain/fiscal/profiles.ts'
import { dutyOf, stampDutyOn, stampDutyToCome } from '#shared/domain/fiscal/stamp-duty.ts'
import { endSale, newLocalSale, openSale, refuseSale, resumeSale, type LocalSale } from '#shared/domain/local-sale.ts'
import { sum } from '#shared/domain/money.ts'
import { keptOf, stampDutyIn, type Payment } from '#shared/domain/payment.ts'
import { movementsOfReversal, movementsOfSale } from '#shared/domain/register/movements.ts'
import { takings } from '#shared/domain/register/takings.ts'
import { expectedCash } from '#shared/domain/register/totals.ts'
import { reviseSale } from '#shared/domain/revise-sale.ts'
import { bookedCash, correctionMoney } from '#shared/domain/correction-money.ts'
import { askInvoice, payCash } from '#shared/domain/sale-lines.ts'
import { saleBalance } from '#shared/domain/sale.ts'
import { aRecord } from '#tests/domain/support/any-sale.ts'

const fne = fiscalProfile('fne')
const rules = { duty: 100, cashStep: 5 }
const mobile = (amount: number): Payment => ({
  id: 'm',
  type: 'MOBILE_MONEY',
  amount,
  phoneOperator: null,
  transactionReference: null,
})
const made = { id: 's', identifier: 'K-1', createdAt: '2026-11-29T10:00:00.000Z' }
const aSaleOf = (price: number, payments: readonly Payment[] = []): LocalSale => ({
  ...openSale(newLocalSale(made), 'u', 'x'),
  records: [aRecord({ price })],
  payments,
})
const inCash = (price: number, tendered: number, payments: readonly Payment[] = [], duty = 100) =>
  payCash(aSaleOf(price, payments), { id: 'c', tendered }, 5, duty)
const cashOf = ({ payments }: LocalSale) => payments.find((payment) => payment.type === 'CASH')

describe('who bears it', () => {
  test('a sale with a document, of a pharmacy that takes it, in a country that has it', () => {
    expect(dutyOf(fne, { stampDuty: true }, {})).toBe(100)
    expect(dutyOf(fne, { stampDuty: false }, {})).toBe(0)
    expect(dutyOf(fiscalProfile('e-mecef'), { stampDuty: true }, {})).toBe(0)
    const onRequest = { stampDuty: true, fiscalInvoices: 'on-request' as const }
    expect([dutyOf(fne, onRequest, {}), dutyOf(fne, onRequest, { isInvoiced: true })]).toEqual([0, 100])
  })

  test('it is due when the largest part is cash, as the platform is told', () => {
    expect(stampDutyOn(aSaleOf(2350), rules)).toBe(100)
    expect(stampDutyOn(aSaleOf(2350, [mobile(2000)]), rules)).toBe(0)
    expect(stampDutyOn(aSaleOf(2350, [mobile(1175)]), rules)).toBe(100)
    expect(stampDutyOn(aSaleOf(2350, [mobile(2350)]), rules)).toBe(0)
    // Less than a coin is rounded away: nothing is handed over.
    expect(stampDutyOn(aSaleOf(2), rules)).toBe(0)
    expect(stampDutyOn(aSaleOf(0), rules)).toBe(0)
  })
})

test('a note of 5 000 for 2 350 and a duty of 100: change 2 550, and the drawer keeps 2 450', () => {
  const sale = inCash(2350, 5000)
  expect(cashOf(sale)).toEqual({ id: 'c', type: 'CASH', amount: 2350, tendered: 5000, stampDuty: 100 })
  expect(saleBalance(sale, 5)).toMatchObject({ total: 2350, remainder: 0, change: 2550 })
  const moved = movementsOfSale({ payments: sale.payments, rounding: 0 })
  expect(moved).toEqual([
    { kind: 'sale', type: 'CASH', amount: 2350 },
    { kind: 'stamp-duty', type: 'CASH', amount: 100 },
  ])
  expect([expectedCash(moved), takings(moved)]).toEqual([2450, 2350])
})

test('the duty is taken first: what is given below the sum leaves the rest to pay', () => {
  expect(saleBalance(inCash(2350, 2350), 5)).toMatchObject({ remainder: 100, change: 0 })
  expect(saleBalance(inCash(2350, 60), 5)).toMatchObject({ remainder: 2350 })
})

test('the document has it, the credit note of the whole has none', () => {
  const sale = inCash(2350, 2450)
  const facts = {
    taxOf: () => ({ group: 'A' as const, rate: 0 }),
    client: null,
    operator: 'Aurèle',
    aib: null,
    rounding: 'nearest' as const,
  }
  const built = documentOfSale(sale, facts)
  if (built.kind !== 'complete') throw new Error(built.kind)
  expect(built.document).toMatchObject({ stampDuty: 100, payments: [{ means: 'cash', amount: 2350 }] })
  expect(documentOfCancellation(built.document)).not.toHaveProperty('stampDuty')
  const plain = documentOfSale(inCash(2350, 2350, [], 0), facts)
  expect(plain.kind === 'complete' && plain.document).not.toHaveProperty('stampDuty')
})

test('a correction of nothing moves nothing: the duty that was paid counts as handed over', () => {
  const sold = inCash(2350, 5000)
  const version = reviseSale(
    { ...made, id: 's2' },
    { ...sold, number: 1, registerId: 'r', rounding: 0 },
    { userId: 'u', sessionId: 'x' },
  )
  expect(bookedCash(version)).toBe(2450)
  expect(saleBalance(version, 5)).toMatchObject({ remainder: 0, change: 0 })
  expect(correctionMoney(version, 5)?.cash).toBe(0)
  const again = payCash(version, { id: 'c', tendered: cashOf(version)!.tendered }, 5, 100)
  expect(again.payments).toEqual(version.payments)
  // The duty was raised off by mobile money: it comes back with the cash.
  const byMobile = payCash({ ...version, payments: [mobile(2000)] }, { id: 'c', tendered: 350 }, 5, 100)
  expect(correctionMoney(byMobile, 5)?.cash).toBe(350 - 2450)
})

test('a correction asks in cash for the duty before there is cash, and for the same sum after', () => {
  const sold = { ...aSaleOf(2350, [mobile(2350)]), number: 1, registerId: 'r', rounding: 0 }
  const version = { ...reviseSale({ ...made, id: 's2' }, sold, { userId: 'u', sessionId: 'x' }), payments: [] }
  const before = correctionMoney(version, 5, stampDutyToCome(version, rules))
  const paid = payCash(version, { id: 'c', tendered: 2450 }, 5, 100)
  expect(saleBalance(paid, 5)).toMatchObject({ remainder: 0, change: 0 })
  expect([before?.cash, correctionMoney(paid, 5, stampDutyToCome(paid, rules))?.cash]).toEqual([2450, 2450])
})

test('a refused sale is resumed with the duty that its customer paid, whatever the settings say by now', () => {
  const resumed = (sale: LocalSale) => resumeSale(refuseSale(endSale(sale), [{ message: 'sales:overpaid' }]), 'u', 'x')
  const again = (sale: LocalSale, settings: { stampDuty: boolean }) =>
    payCash(sale, cashOf(sale) ?? { id: 'c', tendered: 2450 }, 5, dutyOf(fne, settings, sale))
  for (const duty of [0, 100])
    for (const stampDuty of [true, false]) {
      const sale = resumed(inCash(2350, 2350 + duty, [], duty))
      expect(again(sale, { stampDuty }).payments).toEqual(sale.payments)
    }
  // Nothing was paid in cash, or the customer stands there: the settings of now.
  expect(dutyOf(fne, { stampDuty: true }, resumed(aSaleOf(2350, [mobile(2350)])))).toBe(100)
  expect(dutyOf(fne, { stampDuty: true }, askInvoice(resumed(inCash(2350, 2350, [], 0)), true))).toBe(100)
  // The server would refuse a duty that the country has no more.
  expect(dutyOf(fne, { stampDuty: true }, resumed(inCash(2350, 2600, [], 250)))).toBe(100)
})

describe('laws', () => {
  const anyPaid = fc.record({
    price: fc.integer({ min: 0, max: 100_000 }),
    tendered: fc.integer({ min: 0, max: 30_000 }).map((coins) => coins * 5),
    others: fc.option(fc.integer({ min: 1, max: 100_000 }), { nil: undefined }),
    duty: fc.constantFrom(0, 100),
  })

  test('what is handed over is what the drawer keeps and the change; a paid sale is its total, its rounding and its duty', () => {
    fc.assert(
      fc.property(anyPaid, ({ price, tendered, others, duty }) => {
        const sale = inCash(price, tendered, others === undefined ? [] : [mobile(Math.min(others, price))], duty)
        const cash = cashOf(sale)
        const { total, rounding, remainder, change, applied } = saleBalance(sale, 5)
        expect(applied + rounding + remainder).toBe(total)
        expect([0, duty]).toContain(stampDutyIn(sale.payments))
        if (!cash || remainder !== 0) return
        if (cash.amount === 0) return
        expect(keptOf(cash) + change).toBe(cash.tendered)
        const moved = movementsOfSale({ payments: sale.payments, rounding })
        expect(sum(moved.map(({ amount }) => amount))).toBe(total + stampDutyIn(sale.payments))
        expect(expectedCash(moved)).toBe(keptOf(cash))
        expect(expectedCash([...moved, ...movementsOfReversal({ payments: sale.payments, rounding })])).toBe(0)
        // Nobody pays less than without it.
        const free = inCash(price, tendered, others === undefined ? [] : [mobile(Math.min(others, price))], 0)
        expect(change).toBe(saleBalance(free, 5).change - stampDutyIn(sale.payments))
      }),
    )
  })
})
