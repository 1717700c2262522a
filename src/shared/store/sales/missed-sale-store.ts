import { NewMissedSale } from '#shared/contract/missed-sales.ts'
import { frozen } from '#shared/store/tools/canonical-json.ts'
import { enqueue } from '#shared/store/outbox/outbox-store.ts'
import type { NotingFacts } from '#shared/store/sales/photo-store.ts'
import type { SalesDatabase } from '#shared/store/sales/sales-database.ts'
import type { MissedNote, SalesTx } from '#shared/store/sales/sales-rows.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'

/** A product that a customer asked for and did not get. `price` per unit in minor units; null when unknown. */
export type TypedMissedSale = Pick<NewMissedSale, 'pharmacyProductId' | 'label' | 'quantity' | 'price' | 'reason'>

/** In ms. Long enough to cover the current day of the pharmacy in any time zone. */
const countedMs = 48 * 3_600_000

/** The part of the sales database that records missed sales. */
export function missedSaleStore({ write }: SalesDatabase) {
  return {
    /**
     * Records a missed sale, counts it and queues it in one strict transaction. It is sent after `heldMs`; until then
     * it can be withdrawn. Throws the contract's schema error for invalid input.
     */
    async noteMissedSale(typed: TypedMissedSale, facts: NotingFacts, heldMs = 0): Promise<NewMissedSale> {
      const now = new Date()
      const missed = NewMissedSale.parse({
        ...facts,
        ...typed,
        id: uuid7(now.getTime()),
        revision: 1,
        missedAt: now.toISOString(),
      })
      const sealed = frozen(missed)
      await write(async (tx) => {
        await enqueue(tx, {
          saleId: missed.id,
          kind: 'missed-sale',
          revision: missed.revision,
          ...sealed,
          sessionId: missed.sessionId,
          nextAttemptAt: now.getTime() + heldMs,
        })
        const counted = (await missedNotes(tx)).filter(
          ({ missedAt }) => now.getTime() - Date.parse(missedAt) < countedMs,
        )
        await tx
          .objectStore('meta')
          .put(
            [...counted, { id: missed.id, missedAt: missed.missedAt, value: (missed.price ?? 0) * missed.quantity }],
            'missed',
          )
      })
      return missed
    },

    /** Withdraws a missed sale; returns false when it was sent or may have been. */
    forgetMissedSale(id: string): Promise<boolean> {
      return write(async (tx) => {
        const row = await tx.objectStore('outbox').get(id)
        if (row?.kind !== 'missed-sale' || row.attempts > 0) return false
        await tx.objectStore('outbox').delete(id)
        await uncountMissed(tx, id)
        return true
      })
    },
  }
}

/** Removes a withdrawn or discarded missed sale from the day's count. */
export async function uncountMissed(tx: SalesTx, id: string): Promise<void> {
  const counted = await missedNotes(tx)
  if (counted.some((note) => note.id === id))
    await tx.objectStore('meta').put(
      counted.filter((note) => note.id !== id),
      'missed',
    )
}

async function missedNotes(tx: SalesTx): Promise<readonly MissedNote[]> {
  return ((await tx.objectStore('meta').get('missed')) as readonly MissedNote[] | undefined) ?? []
}
