import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { posologyLabels } from '#shared/domain/label.ts'
import {
  creditNoteBlocks,
  receiptBlocks,
  type CreditNote,
  type ReceiptBlock,
  type ReceiptSale,
} from '#shared/domain/receipt.ts'
import { aCash, anInsurance, anyCashStep, anySale, aRecord, aSale, aVoucher } from '#tests/domain/support/any-sale.ts'

const pharmacy = {
  name: 'Pharmacie du Lac',
  address: 'Rue 12',
  city: 'Cotonou',
  phone: '01 97 00 00 00',
  taxId: '3201900000000',
  country: { code: 'BJ' },
}
const aPrinted = (of: Partial<ReceiptSale> = {}): ReceiptSale => ({
  ...aSale({ records: [aRecord({ quantity: 2 })], vouchers: [aVoucher()] }),
  identifier: '0418-2',
  number: 17,
  soldAt: '2026-11-21T10:42:00.000Z',
  seller: { firstName: 'Aurèle', lastName: 'Dossou' },
  patient: null,
  ...of,
})
const print = (sale: ReceiptSale, isReprint = false) => receiptBlocks(sale, pharmacy, { cashStep: 5, isReprint })

test('from top to bottom: pharmacy, sale, lines, total, payments, change', () => {
  expect(
    print(aPrinted({ payments: [aCash(3400, 5000)], patient: { firstName: 'Clarisse', lastName: 'Agbodjan' } })),
  ).toEqual([
    { kind: 'header', pharmacy },
    {
      kind: 'sale',
      number: 17,
      identifier: '0418-2',
      soldAt: '2026-11-21T10:42:00.000Z',
      seller: 'DOSSOU A.',
      patient: 'AGBODJAN Clarisse',
    },
    { kind: 'line', label: 'Doliprane 1 g cp B/8', quantity: 2, price: 1450, total: 2900 },
    { kind: 'line', label: 'Livraison', quantity: 1, price: 500, total: 500 },
    { kind: 'total', total: 3400, units: 3 },
    { kind: 'payment', label: 'Espèces', detail: null, percent: null, voucher: null, amount: 5000 },
    { kind: 'change', amount: 1600 },
  ])
})

test('a lot that had expired when it was sold says so on its line, and only there', () => {
  const lines = print(
    aPrinted({
      records: [aRecord({ id: 'r1', stockItemId: 'old' }), aRecord({ id: 'r2', stockItemId: 'good' })],
      expired: new Map([['old', '2026-10-31']]),
    }),
  ).filter(({ kind }) => kind === 'line')
  expect(lines).toMatchObject([{ expiredOn: '2026-10-31' }, {}, {}])
  expect(lines.map((line) => 'expiredOn' in line)).toEqual([true, false, false])
})

test('the discount of a lot that expires soon stands on the line that was sold with it', () => {
  const records = [aRecord({ id: 'r1', stockItemId: 'a' }), aRecord({ id: 'r2', stockItemId: 'a' })]
  const lines = print(aPrinted({ records, discounts: new Map([['r2', 20]]) })).filter(({ kind }) => kind === 'line')
  expect(lines.map((line) => 'discountPercent' in line)).toEqual([false, true, false])
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
    { id: '8', type: 'DISCOUNT', amount: 1, percent: 5 },
  ]
  const shown = print(aPrinted({ payments })).flatMap((block) =>
    block.kind === 'payment' ? [[block.label, block.detail, block.percent, block.voucher]] : [],
  )
  expect(shown).toEqual([
    ['Couverture', 'NSIA', 80, '2026-11873'],
    ['Sécurité sociale', null, null, null],
    ['Remise', null, 5, null],
    ['Chèque', 'BOA 0042', null, null],
    ['Mobile', 'MTN MoMo', null, null],
    ['Carte', null, null, null],
    ['Crédit', null, null, null],
    ['Crédit Org.', null, null, null],
  ])
})

test('a credit names who owes it, where the terminal knows him', () => {
  const credit = { id: 'k', type: 'CREDIT', amount: 3400, creditMetadata: { person: 'c1' } } as const
  const detail = (debtors?: ReadonlyMap<string, string>) =>
    print({ ...aPrinted({ payments: [credit] }), ...(debtors && { debtors }) }).flatMap((block) =>
      block.kind === 'payment' ? [block.detail] : [],
    )
  expect(detail(new Map([['c1', 'ASSOGBA Rita']]))).toEqual(['ASSOGBA Rita'])
  expect(detail()).toEqual([null])
})

