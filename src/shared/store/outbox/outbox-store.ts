import type { SaleError } from '#shared/domain/local-sale.ts'
import { parcelOf, type Acceptance } from '#shared/store/outbox/parcels.ts'
import { forgetPatientsBefore, keptPatients, putState } from '#shared/store/sales/patient-rows.ts'
import type { SalesDatabase } from '#shared/store/sales/sales-database.ts'
import type { OutboxRow, SalesTx } from '#shared/store/sales/sales-rows.ts'

/** Writes the outcome of an outbox row, inside the given transaction. */
export type Settlement = (tx: SalesTx) => Promise<void>

/** The server accepted the row: it leaves the queue, and `accept` stores the result. `now` is in ms. */
export function acknowledged(row: OutboxRow, accept: Acceptance, now: number): Settlement {
  return async (tx) => {
    if (await isStillQueued(tx, row)) await settled(tx, row, await accept(tx, now))
  }
}

/** The server refused the row: the reasons are stored, the content stays, the queue goes on. */
export function refused(row: OutboxRow, errors: readonly SaleError[]): Settlement {
  return async (tx) => {
    if (await isStillQueued(tx, row)) await settled(tx, row, await parcelOf(row).refuse(tx, row, errors))
  }
}

export type Wait = Required<Pick<OutboxRow, 'nextAttemptAt' | 'lastFailure' | 'waitsForLine'>>

/** No decision yet: the row stays, with one more attempt and the given wait. */
export function postponed(row: OutboxRow, wait: Wait): Settlement {
  return async (tx) => {
    if (await isStillQueued(tx, row))
      await tx.objectStore('outbox').put({ ...row, attempts: row.attempts + 1, ...wait })
  }
}

/** The outbox part of the sales database: rows that wait, and their outcome. */
export function outboxStore({ read, write }: SalesDatabase) {
  return {
    /** Rows that wait to be sent, in queue order; without refused rows. */
    async outbox(): Promise<OutboxRow[]> {
      const rows = await read((database) => database.getAllFromIndex('outbox', 'seq'))
      return rows.filter(({ errors }) => !errors)
    },

    /** Ids of the sales that the server does not have, in any status. */
    saleIds(): Promise<string[]> {
      return read((database) => database.getAllKeys('sales'))
    },

    /** Writes the outcomes of several rows in one transaction. The rows must have different ids. */
    settle(settlements: readonly Settlement[]): Promise<void> {
      return write(async (tx) => {
        await Promise.all(settlements.map((settlement) => settlement(tx)))
      })
    },

    acknowledgedIds(): Promise<string[]> {
      return read((database) => database.getAllKeys('acknowledged'))
    },

    /**
     * Queues sales again that the server lost (restored from a backup): the same bytes under the same revision. All
     * patients made here go before them: the server ignores those it still has, and a lost sale or the client list
     * needs the others.
     */
    requeue(ids: readonly string[]): Promise<void> {
      return write(async (tx) => {
        for (const { id, patient, payload, hash } of await keptPatients(tx)) {
          await putState(tx, id, { status: 'SUBMITTING' })
          await enqueue(tx, {
            saleId: id,
            kind: 'patient',
            revision: patient.revision,
            payload,
            hash,
            sessionId: patient.sessionId,
          })
        }
        for (const id of ids) {
          const kept = await tx.objectStore('acknowledged').get(id)
          if (!kept) continue
          const { sale, payload, hash, revision, sessionId } = kept
          await tx.objectStore('sales').put(sale)
          await tx.objectStore('acknowledged').delete(id)
          await enqueue(tx, { saleId: id, kind: 'sale', revision, payload, hash, sessionId })
        }
      })
    },

    /** Deletes acknowledged sales older than `moment` (ms), and patients that no remaining sale names. */
    forgetAcknowledgedBefore(moment: number): Promise<void> {
      return write(async (tx) => {
        const old = await tx
          .objectStore('acknowledged')
          .index('acknowledgedAt')
          .getAllKeys(IDBKeyRange.upperBound(moment, true))
        for (const id of old) await tx.objectStore('acknowledged').delete(id)
        await forgetPatientsBefore(tx, moment)
      })
    },
  }
}

type NewRow = Pick<OutboxRow, 'saleId' | 'kind' | 'revision' | 'payload' | 'hash' | 'sessionId'> &
  Partial<Pick<OutboxRow, 'nextAttemptAt' | 'after'>>

/** Appends a row to the queue in the given transaction. It is due at once unless `nextAttemptAt` is set. */
export async function enqueue(tx: SalesTx, row: NewRow): Promise<void> {
  await enqueueAt(tx, (await lastSeqOf(tx)) + 1, row)
}

/** The last queue number that was assigned. */
export async function lastSeqOf(tx: SalesTx): Promise<number> {
  return ((await tx.objectStore('meta').get('lastSeq')) as number | undefined) ?? 0
}

/**
 * The same, with a queue number computed by the caller in this transaction. A caller that adds several rows reads the
 * last number once.
 */
export async function enqueueAt(tx: SalesTx, seq: number, row: NewRow): Promise<void> {
  await tx.objectStore('meta').put(seq, 'lastSeq')
  await tx.objectStore('outbox').put({ nextAttemptAt: 0, ...row, seq, attempts: 0, lastFailure: null })
}

async function settled(tx: SalesTx, row: OutboxRow, isKnown: boolean): Promise<void> {
  if (isKnown) await tx.objectStore('outbox').delete(row.saleId)
}

/**
 * While the reply was on its way, another window may have settled the row, or the sale may have been resumed and ended
 * again.
 */
async function isStillQueued(tx: SalesTx, row: OutboxRow): Promise<boolean> {
  return (await tx.objectStore('outbox').get(row.saleId))?.revision === row.revision
}
