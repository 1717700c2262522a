import { openSale, type LocalSale } from '#shared/domain/local-sale.ts'
import { adoptSale, type ParkedContent } from '#shared/domain/parked-content.ts'
import { frozen } from '#shared/store/tools/canonical-json.ts'
import { enqueue } from '#shared/store/outbox/outbox-store.ts'
import type { TakenNote } from '#shared/store/outbox/parcels.ts'
import type { SalesDatabase } from '#shared/store/sales/sales-database.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'

/** The side of the sales database by which sales come from other terminals. */
export function parkedStore({ write }: SalesDatabase) {
  return {
    /**
     * Writes a sale that was taken over, and that it has arrived, in one strict transaction. A sale that is here already stays as it is here: it
     * never left (the answer to its parking was lost), or it was taken before and typed into since.
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
        // A key of its own: under the sale's id the sale itself will wait.
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
