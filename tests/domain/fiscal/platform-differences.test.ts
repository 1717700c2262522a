import fc from 'fast-check'
import { expect, test } from 'vitest'
import { platformDifferences, type PlatformFacts } from '#shared/domain/fiscal/platform-differences.ts'
import { fiscalProfile } from '#shared/domain/fiscal/profiles.ts'
import { taxRateOf } from '#shared/domain/fiscal/tax-rates.ts'
import { taxGroups, type TaxGroup } from '#shared/domain/fiscal/tax.ts'

const profile = fiscalProfile('e-mecef')
const rateOf = (group: TaxGroup) => taxRateOf('BJ', group, '2026-11-29')
/** As the platform of Bénin answers. */
const same: PlatformFacts = {
  rates: { a: 0, b: 1800, c: 0, d: 1800, e: 0, f: 0, aiba: 100, aibb: 500 },
  invoiceTypes: ['FV', 'FA', 'EV', 'EA'],
  paymentTypes: ['ESPECES', 'VIREMENT', 'CARTEBANCAIRE', 'MOBILEMONEY', 'CHEQUES', 'CREDIT', 'AUTRE'],
}
const differencesOf = (facts: PlatformFacts) => platformDifferences(profile, rateOf, facts)

test('a platform that says what we have differs in nothing, nor does one that says nothing', () => {
  expect(differencesOf(same)).toEqual([])
  expect(differencesOf({ rates: null, invoiceTypes: null, paymentTypes: null })).toEqual([])
})

test('another rate, another AIB, and codes that it does not know are told; codes that only it knows are not', () => {
  expect(
    differencesOf({
      rates: { ...same.rates, b: 2000, aibb: 300, g: 900 },
      invoiceTypes: ['FV', 'FA', 'NEW'],
      paymentTypes: same.paymentTypes!.filter((type) => type !== 'AUTRE'),
    }),
  ).toEqual([
    { about: 'rate', code: 'B', ours: 1800, theirs: 2000 },
    { about: 'rate', code: 'AIBB', ours: 500, theirs: 300 },
    { about: 'invoice-type', code: 'EV', ours: null, theirs: null },
    { about: 'invoice-type', code: 'EA', ours: null, theirs: null },
    { about: 'payment-type', code: 'AUTRE', ours: null, theirs: null },
  ])
})

test('each rate that is told otherwise is one difference, and no other', () => {
  const told = fc.dictionary(
    fc.constantFrom(...taxGroups.map((group) => group.toLowerCase())),
    fc.integer({ min: 0, max: 3000 }),
  )
  fc.assert(
    fc.property(told, (rates) => {
      const found = differencesOf({ ...same, rates })
      expect(found.map(({ code }) => code)).toEqual(
        taxGroups.filter(
          (group) => rates[group.toLowerCase()] !== undefined && rates[group.toLowerCase()] !== rateOf(group),
        ),
      )
    }),
  )
})
