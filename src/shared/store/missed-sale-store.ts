import { NewMissedSale } from '#shared/contract/missed-sales.ts'
import { frozen } from '#shared/store/canonical-json.ts'
import { enqueue } from '#shared/store/outbox-store.ts'
import type { NotingFacts } from '#shared/store/photo-store.ts'
import type { SalesDatabase } from '#shared/store/sales-database.ts'
import { uuid7 } from '#shared/store/uuid7.ts'

/** What somebody asked for in vain; `price` of one, in minor units, null where nobody knows it. */
export type TypedMissedSale = Pick<NewMissedSale, 'pharmacyProductId' | 'label' | 'quantity' | 'price' | 'reason'>

/** The side of the sales database that notes who left without. */
export function missedSaleStore({ write }: SalesDatabase) {
  return {
    /** Notes it and puts it behind what waits, in one strict transaction. Throws what the contract's schema says of bad input. */
    async noteMissedSale(typed: TypedMissedSale, facts: NotingFacts): Promise<NewMissedSale> {
      const now = new Date()
      const missed = NewMissedSale.parse({ ...facts, ...typed, id: uuid7(now.getTime()), revision: 1, missedAt: now.toISOString() })
      const sealed = await frozen(missed)
      await write((tx) => enqueue(tx, { saleId: missed.id, kind: 'missed-sale', revision: missed.revision, ...sealed, sessionId: missed.sessionId }))
      return missed
    },
  }
}
