import type { LocalSale } from '#shared/domain/local-sale.ts'
import { setPayments } from '#shared/domain/sale-lines.ts'
import { saleBalance } from '#shared/domain/sale.ts'

/** A payment of nothing is one that was begun and left. Cash of nothing may settle the last odd francs, which no coin can: it stays. */
export function withoutBegunPayments(sale: LocalSale, cashStep: number): LocalSale {
  const { rounding } = saleBalance(sale, cashStep)
  return setPayments(
    sale,
    sale.payments.filter(({ type, amount }) => amount > 0 || (type === 'CASH' && rounding !== 0)),
  )
}
