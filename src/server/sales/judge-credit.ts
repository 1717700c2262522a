import type { NewSale } from '#shared/contract/sales.ts'
import { debtorOf, paymentsFrom } from '#shared/domain/payment.ts'
import { isLate } from '#server/base/late.ts'
import type { Refusal } from '#server/inbox/receive.ts'
import type { Shop } from '#server/sales/shop.ts'
import type { SaleFlag } from '#server/sellers/sale-flags.ts'

/**
 * Refuses a sale on credit to an archived client, unless he was archived minutes before. A late sale, and a new version of
 * a sale, keep the debt with a flag, because the customer has left. What an organization pays by a policy is judged with the coverage.
 */
export function judgeCredit(
  sale: NewSale,
  { persons, organizations, lately }: Shop,
  now: Date,
): { refusal: Refusal | null; flags: SaleFlag[] } {
  const debtors = paymentsFrom('debt', sale.payments).flatMap((payment) =>
    payment.amount > 0 ? (debtorOf(payment)?.id ?? []) : [],
  )
  const archived = [...persons, ...organizations].filter(({ id, archived }) => archived && debtors.includes(id))
  if (archived.length === 0) return { refusal: null, flags: [] }
  const known = archived.find(({ owedBy }) => !lately?.archived.has(owedBy))
  return !known || isLate(sale.soldAt, now) || sale.replaces
    ? { refusal: null, flags: ['client:archived'] }
    : { refusal: { message: 'sales:archivedClient', details: { clientId: known.owedBy } }, flags: [] }
}