test('printed after returns, the ticket has the returned lines and what is left of its total', () => {
  const returns = [
    {
      number: 3,
      returnedAt: '2026-11-22T09:00:00.000Z',
      byName: 'DOSSOU Aurèle',
      reason: 'Boîte fermée',
      total: 1450,
      lines: [{ lineId: 'r1', quantity: 1, amount: 1450 }],
      refunds: [{ type: 'CASH', amount: 1450 }],
    },
  ]
  expect(print(aPrinted({ payments: [aCash(3400)], returns }), true).slice(-3)).toEqual([
    { kind: 'return', number: 3, returnedAt: '2026-11-22T09:00:00.000Z' },
    { kind: 'returned', label: 'Doliprane 1 g cp B/8', quantity: 1, amount: 1450 },
    { kind: 'kept', amount: 1950 },
  ])
  expect(print(aPrinted({ payments: [aCash(3400)], returns: [] })).some(({ kind }) => kind === 'kept')).toBe(false)
})

test('what payers and the discount leave is said before what the customer gave', () => {
  const blocks = print(
    aPrinted({ payments: [aCash(2300, 2500), { id: 'd', type: 'DISCOUNT', amount: 100 }, anInsurance()] }),
  )
  expect(blocks.slice(5).map((block) => (block.kind === 'payment' ? block.label : block.kind))).toEqual([
    'Couverture',
    'Remise',
    'share',
    'Espèces',
    'change',
  ])
  expect(blocks).toContainEqual({ kind: 'share', amount: 2300 })
  expect(print(aPrinted({ payments: [aCash(3400)] })).some(({ kind }) => kind === 'share')).toBe(false)
})

test('an organization that pays through its contract is a payer; one that owes is not', () => {
  const org = (contractPolicy: string | null) =>
    print(
      aPrinted({
        payments: [
          { id: 'o', type: 'CREDIT_ORG', amount: 3400, creditMetadata: { organization: 'o1', contractPolicy } },
        ],
      }),
    )
  expect(org('p1')).toContainEqual({ kind: 'share', amount: 0 })
  expect(org(null).some(({ kind }) => kind === 'share')).toBe(false)
})

describe('what happened to a sale', () => {
  test('a new version names the sale that it replaces', () => {
    expect(print(aPrinted({ replaces: { number: 16 } }))[2]).toEqual({ kind: 'replaces', number: 16 })
    expect(print(aPrinted({ replaces: null })).some(({ kind }) => kind === 'replaces')).toBe(false)
  })
  test('a canceled sale says so before anything else, with its reason', () => {
    const blocks = print(
      aPrinted({ cancellation: { at: '2026-11-21T12:00:00.000Z', reason: 'Erreur de patient' } }),
      true,
    )
    expect(blocks.slice(1, 4)).toEqual([
      { kind: 'mark', mark: 'ANNULÉE' },
      { kind: 'mark', mark: 'DUPLICATA' },
      { kind: 'cancellation', at: '2026-11-21T12:00:00.000Z', reason: 'Erreur de patient' },
    ])
  })
})

