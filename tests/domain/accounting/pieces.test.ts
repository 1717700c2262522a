import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accountForm, accountOf, accountRoles, chartOf } from '#shared/domain/accounting/chart.ts'
import type { Fact, FactContent, GroupSum } from '#shared/domain/accounting/facts.ts'
import { latePiece, pieceOf, reversalOf, type Line, type Piece } from '#shared/domain/accounting/pieces.ts'
import { vatStatement } from '#shared/domain/accounting/vat.ts'
import { taxGroups } from '#shared/domain/fiscal/tax.ts'
import { sum } from '#shared/domain/money.ts'

const factOf = (content: FactContent): Fact => ({ key: 'k', day: '2026-10-12', content })
const linesOf = (content: FactContent) => pieceOf(factOf(content))?.lines ?? []
/** By account, above 0 a debit. */
const balances = (lines: readonly Line[]) =>
  Object.fromEntries(
    lines.map(({ account, third, debit, credit }) => [third ? `${account} ${third}` : account, debit - credit]),
  )
const isBalanced = ({ lines }: Piece) =>
  sum(lines.map(({ debit }) => debit)) === sum(lines.map(({ credit }) => credit)) &&
  lines.every(({ debit, credit }) => debit >= 0 && credit >= 0 && (debit === 0) !== (credit === 0))

const insuredSale = {
  number: 7,
  groups: [
    { group: 'A', gross: 1000, taxed: 950, tax: 0 },
    { group: 'B', gross: 1180, taxed: 1180, tax: 180 },
  ],
  levied: 20,
  rounding: 5,
  stampDuty: 100,
  payments: [
    { type: 'INSURANCE', amount: 1500, third: 'sunu' },
    { type: 'DISCOUNT', amount: 50, third: null },
    { type: 'CASH', amount: 645, third: null },
  ],
} as const

test('a sale is booked by tax group and by what paid it, with discount, AIB, rounding and stamp', () => {
  expect(balances(linesOf({ kind: 'sale', ...insuredSale }))).toEqual({
    'insurers sunu': 1500,
    discounts: 50,
    cash: 745,
    loss: 5,
    'sales.A': -1000,
    'sales.B': -1000,
    'vat.B': -180,
    aib: -20,
    'stamp-duty': -100,
  })
})

test('what undoes a sale takes every account back, and its rounding as the opposite result', () => {
  const sold = balances(linesOf({ kind: 'sale', ...insuredSale }))
  const undone = balances(linesOf({ kind: 'undone-sale', ...insuredSale }))
  const { loss, ...others } = sold
  expect(undone).toEqual({
    ...Object.fromEntries(Object.entries(others).map(([name, value]) => [name, -value])),
    gain: -loss!,
  })
})

