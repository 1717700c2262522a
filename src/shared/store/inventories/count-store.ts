import { NewCount } from '#shared/contract/inventory-counting.ts'
import { queueParcel } from '#shared/store/outbox/queue-parcel.ts'
import type { NotingFacts } from '#shared/store/sales/photo-store.ts'
import type { SalesDatabase } from '#shared/store/sales/sales-database.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'

/** A count of a lot as made at this terminal. */
export type TypedCount = Pick<NewCount, 'inventoryId' | 'stockItemId' | 'found' | 'kind' | 'quantity'>

/** The part of the sales database that queues counts of inventories. */
export function countStore({ write }: SalesDatabase) {
  return {
    /** Queues a count in one strict transaction. Throws the contract's schema error for invalid input. */
    async noteCount(typed: TypedCount, facts: NotingFacts): Promise<NewCount> {
      const now = new Date()
      const count = NewCount.parse({
        ...facts,
        ...typed,
        id: uuid7(now.getTime()),
        revision: 1,
        doneAt: now.toISOString(),
      })
      await write((tx) => queueParcel(tx, 'inventory-count', count))
      return count
    },
  }
}
