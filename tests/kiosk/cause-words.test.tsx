import { expect, test } from 'vitest'
import { causeWords } from '#kiosk/register/cause-words.ts'
import { minor } from '#shared/domain/money.ts'
import type { Evidence, LedgerLine } from '#shared/domain/register/causes/counted-day.ts'
import type { NamedSale } from '#shared/domain/register/till-ledger.ts'
import { firstCurrency as francCfa } from '#shared/domain/countries/country-facts.ts'

const sold: NamedSale = {
  id: 's1',
  number: 412,
  identifier: null,
  soldAt: '2026-11-21T13:07:00.000Z',
  sellerId: 'u',
  sellerName: null,
  records: [],
  payments: [],
  isCanceled: false,
}
const aLine = (id: string, given: Partial<LedgerLine> = {}): LedgerLine => ({
  id,
  at: '2026-11-21T10:12:00.000Z',
  userId: 'u',
  kind: 'disbursement',
  type: 'DISBURSEMENT',
  operator: null,
  amount: minor(-2_000),
  saleId: null,
  reason: 'Transport',
  ...given,
})
const ledger = {
  movements: [
    aLine('m1'),
    aLine('m2', { kind: 'sale', type: 'CASH', amount: minor(2_500), saleId: 's1', reason: null }),
    aLine('m3', { kind: 'refund', type: 'CASH', saleId: 'elsewhere' }),
    aLine('m4', { kind: 'sale', type: 'CASH', saleId: 'elsewhere' }),
  ],
  sales: [sold],
  found: [],
}
const wordsOf = (evidence: Evidence, gap = -2_000) =>
  causeWords(
    {
      kind: evidence.kind,
      means: { type: 'CASH', operator: null },
      amount: minor(2_000),
      score: 1,
      evidence: [evidence],
    },
    { ledger, gap, currency: francCfa },
  )
const leadsTo = (evidence: Evidence) => {
  const { sale, movement } = wordsOf(evidence)
  return { sale: sale?.id, movement: movement?.id }
}

test('each cause about something that was done leads to it: its sale, or the movement that has none', () => {
  expect(leadsTo({ kind: 'recorded-not-moved', movementId: 'm1', saleId: null, twinId: null })).toEqual({
    sale: undefined,
    movement: 'm1',
  })
  expect(
    leadsTo({ kind: 'digits-swapped', typed: 2_100, meant: 1_200, of: { kind: 'movement', movementId: 'm1' } }),
  ).toEqual({ sale: undefined, movement: 'm1' })
  expect(
    leadsTo({ kind: 'digits-swapped', typed: 2_100, meant: 1_200, of: { kind: 'movement', movementId: 'm2' } }),
  ).toEqual({ sale: 's1', movement: undefined })
  expect(leadsTo({ kind: 'wrong-note', saleId: 's1', keyed: 5_000, received: 10_000 })).toEqual({
    sale: 's1',
    movement: undefined,
  })
  // of a sale that another register made: here the till shows the money that it gave back
  expect(leadsTo({ kind: 'refund-not-given', movementId: 'm3', saleId: 'elsewhere' })).toEqual({
    sale: undefined,
    movement: 'm3',
  })
  expect(leadsTo({ kind: 'half-moved', movementId: 'm4', saleId: 'elsewhere' })).toEqual({
    sale: undefined,
    movement: undefined,
  })
  expect(leadsTo({ kind: 'missing-disbursement', reason: null, timesSeen: 0 })).toEqual({
    sale: undefined,
    movement: undefined,
  })
})

test('whether a disbursement of the missing amount is noted already is looked up, not supposed', () => {
  const evidence: Evidence = { kind: 'missing-disbursement', reason: null, timesSeen: 0 }
  expect(wordsOf(evidence).detail).toMatch(
    /^Un décaissement de ce montant est noté à \d\d:12\u00a0: y en a-t-il eu un autre\u202f\?$/,
  )
  expect(wordsOf(evidence, -2_500).detail).toBe('Aucun décaissement de ce montant n’est noté.')
})

test('how often a disbursement was paid is said where it was', () => {
  const said = (timesSeen: number) => wordsOf({ kind: 'missing-disbursement', reason: 'Transport', timesSeen })
  expect(said(2).detail).toBe('«\u00a0Transport\u00a0», déjà payé 2\u00a0fois à ce prix.')
  expect([said(0).detail, said(0).explanation]).toEqual([
    '«\u00a0Transport\u00a0».',
    'Un décaissement non noté\u00a0: «\u00a0Transport\u00a0».',
  ])
})
