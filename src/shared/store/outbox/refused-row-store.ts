import type { RegisterAct } from '#shared/contract/register-acts.ts'
import { frozen } from '#shared/store/tools/canonical-json.ts'
import { uncountMissed } from '#shared/store/sales/missed-sale-store.ts'
import { kindOf } from '#shared/store/outbox/parcels.ts'
import { forgetGesture, movedFromClosed } from '#shared/store/register/register-store.ts'
import type { SalesDatabase } from '#shared/store/sales/sales-database.ts'
import type { OutboxRow, SalesTx } from '#shared/store/sales/sales-rows.ts'

/** What the queue knows a refused row by. */
export type RefusedRow = Pick<OutboxRow, 'saleId' | 'revision' | 'payload'>

/** What becomes of photos, missed sales and acts of a register that the server refused: they stay in the queue with its reasons until somebody decides. */
export function refusedRowStore({ write }: SalesDatabase) {
  return {
    /**
     * Sends it again under the next revision: what the server did not know may be there by now. It goes as it is, but what moved money in a register that is
     * closed goes into the open one. Nothing happens when it is not refused any more.
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

    /** Lets go of it, of the photo's bytes and of what it moved in a register. Nothing happens when it is not refused any more. */
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
