import type { NewSale, Sale } from '#shared/contract/sales.ts'
import { AppError } from '#shared/domain/errors.ts'
import { saleCapIssues } from '#shared/domain/caps.ts'
import { movementsOfSale } from '#shared/domain/register/movements.ts'
import { expectedCash } from '#shared/domain/register/totals.ts'
import { parcelAnswered } from '#server/register-ledger/close-register.ts'
import type { Context } from '#server/http/context.ts'
import { acceptOnce } from '#server/inbox/accept-once.ts'
import { noteRevised } from '#server/sales/note-revised.ts'
import { acceptSale, type Settled } from '#server/sales/accept-sale.ts'
import { findWholeSale } from '#server/sales/sale.repo.ts'
import { senderOf } from '#server/sellers/acting.ts'

/**
 * Closes a sale, exactly once. A repeated call returns the stored sale. Throws the message of the catalogue for a
 * refusal, on each attempt.
 */
export async function closeSale(context: Context, sale: NewSale): Promise<Sale> {
  const { actor, now, clockSkewMs = 0, changes } = context
  const { pharmacyId } = actor
  if (pharmacyId === null) throw new AppError('sales:cannotCloseSaleWithoutPharmacyId')
  return acceptOnce<Sale>(context, {
    pharmacyId,
    kind: 'sale',
    payload: sale,
    cash: { registerId: sale.registerId, amount: expectedCash(movementsOfSale(sale)) },
    async judge(tx) {
      const settled =
        refusedAsNonsense(sale) ??
        (await acceptSale(tx, { pharmacyId, sale, sender: senderOf(context), now, clockSkewMs }))
      if (settled.touched) noteRevised(changes, settled.touched)
      if (settled.isAwaited)
        await parcelAnswered(tx, pharmacyId, {
          id: sale.id,
          refusal: settled.verdict.accepted ? null : settled.verdict.refusal,
          now,
        })
      return settled.verdict
    },
    recall: async (tx) => (await findWholeSale(tx, pharmacyId, sale.id))!,
  })
}

/**
 * Refuses content that our terminals never send and that no rule covers: a duplicate id in one sale, a value above its
 * cap. The refusal is a stored answer, because a closing may wait for it; a refusal by the schema would not be stored.
 */
function refusedAsNonsense(sale: NewSale): Settled | null {
  const twice = (of: readonly { id: string }[]): boolean => new Set(of.map(({ id }) => id)).size < of.length
  const issues = [
    ...(twice([...sale.records, ...sale.vouchers]) ? [{ path: 'body.records', message: 'the same id twice' }] : []),
    ...(twice(sale.payments) ? [{ path: 'body.payments', message: 'the same id twice' }] : []),
    ...saleCapIssues(sale).map(({ path, message }) => ({ path: `body.${path}`, message })),
  ]
  return issues.length === 0
    ? null
    : { verdict: { accepted: false, refusal: { message: 'requests:invalid', details: { issues } } }, isAwaited: true }
}