describe('a credit note', () => {
  const note: CreditNote = {
    number: 3,
    returnedAt: '2026-11-22T09:00:00.000Z',
    byName: 'DOSSOU Aurèle',
    reason: 'Boîte fermée',
    total: 1453,
    lines: [{ lineId: 'r1', quantity: 1, amount: 1453 }],
    refunds: [
      { type: 'INSURANCE', amount: 400 },
      { type: 'CASH', amount: 1050 },
      { type: 'CREDIT', amount: 0 },
    ],
  }
  const of = aPrinted()
  test('names its sale, its lines and how money left', () => {
    expect(creditNoteBlocks(note, of, pharmacy, { isReprint: false })).toEqual([
      { kind: 'header', pharmacy },
      { kind: 'mark', mark: 'AVOIR' },
      {
        kind: 'credit-note',
        number: 3,
        returnedAt: note.returnedAt,
        byName: 'DOSSOU Aurèle',
        reason: 'Boîte fermée',
        saleNumber: 17,
        identifier: '0418-2',
      },
      { kind: 'line', label: 'Doliprane 1 g cp B/8', quantity: 1, price: null, total: 1453 },
      { kind: 'total', total: 1453, units: 1 },
      { kind: 'refund', label: 'Couverture', amount: 400 },
      { kind: 'refund', label: 'Espèces', amount: 1050 },
      { kind: 'rounding', amount: 3 },
    ])
  })
  test('printed again it is a duplicate; a line or a means that nobody knows is still printed', () => {
    const blocks = creditNoteBlocks(
      { ...note, lines: [{ lineId: 'gone', quantity: 1, amount: 5 }], refunds: [{ type: 'COUPON', amount: 5 }] },
      of,
      pharmacy,
      { isReprint: true },
    )
    expect(blocks).toContainEqual({ kind: 'mark', mark: 'DUPLICATA' })
    expect(blocks).toContainEqual({ kind: 'line', label: 'Produit', quantity: 1, price: null, total: 5 })
    expect(blocks).toContainEqual({ kind: 'refund', label: 'COUPON', amount: 5 })
  })
  test('adds up: total = refunds + rounding', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 })
    fc.assert(
      fc.property(
        amount,
        fc.array(fc.record({ type: fc.constantFrom('CASH', 'INSURANCE', 'CREDIT'), amount }), { maxLength: 5 }),
        (total, refunds) => {
          const blocks = creditNoteBlocks({ ...note, total, refunds }, of, pharmacy, { isReprint: false })
          expect(
            blocks.reduce(
              (sum, block) => sum + (block.kind === 'refund' || block.kind === 'rounding' ? block.amount : 0),
              0,
            ),
          ).toBe(total)
        },
      ),
    )
  })
})

describe('labels', () => {
  const facts = {
    pharmacy,
    patient: { firstName: 'Clarisse', lastName: 'Agbodjan' },
    soldAt: '2026-11-21T10:42:00.000Z',
    lotOf: (id: string) => (id === 's1' ? { lot: 'AX20', expiresOn: '2027-03-31' } : undefined),
  }
  test('one for each line that says how it is taken', () => {
    const records = [
      aRecord({ quantity: 2, posology: ' 1 cp\n matin et soir ' }),
      aRecord({ id: 'r2', posology: '  ' }),
      aRecord({ id: 'r3' }),
      aRecord({ id: 'r4', stockItemId: 'gone', posology: '1 cp' }),
    ]
    const label = {
      pharmacy: 'Pharmacie du Lac',
      phone: '01 97 00 00 00',
      patient: 'AGBODJAN Clarisse',
      product: 'Doliprane 1 g cp B/8',
      soldAt: facts.soldAt,
    }
    expect(posologyLabels(records, facts)).toEqual([
      { ...label, quantity: 2, posology: '1 cp matin et soir', lot: 'AX20', expiresOn: '2027-03-31' },
      { ...label, quantity: 1, posology: '1 cp', lot: null, expiresOn: null },
    ])
    expect(posologyLabels(records, { ...facts, patient: null })[0]?.patient).toBeNull()
  })
})

test('a receipt adds up: total = payments − change + rounding − stamp duty + remainder, lines = total', () => {
  fc.assert(
    fc.property(anySale, anyCashStep, (sale, cashStep) => {
      const blocks = receiptBlocks(aPrinted({ ...sale, number: null, seller: null }), pharmacy, {
        cashStep,
        isReprint: false,
      })
      const amounts = (kind: ReceiptBlock['kind']) =>
        blocks.reduce(
          (sum, block) =>
            sum + (block.kind !== kind ? 0 : 'amount' in block ? block.amount : 'total' in block ? block.total : 0),
          0,
        )
      const paid = amounts('payment') - amounts('change') - amounts('stamp-duty')
      expect(paid + amounts('rounding') + amounts('remainder')).toBe(amounts('total'))
      expect(amounts('line')).toBe(amounts('total'))
      expect(blocks.find((block) => block.kind === 'sale')).toMatchObject({ seller: 'Inconnu', patient: null })
    }),
  )
})
