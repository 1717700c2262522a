import { NewDeliveryAct } from '#shared/contract/deliveries.ts'
import type { DeliveryLineAct } from '#shared/domain/deliveries/delivery-line.ts'
import { queueParcel } from '#shared/store/outbox/queue-parcel.ts'
import type { NotingFacts } from '#shared/store/sales/photo-store.ts'
import type { SalesDatabase } from '#shared/store/sales/sales-database.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'

/** A gesture on a line of a delivery as made at this terminal. */
export type TypedDeliveryAct = Pick<NewDeliveryAct, 'deliveryId' | 'lineId' | 'line'> & DeliveryLineAct

/** The part of the sales database that queues gestures on lines of deliveries. */
export function deliveryActStore({ write }: SalesDatabase) {
  return {
    /** Queues a gesture in one strict transaction. Throws the contract's schema error for invalid input. */
    async noteDeliveryAct(typed: TypedDeliveryAct, facts: NotingFacts): Promise<NewDeliveryAct> {
      const now = new Date()
      const act = NewDeliveryAct.parse({
        ...facts,
        ...typed,
        id: uuid7(now.getTime()),
        revision: 1,
        doneAt: now.toISOString(),
      })
      await write((tx) => queueParcel(tx, 'delivery-act', act))
      return act
    },
  }
}