describe('what the other ledgers say', () => {
  const cases: [FactContent, Record<string, number>][] = [
    [
      {
        kind: 'return',
        number: 1,
        saleNumber: 7,
        groups: [{ group: 'B', gross: 1180, taxed: 1180, tax: 180 }],
        rounding: 0,
        refunds: [{ type: 'CASH', amount: 1180, third: null }],
      },
      { 'sales.B': 1000, 'vat.B': 180, cash: -1180 },
    ],
    [
      { kind: 'collection', type: 'MOBILE_MONEY', amount: 300, operator: 'MTN', third: 'kossi' },
      { 'mobile-money MTN': 300, 'clients kossi': -300 },
    ],
    [
      { kind: 'deposit', amount: 900 },
      { transfers: 900, cash: -900 },
    ],
    [
      { kind: 'banked', amount: 900 },
      { bank: 900, transfers: -900 },
    ],
    [
      { kind: 'disbursement', number: 1, amount: 40, reasonId: 'r', supplier: null, payer: null },
      { 'reason.r': 40, cash: -40 },
    ],
    [
      { kind: 'disbursement', number: 1, amount: 40, reasonId: 'r', supplier: 'ubi', payer: null },
      { 'suppliers ubi': 40, cash: -40 },
    ],
    [
      {
        kind: 'disbursement',
        number: 1,
        amount: 40,
        reasonId: 'r',
        supplier: null,
        payer: { third: 'sunu', isInsurer: true },
      },
      { 'insurers sunu': 40, cash: -40 },
    ],
    [
      {
        kind: 'gap',
        number: 1,
        gaps: [
          { type: 'CASH', operator: null, gap: -25 },
          { type: 'MOBILE_MONEY', operator: 'MTN', gap: 10 },
        ],
      },
      { cash: -25, loss: 25, 'mobile-money MTN': 10, gain: -10 },
    ],
    [
      { kind: 'bill-payment', number: 1, third: 'sunu', isInsurer: true, means: 'TRANSFER', amount: 70 },
      { bank: 70, 'insurers sunu': -70 },
    ],
    [
      { kind: 'bill-return', number: 1, third: 'sunu', isInsurer: true, means: 'CHEQUE', amount: 70 },
      { cheques: -70, 'insurers sunu': 70 },
    ],
    [
      { kind: 'write-off', number: 1, third: 'kossi', isInsurer: false, amount: 70 },
      { 'bad-debts': 70, 'clients kossi': -70 },
    ],
    [
      { kind: 'charge', number: 1, third: 'sunu', isInsurer: true, client: 'kossi', amount: 70 },
      { 'clients kossi': 70, 'insurers sunu': -70 },
    ],
    [
      { kind: 'delivery', number: 1, note: 'BL1', third: 'ubi', net: 1000, vat: 180 },
      { purchases: 1000, 'purchase-vat': 180, 'goods-not-invoiced ubi': -1180 },
    ],
    [
      { kind: 'delivery', number: 1, note: 'BL1', third: 'ubi', net: 1000, vat: 180, aib: 10 },
      { purchases: 1000, 'purchase-vat': 180, 'aib-suffered': 10, 'goods-not-invoiced ubi': -1190 },
    ],
    [
      { kind: 'statement', number: 1, reference: 'R1', third: 'ubi', total: 1180 },
      { 'goods-not-invoiced ubi': 1180, 'suppliers ubi': -1180 },
    ],
    [
      { kind: 'claim-credit', number: '1', third: 'ubi', amount: 80 },
      { 'suppliers ubi': 80, 'goods-not-invoiced ubi': -80 },
    ],
    [
      { kind: 'supplier-return', number: 1, third: 'ubi', amount: 80 },
      { 'credits-awaited ubi': 80, purchases: -80 },
    ],
    [
      { kind: 'return-credit', number: '1', third: 'ubi', amount: 80, isApart: true },
      { 'suppliers ubi': 80, 'credits-awaited ubi': -80 },
    ],
    [
      { kind: 'return-credit', number: '1', third: 'ubi', amount: 80, isApart: false },
      { 'goods-not-invoiced ubi': 80, 'credits-awaited ubi': -80 },
    ],
    [
      { kind: 'given-up', number: 1, third: 'ubi', amount: 80 },
      { loss: 80, 'credits-awaited ubi': -80 },
    ],
    [
      { kind: 'supplier-payment', number: 1, third: 'ubi', means: 'TRANSFER', amount: 80 },
      { 'suppliers ubi': 80, bank: -80 },
    ],
    [
      { kind: 'stock', change: -600 },
      { stock: -600, 'stock-variation': 600 },
    ],
    [
      { kind: 'fee', account: '6317', statement: 'mobile-money', third: 'MTN', amount: 9 },
      { 'fees.6317': 9, 'mobile-money MTN': -9 },
    ],
    [
      { kind: 'fee', account: '6315', statement: 'bank', third: null, amount: 9 },
      { 'fees.6315': 9, bank: -9 },
    ],
  ]
  test.each(cases)('$kind', (content, expected) => {
    expect(balances(linesOf(content))).toEqual(expected)
    expect(isBalanced(pieceOf(factOf(content))!)).toBe(true)
  })
})

const amount = fc.integer({ min: 0, max: 2_000_000 })
const anyGroup: fc.Arbitrary<GroupSum> = fc
  .record({ group: fc.option(fc.constantFrom(...taxGroups)), gross: amount, off: fc.nat(100), rate: fc.nat(2000) })
  .map(({ group, gross, off, rate }) => {
    const taxed = Math.max(0, gross - off)
    return { group, gross, taxed, tax: group === null ? 0 : Math.round((taxed * rate) / 12_000) }
  })
