import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fiscalTotals, type FiscalLine } from '#shared/domain/fiscal/fiscal-document.ts'
import { fiscalProfile } from '#shared/domain/fiscal/profiles.ts'
import { rateOn, splitTax, taxGroupOf, taxGroups, type TaxGroup } from '#shared/domain/fiscal/tax.ts'
import { taxRateOf } from '#shared/domain/fiscal/tax-rates.ts'
import { sum } from '#shared/domain/money.ts'
import { homologation } from '#tests/support/homologation.ts'

test('the twenty homologation invoices come to the totals of the tax office', () => {
  expect(homologation.map(({ document }) => fiscalTotals(document, 'nearest').total)).toEqual(
    homologation.map(({ total }) => total),
  )
})

test('case 10: a specific tax bears the tax, AIB is taken on all bases', () => {
  const { groups, aib, specificTax, total } = fiscalTotals(homologation[9]!.document, 'nearest')
  expect(groups).toEqual([
    { group: 'A', rate: 0, total: 1200, net: 1200, tax: 0 },
    { group: 'B', rate: 1800, total: 5990, net: 5076, tax: 914 },
  ])
  expect({ aib, specificTax, total }).toEqual({ aib: 314, specificTax: 500, total: 7504 })
})

describe('rateOn', () => {
  const rates = [
    { group: 'B' as const, from: '2026-01-01', rate: 1800 },
    { group: 'B' as const, from: '2027-01-01', rate: 2000 },
  ]
  test.each([
    ['2026-12-31', 1800],
    ['2027-01-01', 2000],
    ['2025-12-31', null],
  ])('on %s: %s', (day, rate) => expect(rateOn(rates, 'B', day)).toBe(rate))
  test('whatever the order in which they are written', () =>
    expect(rateOn(rates.toReversed(), 'B', '2028-01-01')).toBe(2000))
  test('a group without a rate has none', () => expect(rateOn(rates, 'D', '2026-06-01')).toBeNull())
})

describe('taxGroupOf', () => {
  test.each([
    ['E', 'B', 'A', 'E'],
    [null, 'B', 'A', 'B'],
    [null, null, 'A', 'A'],
    [null, null, null, null],
  ] as const)('regime %s, chosen %s, section %s: %s', (regime, chosen, ofSection, group) =>
    expect(taxGroupOf({ regime, chosen, ofSection })).toBe(group),
  )
})

describe('splitTax', () => {
  test.each([
    [3600, 1800, 'nearest', 3051],
    [5990, 1800, 'nearest', 5076],
    [100, 1800, 'nearest', 85],
    [100, 1800, 'up', 84],
    [100, 0, 'up', 100],
    [0, 1800, 'nearest', 0],
  ] as const)('%i at %i / 100 %%, %s: base %i', (total, rate, rounding, net) =>
    expect(splitTax(total, rate, rounding)).toEqual({ net, tax: total - net }),
  )
  test('law: base + tax = total, and the base is within one unit of the exact one', () => {
    const rate = fc.integer({ min: 0, max: 4000 })
    const rounding = fc.constantFrom('nearest' as const, 'up' as const)
    fc.assert(
      fc.property(fc.nat(2_000_000_000), rate, rounding, (total, by, how) => {
        const { net, tax } = splitTax(total, by, how)
        expect(net + tax).toBe(total)
        const exact = total / (1 + by / 10_000)
        expect(net).toBeLessThanOrEqual(Math.ceil(exact))
        expect(net).toBeGreaterThan(exact - 1)
      }),
    )
  })
})

const lines = fc.array(
  fc.record({
    group: fc.constantFrom(...taxGroups),
    quantity: fc.integer({ min: 1, max: 50_000 }).map((thousandths) => thousandths / 1000),
    price: fc.integer({ min: 1, max: 200_000 }),
    specificTax: fc.nat(500),
  }),
  { minLength: 1, maxLength: 12 },
)

test('law: the groups and AIB add up to the total; AIB is nothing without a choice', () => {
  const rateOf = (group: TaxGroup) => taxRateOf('BJ', group, '2026-11-28')!
  fc.assert(
    fc.property(lines, fc.constantFrom(null, 'A' as const, 'B' as const), (drawn, aib) => {
      const of: FiscalLine[] = drawn.map((line, place) => ({
        ...line,
        lineId: String(place),
        label: 'x',
        rate: rateOf(line.group),
      }))
      const totals = fiscalTotals({ lines: of, aib }, 'nearest')
      expect(sum(totals.groups.map(({ total }) => total)) + totals.aib).toBe(totals.total)
      for (const { net, tax, total } of totals.groups) expect(net + tax).toBe(total)
      if (aib === null) expect(totals.aib).toBe(0)
      expect(new Set(totals.groups.map(({ group }) => group))).toEqual(new Set(drawn.map(({ group }) => group)))
    }),
  )
})

test('each country with a platform has a rate for every group, and the platform has a code for it', () => {
  for (const [country, platform] of [
    ['BJ', 'e-mecef'],
    ['CI', 'fne'],
    ['CD', 'def'],
  ] as const)
    for (const group of taxGroups) {
      expect(taxRateOf(country, group, '2026-11-28')).not.toBeNull()
      expect(fiscalProfile(platform).groupCodes[group]).toBeTruthy()
    }
})

test('where nobody knows a rate, exempt goods have one and taxed goods none', () => {
  expect(taxRateOf('SN', 'A', '2026-11-28')).toBe(0)
  expect(taxRateOf('SN', 'B', '2026-11-28')).toBeNull()
})
