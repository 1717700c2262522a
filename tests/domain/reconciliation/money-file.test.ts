import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { profileOfFile } from '#shared/domain/files/file-profile.ts'
import type { FileTable } from '#shared/domain/files/table-file.ts'
import { paymentOutcome } from '#shared/domain/reconciliation/payment-state.ts'
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
    fee: 0,
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

describe('the state of a payment', () => {
  const withStates = (states: string[], told: Record<string, 'success' | 'failed'> = {}, setAside?: Set<number>) => {
    const table = tableOf(
      ['Date', 'Statut', 'Montant'],
      states.map((state) => ['20/11/2026', state, '1 000']),
    )
    const { profile } = profileOfFile(table, moneyLayout, null)
    return readMoney(table, { ...profile, states: told }, { currencyDecimals: 0, ...(setAside ? { setAside } : {}) })
  }
  const outcomesOf = (...given: Parameters<typeof withStates>) => withStates(...given).map(({ outcome }) => outcome)

  test('counts when it is a known word of success, and is set aside when it is one of failure', () => {
    const good = ['Successful', 'RÉUSSIE', 'Completed', 'Transaction réussie', 'confirmé', 'OK', 'Paiement effectué']
    const bad = ['Échec', 'FAILED', 'Annulée', 'En attente', 'Pending', 'Declined', 'Reversed', 'Expired', 'Timeout']
    expect(outcomesOf(good)).toEqual(good.map(() => 'read'))
    expect(outcomesOf(bad)).toEqual(bad.map(() => 'aside'))
  })

  test('is asked when nobody knows it, also when a word of success stands in it, or nothing', () => {
    const strange = ['En cours', 'Unsuccessful', 'Non réussie', 'TS', 'Partially completed', '']
    expect(outcomesOf(strange)).toEqual(strange.map(() => 'unknown'))
    expect(outcomesOf(strange, { 'en cours': 'failed', ts: 'success' })).toEqual([
      'aside',
      'unknown',
      'unknown',
      'read',
      'unknown',
      'unknown',
    ])
    // What was told goes before what is known.
    expect(outcomesOf(['OK'], { ok: 'failed' })).toEqual(['aside'])
  })

  test('nothing that is not a success is ever summed', () => {
    const told = fc.dictionary(fc.constantFrom('ts', 'en cours', 'ok'), fc.constantFrom('success', 'failed'))
    const state = fc.oneof(
      fc.constantFrom('OK', 'TS', 'Échec', 'En cours', 'Successful', ''),
      fc.string({ maxLength: 8 }),
    )
    fc.assert(
      fc.property(fc.array(state), told, (states, words) => {
        const readings = withStates(states, words)
        readings.forEach((reading, at) => {
          if (reading.outcome === 'read') expect(paymentOutcome(states[at]!, words)).toBe('success')
        })
      }),
    )
  })
})

test('a final balance, wherever its words stand, is no line; any line is set aside by hand', () => {
  const table = tableOf(
    ['Date', 'Référence', 'Libellé', 'Débit', 'Crédit'],
    [
      ['20/11/2026', 'R1', 'REMISE TPE', '', '98.000'],
      ['SOLDE FINAL', '', '', '', '1.250.000'],
      ['', 'SOLDE FINAL', '', '', '1.250.000'],
      ['Edité par la banque', '', 'x', '', '5'],
    ],
  )
  const { profile } = profileOfFile(table, moneyLayout, null)
  const outcomes = (setAside = new Set<number>()) =>
    readMoney(table, profile, { currencyDecimals: 0, setAside }).map(({ outcome }) => outcome)
  expect(outcomes()).toEqual(['read', 'aside', 'aside', 'error'])
  expect(outcomes(new Set([5]))).toEqual(['read', 'aside', 'aside', 'aside'])
  expect(outcomes(new Set([2]))).toEqual(['aside', 'aside', 'aside', 'error'])
})

test('the fees of an operator are read beside the amount', () => {
  const readings = read(
    tableOf(
      ['Date', 'Référence', 'Montant', 'Frais'],
      [
        ['20/11/2026', '7001', '10 000', '-100'],
        ['20/11/2026', '7002', '5 000', ''],
      ],
    ),
  )
  expect(readings.map(({ row }) => [row?.amount, row?.fee])).toEqual([
    [10_000, 100],
    [5000, 0],
  ])
})
