import fc from 'fast-check'
import { expect, test } from 'vitest'
import { profileOfFile } from '#shared/domain/files/file-profile.ts'
import { tableOf } from '#shared/domain/files/table-file.ts'
import { priceListLayout, readPriceList, readPriceRow } from '#shared/domain/price-lists/price-list.ts'
import { readStatement, statementLayout } from '#shared/domain/statements/statement-file.ts'
import { signedAmount } from '#shared/domain/statements/statement-line.ts'

const format = { decimals: 'comma' as const, currencyDecimals: 0 }
const row = (fields: object) =>
  readPriceRow({ line: 2, fields: { code: '3400930', price: '1 250', ...fields } }, format)

test.each([
  ['10+1', 10, 1],
  ['10/1', 10, 1],
  ['1 pour 10', 10, 1],
  ['', 0, 0],
  ['0', 0, 0],
])('free units « %s »', (freeUnits, per, free) => {
  expect(row({ freeUnits })).toMatchObject({ outcome: 'read', row: { per, free } })
})

test.each([
  ['rupture', 'out'],
  ['0', 'out'],
  ['contingenté', 'limited'],
  ['oui', 'available'],
  ['', 'available'],
])('availability « %s » is %s', (availability, read) => {
  expect(row({ availability })).toMatchObject({ row: { availability: read } })
})

test('what cannot be read is named, a title is left aside', () => {
  expect(row({ price: 'douze' })).toMatchObject({ outcome: 'error', reasons: [{ field: 'price' }] })
  expect(row({ code: '' })).toMatchObject({ outcome: 'error', reasons: [{ field: 'code' }] })
  expect(row({ freeUnits: 'beaucoup' })).toMatchObject({ outcome: 'error', reasons: [{ field: 'freeUnits' }] })
  expect(row({ code: '', price: '', label: 'ANTALGIQUES' })).toMatchObject({ outcome: 'aside' })
})

test('columns are found by their words; a code that stands twice is an error at its second line', () => {
  const table = tableOf('Tarif', [
    ['Code CIP', 'Désignation', 'Prix de cession', 'Prix public', 'UG', 'Remise %', 'Disponibilité'],
    ['3400930000017', 'PRODUIT A', '1250', '1700', '10+1', '2,5', 'oui'],
    ['3400930000024', 'PRODUIT B', '900', '', '', '', 'rupture'],
    ['3400930000017', 'PRODUIT A', '1300', '', '', '', ''],
  ])!
  const { profile } = profileOfFile(table, priceListLayout, null)
  expect(profile.columns).toEqual({
    code: 'Code CIP',
    label: 'Désignation',
    price: 'Prix de cession',
    publicPrice: 'Prix public',
    freeUnits: 'UG',
    rebate: 'Remise %',
    availability: 'Disponibilité',
  })
  const readings = readPriceList(table, profile, { currencyDecimals: 0 })
  expect(readings.map(({ outcome }) => outcome)).toEqual(['read', 'read', 'error'])
  expect(readings[0]!.row).toEqual({
    code: '3400930000017',
    label: 'PRODUIT A',
    pack: null,
    price: '1250',
    publicPrice: 1700,
    availability: 'available',
    per: 10,
    free: 1,
    rebate: 250,
  })
  expect(readings[2]!.reasons[0]!.text).toContain('ligne 2')
})

test('a statement file: articles, whole notes, credits, and totals that are left aside', () => {
  const table = tableOf(null, [
    ['N° facture', 'Date', 'Code', 'Désignation', 'Qté', 'PU', 'Remise', 'TVA', 'Montant TTC'],
    ['88412', '05/11/2026', '3400930000017', 'PRODUIT A', '10', '1250', '0', '0', '12500'],
    ['88413', '06/11/2026', '', 'Facture 88413', '', '', '', '', '48200'],
    ['AV7', '07/11/2026', '', 'Avoir', '', '', '', '', '-1200'],
    ['88414', '', '3400930000024', 'PRODUIT B', '2', '900', '', '', ''],
    ['', '', '', 'TOTAL', '', '', '', '', '61300'],
    ['88415', '', '', '', '', '', '', '', 'cent'],
  ])!
  const { profile } = profileOfFile(table, statementLayout, null)
  const readings = readStatement(table, profile, { currencyDecimals: 0 })
  expect(readings.map(({ outcome }) => outcome)).toEqual(['read', 'read', 'read', 'read', 'aside', 'error'])
  expect(readings.slice(0, 4).map(({ row: read }) => [read!.kind, read!.amount])).toEqual([
    ['goods', 12_500],
    ['note', 48_200],
    ['credit', 1_200],
    ['goods', 1_800],
  ])
  expect(readings[0]!.row).toMatchObject({ noteNumber: '88412', day: '2026-11-05', quantity: 10, price: '1250' })
})

test('unit prices keep their decimals; the lines add up to the rounded total of the paper', () => {
  const table = tableOf(null, [
    ['N° BL', 'Date', 'Code CIP', 'Désignation', 'Qté', 'P.U. HT', 'Montant'],
    ['SL-0099', '28/11/2026', '3400935281388', 'LASILIX 40', '22', '2334,45', '51357,90'],
    ['SL-0099', '28/11/2026', '3400935291783', 'EFFERALGAN 1G', '64', '1 249,00', '79936,00'],
    ['SL-0101', '28/11/2026', '3158753', 'CLAMOXYL 500', '2', '', '201,80'],
    ['AV-7', '28/11/2026', '3158753', 'AVOIR CLAMOXYL 500', '-1', '100,90', '-100,90'],
  ])!
  const { profile } = profileOfFile(table, statementLayout, null)
  const rows = readStatement(table, profile, { currencyDecimals: 0 }).map(({ row }) => row!)
  expect(rows.map(({ kind, price, amount }) => [kind, price, amount])).toEqual([
    ['goods', '2334.45', 51_358],
    ['goods', '1249.00', 79_936],
    ['goods', '101', 202],
    ['credit', '100.90', 101],
  ])
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 100, max: 9_999_999 }), fc.boolean()), { minLength: 1, maxLength: 60 }),
      (cents) => {
        const cells = cents.map(([amount, isCredit], at) => [
          `${isCredit ? 'AV' : 'BL'}-${at}`,
          `${isCredit ? '-' : ''}${Math.floor(amount / 100)},${String(amount % 100).padStart(2, '0')}`,
        ])
        const file = tableOf(null, [['N° BL', 'Montant'], ...cells])!
        const read = readStatement(file, profileOfFile(file, statementLayout, null).profile, { currencyDecimals: 0 })
        const total = cents.reduce((sum, [amount, isCredit]) => sum + (isCredit ? -amount : amount), 0)
        const sum = read.reduce((before, { row }) => before + signedAmount(row!), 0)
        expect(Math.abs(sum * 100 - total)).toBeLessThanOrEqual(50)
        for (const [at, { row }] of read.entries())
          expect(Math.abs(row!.amount * 100 - cents[at]![0])).toBeLessThan(200)
      },
    ),
  )
})

test('the price of a list keeps its decimals; the public price is rounded', () => {
  expect(row({ price: '1 249,50', publicPrice: '1 699,50' })).toMatchObject({
    row: { price: '1249.50', publicPrice: 1_700 },
  })
  expect(row({ price: '1 249,5000001' })).toMatchObject({ outcome: 'error', reasons: [{ field: 'price' }] })
})
