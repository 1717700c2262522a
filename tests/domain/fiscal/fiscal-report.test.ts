import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fiscalTotals, type FiscalDocument } from '#shared/domain/fiscal/fiscal-document.ts'
import { fiscalReport } from '#shared/domain/fiscal/fiscal-report.ts'
import { sum } from '#shared/domain/money.ts'

const document = (
  kind: FiscalDocument['kind'],
  lines: [label: string, group: 'A' | 'B', quantity: number, price: number][],
  paid = true,
): FiscalDocument => {
  const built: FiscalDocument = {
    kind,
    isExport: false,
    lines: lines.map(([label, group, quantity, price]) => ({
      lineId: label,
      label,
      group,
      rate: group === 'A' ? 0 : 1800,
      quantity,
      price,
    })),
    payments: [],
    client: null,
    operator: 'Aurèle',
    aib: null,
  }
  const { total } = fiscalTotals(built, 'nearest')
  return paid ? { ...built, payments: [{ means: 'cash', amount: total }] } : built
}

test('groups, means and articles of the day, less what came back', () => {
  const report = fiscalReport(
    [
      document('sale', [
        ['Doliprane', 'A', 2, 1000],
        ['Crème', 'B', 1, 2360],
      ]),
      document('sale', [['Doliprane', 'A', 1, 1000]]),
      document('credit', [['Doliprane', 'A', 1, 1000]]),
    ],
    'nearest',
  )
  expect(report).toMatchObject({
    invoices: { count: 2, total: 5360 },
    credits: { count: 1, total: 1000 },
    groups: [
      { group: 'A', rate: 0, net: 2000, tax: 0, total: 2000 },
      { group: 'B', rate: 1800, net: 2000, tax: 360, total: 2360 },
    ],
    means: [{ means: 'cash', amount: 4360 }],
    articles: [
      { label: 'Crème', quantity: 1, total: 2360 },
      { label: 'Doliprane', quantity: 2, total: 2000 },
    ],
  })
})

test('nothing sold is a report of nothing', () => {
  expect(fiscalReport([], 'nearest')).toMatchObject({ invoices: { count: 0, total: 0 }, groups: [], articles: [] })
})

test('Σ groups = Σ means = Σ articles = invoiced − credited; reports of parts add up to the whole', () => {
  const line = fc.tuple(
    fc.constantFrom('Doliprane', 'Crème', 'Sérum'),
    fc.constantFrom('A' as const, 'B' as const),
    fc.integer({ min: 1, max: 40 }),
    fc.integer({ min: 1, max: 90_000 }),
  )
  const documents = fc.array(
    fc
      .tuple(fc.constantFrom('sale' as const, 'credit' as const), fc.array(line, { minLength: 1, maxLength: 5 }))
      .map(([kind, lines]) => document(kind, lines)),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(documents, fc.nat(), (all, cut) => {
      const { invoices, credits, groups, means, articles } = fiscalReport(all, 'nearest')
      const balance = invoices.total - credits.total
      for (const part of [groups, articles]) expect(sum(part.map(({ total }) => total))).toBe(balance)
      expect(sum(means.map(({ amount }) => amount))).toBe(balance)
      for (const { net, tax, total } of groups) expect(net + tax).toBe(total)
      const at = all.length === 0 ? 0 : cut % all.length
      const parts = [all.slice(0, at), all.slice(at)].map((part) => fiscalReport(part, 'nearest'))
      expect(sum(parts.map((part) => part.invoices.total))).toBe(invoices.total)
      expect(sum(parts.flatMap((part) => part.groups.map(({ tax }) => tax)))).toBe(sum(groups.map(({ tax }) => tax)))
    }),
  )
})
