import type { RegisterAct } from '#shared/contract/register-acts.ts'
import { frozen } from '#shared/store/tools/canonical-json.ts'
import { uncountMissed } from '#shared/store/sales/missed-sale-store.ts'
import { kindOf } from '#shared/store/outbox/parcels.ts'
import { forgetGesture, movedFromClosed } from '#shared/store/register/till-gestures.ts'
import type { SalesDatabase } from '#shared/store/sales/sales-database.ts'
import type { OutboxRow, SalesTx } from '#shared/store/sales/sales-rows.ts'

/** Identifies a refused row. */
export type RefusedRow = Pick<OutboxRow, 'saleId' | 'revision' | 'payload'>

/**
 * The user's decisions about photos, missed sales and register acts that the server refused. Until then they stay in
 * the queue with the reasons.
 */
export function refusedRowStore({ write }: SalesDatabase) {
  return {
    /**
     * Sends the row again under the next revision, because the server may have received the missing data in the
     * meantime. The content stays the same, except that a movement of a closed register is moved to the open register.
     * Does nothing when the row is no longer refused.
     */
    sendAgain(row: RefusedRow): Promise<void> {
      return write(async (tx) => {
        const refused = await refusedRow(tx, row)
        if (!refused) return
        const { errors, ...waiting } = refused
        const revision = row.revision + 1
        const isClosed =
          kindOf(refused) === 'register-act' && errors?.some(({ message }) => message === 'cashRegisters:closed')
        const content = isClosed
          ? await movedFromClosed(tx, JSON.parse(row.payload) as RegisterAct)
          : (JSON.parse(row.payload) as object)
        await tx.objectStore('outbox').put({
          ...waiting,
          revision,
          ...frozen({ ...content, revision }),
          attempts: 0,
          nextAttemptAt: 0,
          lastFailure: null,
        })
      })
    },

    /**
     * Deletes the row, the photo's bytes and the row's effect on a register. Does nothing when the row is no longer
     * refused.
     */
    discardRefused(row: RefusedRow): Promise<void> {
      return write(async (tx) => {
        if (!(await refusedRow(tx, row))) return
        await tx.objectStore('outbox').delete(row.saleId)
        await tx.objectStore('photos').delete(row.saleId)
        await uncountMissed(tx, row.saleId)
        await forgetGesture(tx, row.saleId)
      })
    },
  }
}

async function refusedRow(tx: SalesTx, { saleId, revision }: RefusedRow): Promise<OutboxRow | undefined> {
  const row = await tx.objectStore('outbox').get(saleId)
  return row?.errors && row.revision === revision ? row : undefined
}
