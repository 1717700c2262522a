import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchRemittance, type AwaitedLine } from '#shared/domain/billing/match-remittance.ts'
import { plainReference } from '#shared/domain/billing/plain-reference.ts'
import { readRemittance, type RemittanceLine, remittanceLayout } from '#shared/domain/billing/remittance-file.ts'
import { profileOfFile } from '#shared/domain/files/file-profile.ts'
import type { FileTable } from '#shared/domain/files/table-file.ts'

const awaited = (rest: Partial<AwaitedLine> = {}): AwaitedLine => ({
  billNumber: 'F-00001',
  voucher: 'B1',
  insuredNumber: 'M1',
  day: '2026-03-20',
  left: 800,
  ...rest,
})
const line = (rest: Partial<RemittanceLine> = {}): RemittanceLine => ({
  voucher: 'B1',
  bill: null,
  insuredNumber: null,
  beneficiary: null,
  day: null,
  claimed: null,
  paid: 800,
  reason: null,
  ...rest,
})
const outcomes = (lines: RemittanceLine[], open: AwaitedLine[]) =>
  matchRemittance(lines, open).map(({ outcome, takes }) => [outcome, takes])

describe('a remittance', () => {
  test('pays a voucher whole, in part, not at all, or more than is due', () => {
    const open = ['B1', 'B2', 'B3', 'B4'].map((voucher) => awaited({ voucher }))
    expect(
      outcomes(
        [
          line(),
          line({ voucher: 'b 2', paid: 500 }),
          line({ voucher: 'B3', paid: 0 }),
          line({ voucher: 'B-4', paid: 900 }),
        ],
        open,
      ),
    ).toEqual([
      ['paid', 800],
      ['part', 500],
      ['refused', 0],
      ['beyond', 800],
    ])
  })

  test('names vouchers twice, settled ones, and those of another payer', () => {
    expect(
      outcomes(
        [line(), line(), line({ voucher: 'B2' }), line({ voucher: 'X9' })],
        [awaited(), awaited({ voucher: 'B2', left: 0 })],
      ),
    ).toEqual([
      ['paid', 800],
      ['doubled', 0],
      ['settled', 0],
      ['unknown', 0],
    ])
  })

  test('chooses among vouchers of one number by bill, day and amount; one insured alone is not enough', () => {
    const open = [awaited(), awaited({ billNumber: 'F-00002' }), awaited({ day: '2026-03-21', left: 500 })]
    expect(matchRemittance([line({ bill: 'f2' })], open)[0]!.awaited).toBe(open[1])
    expect(matchRemittance([line({ day: '2026-03-21' })], open)[0]!.awaited).toBe(open[2])
    expect(matchRemittance([line({ paid: 500 })], open)[0]!.awaited).toBe(open[2])
    expect(outcomes([line({ voucher: null, insuredNumber: 'M1' })], open)).toEqual([['unsure', 0]])
    expect(outcomes([line({ voucher: null, insuredNumber: 'm 1', paid: 500 })], open)).toEqual([['paid', 500]])
  })

  test('takes each line once, never more than is due nor than was paid', () => {
    const number = fc.constantFrom('B1', 'B2', '0B2', 'B3', null)
    const anAwaited = fc.record({
      billNumber: fc.constantFrom('F-1', 'F-2'),
      voucher: number,
      insuredNumber: fc.constantFrom('M1', 'M2', null),
      day: fc.constantFrom('2026-03-01', '2026-03-02'),
      left: fc.integer({ min: 0, max: 3 }),
    })
    const aLine = fc.record({
      voucher: number,
      bill: fc.constantFrom('F-1', null),
      insuredNumber: fc.constantFrom('M1', 'M2', null),
      beneficiary: fc.constant(null),
      day: fc.constantFrom('2026-03-01', null),
      claimed: fc.option(fc.integer({ min: 0, max: 3 })),
      paid: fc.integer({ min: 0, max: 4 }),
      reason: fc.constant(null),
    })
    fc.assert(
      fc.property(fc.array(aLine), fc.array(anAwaited), (lines, open) => {
        const matched = matchRemittance(lines, open)
        expect(matched).toHaveLength(lines.length)
        const taken = matched.filter(({ outcome }) => ['paid', 'part', 'beyond', 'refused'].includes(outcome))
        expect(new Set(taken.map((one) => one.awaited)).size).toBe(taken.length)
        matched.forEach(({ takes, awaited: of, outcome }, at) => {
          expect(takes).toBeLessThanOrEqual(Math.min(lines[at]!.paid, of?.left ?? 0))
          if (outcome === 'paid') expect(takes).toBe(of!.left)
        })
      }),
    )
  })
})

test('a number is the same however it is written', () => {
  expect(['BON-00 42', 'bon 42', 'Bon/0042'].map(plainReference)).toEqual(['bon42', 'bon42', 'bon42'])
  expect(plainReference('2026/100')).not.toBe(plainReference('2026/1'))
})

const tableOf = (headers: string[], rows: string[][]): FileTable => ({
  name: null,
  headers,
  positions: headers.map((_, at) => at),
  rows: rows.map((cells, at) => ({ line: at + 2, cells, ...(cells.length < headers.length ? { isCut: true } : {}) })),
})

describe('the file of a remittance', () => {
  const headers = ['N° bon', 'Matricule', 'Bénéficiaire', 'Date soins', 'Montant réclamé', 'Montant réglé', 'Motif']
  const table = tableOf(headers, [
    ['B1', 'M1', 'AHO Sika', '20/03/2026', '1 200', '1 000', 'Plafond'],
    ['B2', 'M2', 'DOSSOU Afi', '21/03/2026', '800', '', 'Bon illisible'],
    ['', '', 'Total', '', '2 000', '1 000', ''],
    ['B3', 'M3', 'X', '21/03/2026', '800', 'douze', ''],
    ['B4', 'M4'],
  ])
  test('is read by the words of its headers', () => {
    const { profile, isKept } = profileOfFile(table, remittanceLayout, null)
    expect(isKept).toBe(false)
    expect(profile.columns).toEqual({
      voucher: 'N° bon',
      insuredNumber: 'Matricule',
      beneficiary: 'Bénéficiaire',
      day: 'Date soins',
      claimed: 'Montant réclamé',
      paid: 'Montant réglé',
      reason: 'Motif',
    })
    const readings = readRemittance(table, profile, { currencyDecimals: 0 })
    expect(readings.map(({ outcome }) => outcome)).toEqual(['read', 'read', 'aside', 'error', 'error'])
    expect(readings[0]!.row).toMatchObject({
      voucher: 'B1',
      day: '2026-03-20',
      claimed: 1200,
      paid: 1000,
      reason: 'Plafond',
    })
    expect(readings[1]!.row).toMatchObject({ paid: 0, reason: 'Bon illisible' })
  })

  test('has no voucher in a column of line numbers', () => {
    const numbered = tableOf(['N°', 'N° du bon', 'Montant'], [['1', 'B1', '800']])
    expect(profileOfFile(numbered, remittanceLayout, null).profile.columns).toEqual({
      voucher: 'N° du bon',
      paid: 'Montant',
    })
  })

  test('is read as the last one of the payer', () => {
    const kept = { columns: { voucher: 'Matricule', paid: 'Montant réclamé' }, decimals: 'comma' as const }
    expect(profileOfFile(table, remittanceLayout, kept)).toEqual({ profile: kept, isKept: true })
  })
})
