import { groupBy } from '#server/db/group-by.ts'
import type { Tx } from '#server/db/database.ts'
import { lastOffers, type LastOffer } from '#server/orders/last-prices.repo.ts'

export type { LastOffer }

/** What each supplier last asked, by product; `ids`: only of these products. */
export async function offersOf(
  tx: Tx,
  pharmacyId: string,
  asked: { ids?: readonly string[] | undefined; since: string },
): Promise<Map<string, LastOffer[]>> {
  return groupBy(await lastOffers(tx, pharmacyId, asked), ({ productId }) => productId)
}
