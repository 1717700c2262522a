import type { Sale } from '#shared/contract/sales.ts'
import { refuseSale, type SaleError } from '#shared/domain/local-sale.ts'
import type { OutboxRow, SalesDatabase, SalesTx } from '#shared/store/sales-database.ts'

/** The outbox's side of the sales database: what waits, and what becomes of it. */
export function outboxStore({ read, write }: SalesDatabase) {
  return {
    /** What waits, in the order of ending. */
    outbox(): Promise<OutboxRow[]> {
      return read((database) => database.getAllFromIndex('outbox', 'seq'))
    },

    /** The server has the sale: out of the queue and of the open sales, kept among the acknowledged, in one transaction. */
    acknowledge(row: OutboxRow, reply: Sale, now: number): Promise<void> {
      return write(async (tx) => {
        const sale = await tx.objectStore('sales').get(row.saleId)
        if (!sale || !(await isStillQueued(tx, row))) return
        const { payload, hash, revision, sessionId } = row
        await tx.objectStore('acknowledged').put({ id: row.saleId, sale, reply, payload, hash, revision, sessionId, acknowledgedAt: now })
        await tx.objectStore('sales').delete(row.saleId)
        await tx.objectStore('outbox').delete(row.saleId)
      })
    },

    /** The server refused the sale: its reasons are kept, everything typed stays, the queue goes on. */
    refuse(row: OutboxRow, errors: readonly SaleError[]): Promise<void> {
      return write(async (tx) => {
        const sale = await tx.objectStore('sales').get(row.saleId)
        if (!sale || !(await isStillQueued(tx, row))) return
        await tx.objectStore('sales').put(refuseSale(sale, errors))
        await tx.objectStore('outbox').delete(row.saleId)
      })
    },

    /** No decision yet: the same row again, not before `nextAttemptAt`. */
    postpone(row: OutboxRow, nextAttemptAt: number, lastFailure: string): Promise<void> {
      return write(async (tx) => {
        if (await isStillQueued(tx, row)) await tx.objectStore('outbox').put({ ...row, attempts: row.attempts + 1, nextAttemptAt, lastFailure })
      })
    },

    acknowledgedIds(): Promise<string[]> {
      return read((database) => database.getAllKeys('acknowledged'))
    },

    /** The server lost these (restored from a backup): the same bytes under the same revision are queued again. */
    requeue(ids: readonly string[]): Promise<void> {
      return write(async (tx) => {
        for (const id of ids) {
          const kept = await tx.objectStore('acknowledged').get(id)
          if (!kept) continue
          const { sale, payload, hash, revision, sessionId } = kept
          await tx.objectStore('sales').put(sale)
          await tx.objectStore('acknowledged').delete(id)
          await enqueue(tx, { saleId: id, revision, payload, hash, sessionId })
        }
      })
    },

    /** Lets go of acknowledged sales older than the moment given (milliseconds of the clock). */
    forgetAcknowledgedBefore(moment: number): Promise<void> {
      return write(async (tx) => {
        const old = await tx.objectStore('acknowledged').index('acknowledgedAt').getAllKeys(IDBKeyRange.upperBound(moment, true))
        for (const id of old) await tx.objectStore('acknowledged').delete(id)
      })
    },
  }
}

/** Puts an ended sale behind those that wait, in the transaction given. */
export async function enqueue(tx: SalesTx, row: Pick<OutboxRow, 'saleId' | 'revision' | 'payload' | 'hash' | 'sessionId'>): Promise<void> {
  const seq = (((await tx.objectStore('meta').get('lastSeq')) as number | undefined) ?? 0) + 1
  await tx.objectStore('meta').put(seq, 'lastSeq')
  await tx.objectStore('outbox').put({ ...row, seq, attempts: 0, nextAttemptAt: 0, lastFailure: null })
}

/** Another window may have settled the row, or the sale may have been resumed and ended anew, while the answer was on its way. */
async function isStillQueued(tx: SalesTx, row: OutboxRow): Promise<boolean> {
  return (await tx.objectStore('outbox').get(row.saleId))?.revision === row.revision
}
