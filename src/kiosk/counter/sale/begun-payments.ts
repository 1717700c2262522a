import type { LocalSale } from '#shared/domain/local-sale.ts'
import { setPayments } from '#shared/domain/sale-lines.ts'
import { saleBalance } from '#shared/domain/sale.ts'

/**
 * Removes payments of amount 0: they were begun and left. A cash payment of 0 stays if it settles a remainder that is
 * smaller than the smallest coin.
 */
export function withoutBegunPayments(sale: LocalSale, cashStep: number): LocalSale {
  const { rounding } = saleBalance(sale, cashStep)
  return setPayments(
    sale,
    sale.payments.filter(({ type, amount }) => amount > 0 || (type === 'CASH' && rounding !== 0)),
  )
}
