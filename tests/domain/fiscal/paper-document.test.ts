import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fiscalStates } from '#shared/contract/fiscal-documents.ts'
import { certifiedOf, documentOf, isAwaited } from '#shared/domain/fiscal/paper-document.ts'
import { receiptBlocks } from '#shared/domain/receipt.ts'
import { aFiscalDocument, certifiedElements } from '#tests/support/a-fiscal-document.ts'

const pharmacy = { name: 'P', address: '', city: '', phone: '', taxId: null, country: { code: 'BJ' } }
const anySale = fc
  .record({
    lines: fc.array(
      fc.record({ quantity: fc.integer({ min: 1, max: 9 }), price: fc.integer({ min: 1, max: 99_999 }) }),
      {
        minLength: 1,
        maxLength: 5,
      },
    ),
    percent: fc.integer({ min: 0, max: 90 }),
  })
  .map(({ lines, percent }) => {
    const records = lines.map((line, at) => ({ ...line, id: `r${at}`, stockItemId: `s${at}`, label: `Produit ${at}` }))
    const total = lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
    const discount = Math.floor((total * percent) / 100)
    const due = total - discount
    const cash = Math.round(due / 5) * 5
    return {
      identifier: 'K7QF-1',
      number: 1,
      soldAt: '2026-11-21T11:42:00.000Z',
      seller: null,
      patient: null,
      records,
      vouchers: [],
      payments: [
        ...(discount > 0 ? [{ id: 'p0', type: 'DISCOUNT' as const, amount: discount }] : []),
        ...(cash > 0 ? [{ id: 'p1', type: 'CASH' as const, amount: cash, tendered: cash }] : []),
      ],
      total,
      discount,
    }
  })
const anyState = fc.constantFrom(...fiscalStates)

test('what is certified is the total less the discount, without the rounding of cash; its groups and payments add up', () => {
  fc.assert(
    fc.property(anySale, (sale) => {
      const blocks = receiptBlocks(sale, pharmacy, { cashStep: 5, isReprint: false, fiscal: aFiscalDocument(sale) })
      const [fiscal, ...others] = blocks.flatMap((block) => (block.kind === 'fiscal' ? [block.document] : []))
      expect(others).toEqual([])
      const { totals, payments } = fiscal!
      expect(totals!.total).toBe(sale.total - sale.discount)
      expect(totals!.groups.reduce((sum, { net, tax }) => sum + net + tax, 0)).toBe(totals!.total)
      expect(payments.reduce((sum, { amount }) => sum + amount, 0)).toBe(totals!.total)
      // Each line that was certified has its letter.
      const named = new Set(fiscal!.lines.map(({ label }) => label))
      for (const block of blocks) if (block.kind === 'line') expect('group' in block).toBe(named.has(block.label))
    }),
  )
})

test('a paper shows a code or awaits one, never both, and a document that has none changes nothing but its mark', () => {
  fc.assert(
    fc.property(anySale, anyState, fc.boolean(), (sale, state, hasElements) => {
      const document = aFiscalDocument(sale, state, { elements: hasElements ? certifiedElements : null })
      const isCertified = certifiedOf(document) !== null
      expect(isCertified).toBe(hasElements && (state === 'certified' || state === 'settled'))
      expect(isCertified && isAwaited(document)).toBe(false)
      if (isCertified) return
      const print = { cashStep: 5, isReprint: false }
      const blocks = receiptBlocks(sale, pharmacy, { ...print, fiscal: document })
      const mark = { kind: 'mark', mark: 'awaited' }
      expect(blocks.filter((block) => JSON.stringify(block) !== JSON.stringify(mark))).toEqual(
        receiptBlocks(sale, pharmacy, print),
      )
      expect(blocks.some((block) => JSON.stringify(block) === JSON.stringify(mark))).toBe(isAwaited(document))
    }),
  )
})

test('the document of a sale is its own invoice, of a canceled one the credit note; never that of a return', () => {
  const sale = fc.sample(anySale, { numRuns: 1, seed: 1 })[0]!
  const invoice = aFiscalDocument(sale)
  const undone = aFiscalDocument(sale, 'waiting', { kind: 'credit' })
  const ofReturn = aFiscalDocument(sale, 'certified', { kind: 'credit', returnId: 'r' })
  expect(documentOf([ofReturn, undone, invoice], false)).toBe(invoice)
  expect(documentOf([ofReturn, undone, invoice], true)).toBe(undone)
  expect(documentOf([ofReturn, invoice], true)).toBe(invoice)
  expect(documentOf([ofReturn], true)).toBeNull()
  expect([certifiedOf(null), certifiedOf('awaited'), isAwaited(null), isAwaited('awaited')]).toEqual([
    null,
    null,
    false,
    true,
  ])
})