const anyMeans = fc.record({
  type: fc.constantFrom(
    'CASH',
    'MOBILE_MONEY',
    'CREDIT_CARD',
    'CHEQUE',
    'INSURANCE',
    'SOCIAL_SECURITY',
    'CREDIT',
    'CREDIT_ORG',
    'DISCOUNT',
  ),
  amount,
  third: fc.option(fc.constantFrom('a', 'b')),
})
/** Sales as tills close them: what was paid, with the rounding, is the total. */
const anySale = fc
  .record({
    number: fc.nat(),
    groups: fc.array(anyGroup, { maxLength: 4 }),
    levied: fc.nat(500),
    rounding: fc.integer({ min: -4, max: 4 }),
    stampDuty: fc.constantFrom(0, 100),
    others: fc.array(anyMeans, { maxLength: 3 }),
  })
  .map(({ others, ...sale }) => {
    const total = sum(sale.groups.map(({ gross }) => gross)) + sale.levied
    const rest = total - sale.rounding - sum(others.map((each) => each.amount))
    return { ...sale, payments: [...others, { type: 'CASH', amount: rest, third: null }] }
  })

test('a sale is balanced, leaves nothing to explain, and its accounts are its amounts', () => {
  fc.assert(
    fc.property(anySale, (sale) => {
      const piece = pieceOf(factOf({ kind: 'sale', ...sale }))
      if (!piece) return
      expect(isBalanced(piece)).toBe(true)
      const of = (begins: string) =>
        sum(piece.lines.filter(({ account }) => account.startsWith(begins)).map(({ debit, credit }) => credit - debit))
      expect(of('unexplained')).toBe(0)
      expect(of('sales') + of('vat')).toBe(sum(sale.groups.map(({ gross }) => gross)))
      expect(of('vat')).toBe(sum(sale.groups.map(({ tax }) => tax)))
      expect(of('aib')).toBe(sale.levied)
      expect(of('stamp-duty')).toBe(sale.stampDuty)
    }),
  )
})

test('what a fact leaves open is to be explained, never lost', () => {
  fc.assert(
    fc.property(anySale, fc.integer({ min: -1000, max: 1000 }), (sale, open) => {
      const wrong = { ...sale, payments: [...sale.payments, { type: 'CHEQUE', amount: open, third: null }] }
      const piece = pieceOf(factOf({ kind: 'sale', ...wrong }))
      if (!piece) return
      expect(isBalanced(piece)).toBe(true)
      expect(balances(piece.lines)['unexplained'] ?? 0).toBe(0 - open)
    }),
  )
})

test('a delivery is balanced: its goods, their VAT and its AIB are what its supplier is owed', () => {
  fc.assert(
    fc.property(amount, amount, fc.option(amount, { nil: undefined }), (net, vat, aib) => {
      const own = aib === undefined ? {} : { aib }
      const piece = pieceOf(factOf({ kind: 'delivery', number: 1, note: 'BL1', third: 'ubi', net, vat, ...own }))
      const owed = net + vat + (aib ?? 0)
      expect(piece === null).toBe(owed === 0)
      if (!piece) return
      expect(isBalanced(piece)).toBe(true)
      const { purchases, 'goods-not-invoiced ubi': due, 'aib-suffered': suffered } = balances(piece.lines)
      expect([purchases ?? 0, suffered ?? 0, due]).toEqual([net, aib ?? 0, -owed])
    }),
  )
})

test('a piece and its reversal leave every account at 0', () => {
  fc.assert(
    fc.property(anySale, (sale) => {
      const piece = pieceOf(factOf({ kind: 'sale', ...sale }))
      if (!piece) return
      const reversal = reversalOf(piece, { day: '2026-11-01', exportNumber: 3 })
      expect(isBalanced(reversal)).toBe(true)
      expect(reversal.label).toBe(`Extourne de l’export 3 : Vente ${sale.number} du 12/10/2026`)
      for (const [place, line] of piece.lines.entries())
        expect(reversal.lines[place]).toEqual({ ...line, debit: line.credit, credit: line.debit })
    }),
  )
})

