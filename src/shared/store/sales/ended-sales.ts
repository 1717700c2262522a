import type { NewSale } from '#shared/contract/sales.ts'
import { soldInstant } from '#shared/domain/corrected-instant.ts'
import type { TakenIn } from '#shared/domain/register/movements.ts'
import type { EndedSale } from '#shared/domain/register/till-ledger.ts'
import { kindOf } from '#shared/store/outbox/parcels.ts'
import type { SalesSnapshot } from '#shared/store/sales/sales-snapshot.ts'

/**
 * The sales that this terminal ended in a register, whether the server has them or not. A sale that replaces another
 * one includes the money of the replaced sale. Sales that wait get their true instants, as the server gives them;
 * `skewMs`: for those that ended before the difference of the clocks was known.
 */
export function endedSales(
  { sales, outbox, acknowledged }: Pick<SalesSnapshot, 'sales' | 'outbox' | 'acknowledged'>,
  registerId: string,
  skewMs: number | null = null,
): EndedSale[] {
  const waiting = outbox
    .filter((row) => kindOf(row) === 'sale')
    .map(({ payload }) => {
      const frozen = JSON.parse(payload) as NewSale
      return { ...frozen, soldAt: soldInstant(frozen, skewMs) }
    })
  const ended = [...acknowledged.map(({ reply }) => reply), ...waiting]
  const local = [...acknowledged.map(({ sale }) => sale), ...sales]
  // The replaced sale may belong to another register, or may have been read from the server when the new version was
  // begun.
  const moneyOf = (replaced: string, by: string): TakenIn | undefined =>
    ended.find(({ id }) => id === replaced) ?? local.find(({ id }) => id === by)?.replaces?.money
  return ended
    .filter((sale) => sale.registerId === registerId)
    .map((sale) => ({
      ...sale,
      replaces: sale.replaces ?? null,
      ...(sale.replaces ? { replacedMoney: moneyOf(sale.replaces, sale.id) } : {}),
    }))
}
