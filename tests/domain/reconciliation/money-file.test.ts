import { expect, test } from 'vitest'
import { profileOfFile } from '#shared/domain/files/file-profile.ts'
import type { FileTable } from '#shared/domain/files/table-file.ts'
import { moneyLayout, readMoney } from '#shared/domain/reconciliation/money-file.ts'

const tableOf = (headers: string[], rows: string[][]): FileTable => ({
  name: null,
  headers,
  positions: headers.map((_, at) => at),
  rows: rows.map((cells, at) => ({ line: at + 2, cells, ...(cells.length < headers.length ? { isCut: true } : {}) })),
})
const read = (table: FileTable) =>
  readMoney(table, profileOfFile(table, moneyLayout, null).profile, { currencyDecimals: 0 })

test('the statement of an operator of mobile money', () => {
  const table = tableOf(
    ['Id transaction', 'Date', 'Statut', 'Numéro client', 'Montant', 'Libellé'],
    [
      ['7001', '20/11/2026 10:32:05', 'Successful', '22997000011', '1 000', 'Paiement'],
      ['7002', '20/11/2026 10:40', 'Échec', '22997000012', '1 000', 'Paiement'],
      ['7003', '2026-11-20T02:05 PM', 'Successful', '', '-2 500', 'Retrait'],
      ['', '', '', 'Total', '1 000', ''],
      ['7004', '32/11/2026', 'Successful', '', '10', ''],
      ['7005', '20/11/2026'],
    ],
  )
  expect(profileOfFile(table, moneyLayout, null).profile.columns).toEqual({
    reference: 'Id transaction',
    day: 'Date',
    state: 'Statut',
    phone: 'Numéro client',
    amount: 'Montant',
    label: 'Libellé',
  })
  const readings = read(table)
  expect(readings.map(({ outcome }) => outcome)).toEqual(['read', 'aside', 'read', 'aside', 'error', 'error'])
  expect(readings[0]!.row).toEqual({
    day: '2026-11-20',
    minutes: 10 * 60 + 32,
    reference: '7001',
    phone: '22997000011',
    label: 'Paiement',
    amount: 1000,
  })
  expect(readings[2]!.row).toMatchObject({ minutes: 14 * 60 + 5, amount: -2500 })
})

test('the statement of a bank, with a column for what came in and one for what went out', () => {
  const readings = read(
    tableOf(
      ['Date opération', 'Libellé', 'Débit', 'Crédit'],
      [
        ['20/11/2026', 'VIR NSIA', '', '250.000'],
        ['21/11/2026', 'FRAIS', '1.500', ''],
        ['22/11/2026', 'SOLDE', '', ''],
      ],
    ),
  )
  expect(readings.map(({ row }) => row?.amount ?? null)).toEqual([250_000, -1500, null])
  expect(readings[2]!.outcome).toBe('aside')
})