test('a late piece has its own day in its text', () => {
  const late = latePiece(pieceOf(factOf({ kind: 'deposit', amount: 5 }))!, '2026-11-01')
  expect(late).toMatchObject({ day: '2026-11-01', label: 'Versement en banque du 12/10/2026, après clôture' })
})

test('VAT: what is sold and undone comes to nothing', () => {
  fc.assert(
    fc.property(fc.array(anySale, { maxLength: 5 }), (sold) => {
      const facts = sold.flatMap((sale) => [
        factOf({ kind: 'sale', ...sale }),
        factOf({ kind: 'undone-sale', ...sale }),
      ])
      const { lines, aib } = vatStatement(facts)
      expect(aib).toBe(0)
      for (const { net, tax } of lines) expect([net, tax]).toEqual([0, 0])
    }),
  )
})

test('the VAT of sales, of what came back and of deliveries', () => {
  expect(
    vatStatement([
      factOf({ kind: 'sale', ...insuredSale }),
      factOf({
        kind: 'return',
        number: 1,
        saleNumber: 7,
        groups: [{ group: 'A', gross: 500, taxed: 475, tax: 0 }],
        rounding: 0,
        refunds: [],
      }),
      factOf({ kind: 'delivery', number: 1, note: '1', third: 'ubi', net: 1000, vat: 180, aib: 10 }),
      factOf({ kind: 'delivery', number: 2, note: '2', third: 'ubi', net: 500, vat: 0 }),
    ]),
  ).toEqual({
    lines: [
      { group: 'A', net: 475, tax: 0 },
      { group: 'B', net: 1000, tax: 180 },
    ],
    aib: 20,
    purchaseVat: 180,
    aibSuffered: 10,
    due: 0,
  })
})

test.each([
  // Lines of the returns, by tax group: exempt, at the rates of the country, and what is due.
  [
    'BJ',
    [
      { group: 'A', rate: 0 },
      { group: 'B', rate: 1800 },
    ],
    { BJ_1: 50_000, BJ_4: 100_000, BJ_13: 18_000 - 5400 },
  ],
  [
    'CI',
    [
      { group: 'A', rate: 0 },
      { group: 'B', rate: 1800 },
      { group: 'D', rate: 900 },
    ],
    { exempt: 50_000, at18: 100_000, at9: 100_000, due: 27_000 - 5400 },
  ],
] as const)('the VAT of a month has the lines of the return of %s', (_, rates, lines) => {
  const groups = rates.map(({ group, rate }) => {
    const net = rate === 0 ? 50_000 : 100_000
    const tax = (net * rate) / 10_000
    return { group, gross: net + tax, taxed: net + tax, tax }
  })
  const payments = [{ type: 'CASH', amount: sum(groups.map(({ gross }) => gross)), third: null }]
  const { lines: told, due } = vatStatement([
    factOf({ kind: 'sale', number: 1, groups, levied: 0, rounding: 0, stampDuty: 0, payments }),
    factOf({ kind: 'delivery', number: 1, note: '1', third: 'ubi', net: 30_000, vat: 5400 }),
  ])
  expect([...told.map(({ net }) => net), due]).toEqual(Object.values(lines))
})

describe('the chart', () => {
  const chart = chartOf('BJ')
  test('every role has a number and a name', () => {
    for (const role of accountRoles) {
      const { code, name } = accountOf(role, chart, {}, new Map())
      expect(code).toMatch(accountForm)
      expect(name).not.toBe('')
    }
    expect([chartOf('BJ').isPrescribed, chartOf('MA').isPrescribed]).toEqual([true, false])
  })
  test('a pharmacy has its own numbers; a reason without one is to be explained', () => {
    const names = new Map([['r', 'Transport']])
    expect(accountOf('cash', chart, { cash: '571100' }, names)).toMatchObject({
      code: '571100',
      name: 'Caisse siège social',
    })
    expect(accountOf('reason.r', chart, { 'reason.r': '6181' }, names)).toEqual({
      code: '6181',
      name: 'Transport',
      isMissing: false,
    })
    expect(accountOf('reason.r', chart, {}, names)).toEqual({ code: '4711', name: 'Débiteurs divers', isMissing: true })
  })
})
