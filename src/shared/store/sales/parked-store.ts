import { openSale, type LocalSale } from '#shared/domain/local-sale.ts'
import { adoptSale, type ParkedContent } from '#shared/domain/parked-content.ts'
import { frozen } from '#shared/store/tools/canonical-json.ts'
import { enqueue } from '#shared/store/outbox/outbox-store.ts'
import type { TakenNote } from '#shared/store/outbox/parcels.ts'
import type { SalesDatabase } from '#shared/store/sales/sales-database.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'

/** The part of the sales database that receives parked sales. */
export function parkedStore({ write }: SalesDatabase) {
  return {
    /**
     * Writes a taken sale and the confirmation of its arrival in one strict transaction. A sale that is already here is
     * not overwritten: either it never left (the answer to parking was lost), or it was taken before and changed since.
     */
    async adopt(
      id: string,
      { version, content }: { version: number; content: ParkedContent },
      { terminalId, ...holder }: { terminalId: string; userId: string; sessionId: string },
    ): Promise<LocalSale> {
      const note: TakenNote = { saleId: id, terminalId, version }
      const sealed = frozen(note)
      return write(async (tx) => {
        const known = await tx.objectStore('sales').get(id)
        const sale =
          known?.status === 'LOCAL'
            ? openSale(known, holder.userId, holder.sessionId)
            : (known ?? adoptSale(content, id, holder))
        await tx.objectStore('sales').put(sale)
        // The row needs an id of its own: the outbox row of the sale itself will use the id of the sale.
        await enqueue(tx, {
          saleId: uuid7(),
          kind: 'parked-taken',
          revision: 1,
          ...sealed,
          sessionId: holder.sessionId,
        })
        return sale
      })
    },
  }
}
