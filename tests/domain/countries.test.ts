import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countryData } from '#shared/domain/countries/country-data.ts'
import {
  countryCodes,
  countryName,
  countryStart,
  currencyOf,
  firmNumbers,
  francZone,
  taxLine,
  timeZoneOf,
} from '#shared/domain/countries/country-facts.ts'
import { withoutCurrency } from '#shared/domain/countries/currency-words.ts'
import { denominationsOf } from '#shared/domain/register/denominations.ts'

const words = (code: string) => [firmNumbers(code).taxId.name, firmNumbers(code).tradeRegister]

test('the numbers of a firm have the names of its country', () => {
  expect([words('BJ'), words('CI'), words('CM')]).toEqual([
    ['IFU', 'RCCM'],
    ['NCC', 'RCCM'],
    ['NIU', 'RCCM'],
  ])
  expect(words('JP')).toEqual(['N° fiscal', 'Registre du commerce'])
  expect(taxLine('1902847K', 'CI')).toBe('NCC 1902847K')
  expect([taxLine(null, 'CI'), taxLine('', 'CI')]).not.toContain('NCC')
})

test('the usual form of a tax number is known where it is certain', () => {
  const { form } = firmNumbers('BJ').taxId
  expect(form?.pattern.test('3201900000017')).toBe(true)
  expect(form?.pattern.test('320190000001')).toBe(false)
  expect(firmNumbers('JP').taxId.form).toBeUndefined()
})

test('all countries of the two CFA francs are known, and no other', () => {
  expect(francZone.toSorted()).toEqual('BF BJ CF CG CI CM GA GQ GW ML NE SN TD TG'.split(' '))
  for (const code of francZone) expect(currencyOf(countryStart(code)!.currency.code).symbol).toMatch(/^F ?CFA$/)
})

test('a country starts with its currency, its coins in minor units and its operators', () => {
  expect(countryStart('BJ')).toEqual({
    code: 'BJ',
    name: 'Bénin',
    locale: 'fr-BJ',
    currency: { code: 'XOF', symbol: 'F CFA', decimals: 0 },
    cashRoundingStep: 5,
    denominations: [10_000, 5000, 2000, 1000, 500, 250, 200, 100, 50, 25, 10, 5, 1],
    phoneOperators: ['MTN MoMo', 'Moov Money', 'Celtiis Cash'],
  })
  expect(countryStart('TN')).toMatchObject({ cashRoundingStep: 50, currency: { decimals: 3 } })
  expect(countryStart('CH')).toMatchObject({ name: 'Suisse', currency: { code: 'CHF', decimals: 2 } })
  expect(countryStart('ZZ')).toBeUndefined()
})

test('every country of the world has a name, a time zone that exists and money that can be counted', () => {
  expect(new Set(countryCodes).size).toBe(countryCodes.length)
  for (const code of countryCodes) {
    const start = countryStart(code)!
    expect(start.name, code).not.toBe(code)
    expect(start.currency.symbol, code).not.toBe('')
    expect(
      start.denominations.every((value) => Number.isSafeInteger(value) && value > 0),
      code,
    ).toBe(true)
    expect(Number.isSafeInteger(start.cashRoundingStep) && start.cashRoundingStep > 0, code).toBe(true)
    // Notes and coins: a drawer of coins alone counts nothing.
    expect(denominationsOf(start).length, code).toBeGreaterThan(2)
  }
  const zones = new Set(Intl.supportedValuesOf('timeZone'))
  for (const code of Object.keys(countryData)) expect(zones, code).toContain(timeZoneOf(code))
  expect(timeZoneOf('CH')).toBe('Europe/Zurich')
  expect([timeZoneOf('ZZ'), countryName('ZZZ')]).toEqual([undefined, 'ZZZ'])
})

test('a phone number has the digits of its country', () => {
  const digitsOf = (code: string): string =>
    countryData[code]!.phone.groups.map((sizes) => sizes.reduce((sum, size) => sum + size, 0)).join(' or ')
  const codes = Object.keys(countryData).toSorted()
  const all = [...new Set(codes.map(digitsOf))].map(
    (digits) => `${digits}: ${codes.filter((code) => digitsOf(code) === digits).join(' ')}`,
  )
  expect(all.toSorted()).toEqual([
    '10 or 8: BJ NG',
    '10: CI',
    '7: KM',
    '8 or 7: GA',
    '8: BF BI CF DJ ML MR NE TD TG TN',
    '9 or 7 or 8 or 10: CD',
    '9 or 7: GW',
    '9 or 8: CM DZ GN',
    '9: CG FR GH GQ MA MG RW SN',
  ])
})

test('with the 0 that is dialled within the country it has one more', () => {
  const withTrunk = Object.entries(countryData).flatMap(([code, { phone }]) =>
    phone.withTrunk ? [`${code} ${phone.withTrunk.join(' or ')}`] : [],
  )
  expect(withTrunk.toSorted()).toEqual([
    'CD 8 or 9 or 10 or 11',
    'DZ 9 or 10',
    'FR 10',
    'GA 9',
    'GH 10',
    'MA 10',
    'MG 10',
    'NG 9 or 11',
    'RW 10',
  ])
})

test.each(['1250 F CFA', '1250 FCFA', '1250F.CFA', '1250 XOF', 'XOF 1250', '1250 f', '1250 €', '1250 GNF.', '1250 DH'])(
  '« %s » is 1250',
  (text) => expect(withoutCurrency(text)).toBe('1250'),
)

test('an amount is the same with the name of any currency', () => {
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom(...countryCodes), (amount, code) => {
      const { currency } = countryStart(code)!
      if (countryData[code]) expect(withoutCurrency(`${amount} ${currency.code}`)).toBe(String(amount))
      expect(withoutCurrency(String(amount))).toBe(String(amount))
    }),
  )
})
