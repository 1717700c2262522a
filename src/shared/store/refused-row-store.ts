import { frozen } from '#shared/store/canonical-json.ts'
import { uncountMissed } from '#shared/store/missed-sale-store.ts'
import type { SalesDatabase } from '#shared/store/sales-database.ts'
import type { OutboxRow, SalesTx } from '#shared/store/sales-rows.ts'

/** What the queue knows a refused row by. */
export type RefusedRow = Pick<OutboxRow, 'saleId' | 'revision' | 'payload'>

/** What becomes of photos and missed sales that the server refused: they stay in the queue with its reasons until somebody decides. */
export function refusedRowStore({ write }: SalesDatabase) {
  return {
    /** Sends it again, as it is, under the next revision: what the server did not know may be there by now. Nothing happens when it is not refused any more. */
    async sendAgain(row: RefusedRow): Promise<void> {
      const revision = row.revision + 1
      const sealed = frozen({ ...(JSON.parse(row.payload) as object), revision })
      await write(async (tx) => {
        const refused = await refusedRow(tx, row)
        if (!refused) return
        const { errors: _, ...waiting } = refused
        await tx.objectStore('outbox').put({ ...waiting, revision, ...sealed, attempts: 0, nextAttemptAt: 0, lastFailure: null })
      })
    },

    /** Lets go of it, and of the photo's bytes. Nothing happens when it is not refused any more. */
    discardRefused(row: RefusedRow): Promise<void> {
      return write(async (tx) => {
        if (!(await refusedRow(tx, row))) return
        await tx.objectStore('outbox').delete(row.saleId)
        await tx.objectStore('photos').delete(row.saleId)
        await uncountMissed(tx, row.saleId)
      })
    },
  }
}

async function refusedRow(tx: SalesTx, { saleId, revision }: RefusedRow): Promise<OutboxRow | undefined> {
  const row = await tx.objectStore('outbox').get(saleId)
  return row?.errors && row.revision === revision ? row : undefined
}
