import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { receiptBlocks, type ReceiptBlock, type ReceiptSale } from '#shared/domain/receipt.ts'
import { aCash, anInsurance, anyCashStep, anySale, aRecord, aSale, aVoucher } from '#tests/domain/support/any-sale.ts'

const pharmacy = { name: 'Pharmacie du Lac', address: 'Rue 12', city: 'Cotonou', phone: '01 97 00 00 00', taxId: '3201900000000' }
const aPrinted = (of: Partial<ReceiptSale> = {}): ReceiptSale => ({
  ...aSale({ records: [aRecord({ quantity: 2 })], vouchers: [aVoucher()] }), identifier: '0418-2', number: 17, soldAt: '2026-11-21T10:42:00.000Z',
  seller: { firstName: 'Aurèle', lastName: 'Dossou' }, patient: null, ...of,
})
const print = (sale: ReceiptSale, isReprint = false) => receiptBlocks(sale, pharmacy, { cashStep: 5, isReprint })

test('from top to bottom: pharmacy, sale, lines, total, payments, change', () => {
  expect(print(aPrinted({ payments: [aCash(3400, 5000)], patient: { firstName: 'Clarisse', lastName: 'Agbodjan' } }))).toEqual([
    { kind: 'header', pharmacy },
    { kind: 'sale', number: 17, identifier: '0418-2', soldAt: '2026-11-21T10:42:00.000Z', seller: 'DOSSOU A.', patient: 'AGBODJAN Clarisse' },
    { kind: 'line', label: 'Doliprane 1 g cp B/8', quantity: 2, price: 1450, total: 2900 },
    { kind: 'line', label: 'Livraison', quantity: 1, price: 500, total: 500 },
    { kind: 'total', total: 3400, units: 3 },
    { kind: 'payment', label: 'Espèces', detail: null, amount: 5000 },
    { kind: 'change', amount: 1600 },
  ])
})

describe('marks', () => {
  const marks = (blocks: ReceiptBlock[]) => blocks.flatMap((block) => (block.kind === 'mark' ? block.mark : []))
  test('PROVISOIRE before the number is known, DUPLICATA when printed again', () => {
    expect(marks(print(aPrinted()))).toEqual([])
    expect(marks(print(aPrinted({ number: null })))).toEqual(['PROVISOIRE'])
    expect(marks(print(aPrinted(), true))).toEqual(['DUPLICATA'])
    expect(marks(print(aPrinted({ number: null }), true))).toEqual(['PROVISOIRE', 'DUPLICATA'])
  })
})

test('each payment can be traced', () => {
  const payments: ReceiptSale['payments'] = [
    { id: '1', type: 'CHEQUE', amount: 1, bank: 'BOA', chequeNumber: '0042' },
    { id: '2', type: 'MOBILE_MONEY', amount: 1, phoneOperator: 'MTN MoMo', transactionReference: null },
    anInsurance(),
    { id: '4', type: 'SOCIAL_SECURITY', amount: 1, socialSecurityMetadata: { body: null, identifier: null } },
    { id: '5', type: 'CREDIT_CARD', amount: 1 },
    { id: '6', type: 'CREDIT', amount: 1, creditMetadata: { person: 'c1' } },
    { id: '7', type: 'CREDIT_ORG', amount: 1, creditMetadata: { organization: 'o1' } },
    { id: '8', type: 'DISCOUNT', amount: 1 },
  ]
  const shown = print(aPrinted({ payments })).flatMap((block) => (block.kind === 'payment' ? [[block.label, block.detail]] : []))
  expect(shown).toEqual([
    ['Chèque', 'BOA 0042'], ['Mobile', 'MTN MoMo'], ['Couverture', 'NSIA 2026-11873'], ['Sécurité sociale', null], ['Carte', null], ['Crédit', null], ['Crédit Org.', null], ['Remise', null],
  ])
})

test('a receipt adds up: total = payments − change + rounding + remainder, lines = total', () => {
  fc.assert(
    fc.property(anySale, anyCashStep, (sale, cashStep) => {
      const blocks = receiptBlocks(aPrinted({ ...sale, number: null, seller: null }), pharmacy, { cashStep, isReprint: false })
      const amounts = (kind: ReceiptBlock['kind']) => blocks.reduce((sum, block) => sum + (block.kind !== kind ? 0 : 'amount' in block ? block.amount : 'total' in block ? block.total : 0), 0)
      expect(amounts('payment') - amounts('change') + amounts('rounding') + amounts('remainder')).toBe(amounts('total'))
      expect(amounts('line')).toBe(amounts('total'))
      expect(blocks.find((block) => block.kind === 'sale')).toMatchObject({ seller: 'Inconnu', patient: null })
    }),
  )
})
