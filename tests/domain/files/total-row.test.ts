import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { notAnInsured } from '#shared/domain/insured/not-an-insured.ts'
import { readRemittance, remittanceLayout } from '#shared/domain/billing/remittance-file.ts'
import { readNote, profileOfNote } from '#shared/domain/delivery-notes/note-file.ts'
import { profileOfFile } from '#shared/domain/files/file-profile.ts'
import { tableOf, type FileTable } from '#shared/domain/files/table-file.ts'
import { isTotalRow, isTotalText } from '#shared/domain/files/total-row.ts'
import { priceListLayout, readPriceList } from '#shared/domain/price-lists/price-list.ts'
import { moneyLayout, readMoney } from '#shared/domain/reconciliation/money-file.ts'
import { readRegisterRow } from '#shared/domain/registers/read-register-row.ts'
import { readStatement, statementLayout } from '#shared/domain/statements/statement-file.ts'

test.each([
  'TOTAL',
  'Total :',
  'TOTAL GÉNÉRAL TTC',
  'Sous-total',
  'Sous total page 2',
  'Totaux du BL SL-0099',
  'Total BL 88412',
  'Net à payer',
  'Montant total HT',
  'Solde précédent au 31/10/2026',
  'Report',
  'Total novembre 2026',
  'TOTAL ASSURÉS : 128',
  'Effectif',
])('« %s » is a total', (text) => {
  expect(isTotalText(text)).toBe(true)
})

test.each([
  '',
  '—',
  'COLGATE TOTAL 75 ML',
  'TOTAL DENT GEL',
  'Total Énergies Cotonou',
  'Totalip 10 mg',
  'SL-0099',
  '15',
])('« %s » is none', (text) => {
  expect(isTotalText(text)).toBe(false)
})

test('a row with a code, a number or another name is never a total', () => {
  expect(isTotalRow(['', 'TOTAL'])).toBe(true)
  expect(isTotalRow(['TOTAL', undefined, ' '])).toBe(true)
  expect(isTotalRow(['3400935955838', 'TOTAL'])).toBe(false)
  expect(isTotalRow([undefined, ''])).toBe(false)
  fc.assert(
    fc.property(fc.stringMatching(/^\d{7,13}$/), fc.array(fc.string()), (code, names) => {
      expect(isTotalRow([code, ...names])).toBe(false)
    }),
  )
})

describe('each reader leaves totals aside', () => {
  const tableOfCsv = (lines: readonly string[]): FileTable =>
    tableOf(
      null,
      lines.map((line) => line.split(';')),
    )!
  const format = { currencyDecimals: 0 }
  const outcomes = (readings: readonly { outcome: string }[]) => readings.map(({ outcome }) => outcome)

  test('a delivery note, with the total in any column and with fewer cells', () => {
    const table = tableOfCsv([
      'Code;Libellé;Qté livrée;Prix achat HT;TVA;Lot;Péremption;N° BL',
      '6009876600010;ZZ;10;1250;0;B1;31/03/2028;G1',
      '6009876600011;YY;5;1000;0;B2;31/03/2028;G1',
      ';TOTAL;15;17500;;;;',
      'TOTAL;;15;17500;;;;',
      ';;15;;;;;Total BL G1',
      ';Total général;15',
    ])
    const options = { ...format, today: '2026-11-28' }
    const { profile } = profileOfNote(table, { ...options, chosen: null, kept: null })
    const readings = readNote(table, profile, options)
    expect(readings.map((reading) => (reading.ok ? 'read' : reading.isEmpty ? 'aside' : 'error'))).toEqual([
      'read',
      'read',
      ...Array.from({ length: 4 }, () => 'aside'),
    ])
  })

  test('a statement: the total is no note, and neither is the subtotal of a note whose goods are listed', () => {
    const table = tableOfCsv([
      'N° BL;Date;Code CIP;Désignation;Qté;P.U. HT;Montant',
      'SL-0099;28/11/2026;3400935291783;EFFERALGAN 1G;64;1249,00;79936,00',
      'SL-0099;;;Total BL SL-0099;;;79936,00',
      'SL-0101;28/11/2026;;Total BL SL-0101;;;19380,00',
      'TOTAL;;;;;;99316,00',
      ';;;;;;99316,00',
    ])
    const { profile } = profileOfFile(table, statementLayout, null)
    const readings = readStatement(table, profile, format)
    expect(outcomes(readings)).toEqual(['read', 'aside', 'read', 'aside', 'aside'])
    expect(readings[2]!.row).toMatchObject({ kind: 'note', noteNumber: 'SL-0101', amount: 19_380 })
  })

  test('a price list, a statement of money, and the remittance of a payer', () => {
    const prices = tableOfCsv(['Code;Désignation;Prix', '3400930000017;A;1250', ';TOTAL;1250', 'TOTAL;;1250'])
    expect(outcomes(readPriceList(prices, profileOfFile(prices, priceListLayout, null).profile, format))).toEqual([
      'read',
      'aside',
      'aside',
    ])
    const money = tableOfCsv([
      'Id transaction;Date;Montant;Libellé',
      '880001;28/11/2026;1 250;Paiement',
      ';28/11/2026;1 250;Total de la page',
      'TOTAL;28/11/2026;1 250;',
      ';30/11/2026;90 000;Solde au 30/11/2026',
    ])
    expect(outcomes(readMoney(money, profileOfFile(money, moneyLayout, null).profile, format))).toEqual([
      'read',
      'aside',
      'aside',
      'aside',
    ])
    const remittance = tableOfCsv(['N° bon;Matricule;Montant payé', 'B-1;778;900', 'Totaux;;900', 'TOTAL SUNU;12;900'])
    expect(
      outcomes(readRemittance(remittance, profileOfFile(remittance, remittanceLayout, null).profile, format)),
    ).toEqual(['read', 'aside', 'aside'])
  })

  test('a register of products and a list of insured persons', () => {
    const row = { line: 9, fields: { label: 'TOTAL', price: '17500' } }
    expect(readRegisterRow(row, { decimals: 'comma', currencyDecimals: 0 })).toMatchObject({
      ok: false,
      reasons: [{ field: 'label', text: '« TOTAL » : ligne de total, sans produit.' }],
    })
    expect(notAnInsured({ lastName: 'Total bénéficiaires' })?.text).toContain('ligne de total')
    expect(notAnInsured({ lastName: 'TOTAL', firstName: 'Awa' })).toBeNull()
  })
})
