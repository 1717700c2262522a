import type { SaleError } from '#shared/domain/local-sale.ts'
import { parcelOf, type Acceptance } from '#shared/store/outbox/parcels.ts'
import { forgetPatientsBefore, keptPatients, putState } from '#shared/store/sales/patient-rows.ts'
import type { SalesDatabase } from '#shared/store/sales/sales-database.ts'
import type { OutboxRow, SalesTx } from '#shared/store/sales/sales-rows.ts'

/** Writes what became of a row of the outbox. */
export type Settlement = (tx: SalesTx) => Promise<void>

/** The server has it: out of the queue, and kept as `accept` says. */
export function acknowledged(row: OutboxRow, accept: Acceptance, now: number): Settlement {
  return async (tx) => {
    if (await isStillQueued(tx, row)) await settled(tx, row, await accept(tx, now))
  }
}

/** The server refused it: its reasons are kept, everything typed stays, the queue goes on. */
export function refused(row: OutboxRow, errors: readonly SaleError[]): Settlement {
  return async (tx) => {
    if (await isStillQueued(tx, row)) await settled(tx, row, await parcelOf(row).refuse(tx, row, errors))
  }
}

export type Wait = Required<Pick<OutboxRow, 'nextAttemptAt' | 'lastFailure' | 'waitsForLine'>>

/** No decision yet: the same row again, as the wait says. */
export function postponed(row: OutboxRow, wait: Wait): Settlement {
  return async (tx) => {
    if (await isStillQueued(tx, row))
      await tx.objectStore('outbox').put({ ...row, attempts: row.attempts + 1, ...wait })
  }
}

/** The outbox's side of the sales database: what waits, and what becomes of it. */
export function outboxStore({ read, write }: SalesDatabase) {
  return {
    /** What waits to be sent, in the order of ending; what was refused and stays in sight is not here. */
    async outbox(): Promise<OutboxRow[]> {
      const rows = await read((database) => database.getAllFromIndex('outbox', 'seq'))
      return rows.filter(({ errors }) => !errors)
    },

    /** The sales that the server does not have, by id, whatever their status. */
    saleIds(): Promise<string[]> {
      return read((database) => database.getAllKeys('sales'))
    },

    /** What became of rows of different ids, in one transaction. */
    settle(settlements: readonly Settlement[]): Promise<void> {
      return write(async (tx) => {
        await Promise.all(settlements.map((settlement) => settlement(tx)))
      })
    },

    acknowledgedIds(): Promise<string[]> {
      return read((database) => database.getAllKeys('acknowledged'))
    },

    /**
     * The server lost these sales (restored from a backup): the same bytes under the same revision are queued again, and before them every patient
     * made here. Whom it still has it answers from memory; whom it lost, a sale or the list needs.
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

    /** Lets go of acknowledged sales older than the moment given (milliseconds of the clock), and of patients whom no sale that is left names. */
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

/** Puts something behind what waits, in the transaction given; sent at once unless `nextAttemptAt` says from when. */
export async function enqueue(tx: SalesTx, row: NewRow): Promise<void> {
  await enqueueAt(tx, (await lastSeqOf(tx)) + 1, row)
}

/** The last number that was given in the queue. */
export async function lastSeqOf(tx: SalesTx): Promise<number> {
  return ((await tx.objectStore('meta').get('lastSeq')) as number | undefined) ?? 0
}

/** The same under a number that this very transaction has asked for: whoever asks for more asks for all of it at once. */
export async function enqueueAt(tx: SalesTx, seq: number, row: NewRow): Promise<void> {
  await tx.objectStore('meta').put(seq, 'lastSeq')
  await tx.objectStore('outbox').put({ nextAttemptAt: 0, ...row, seq, attempts: 0, lastFailure: null })
}

async function settled(tx: SalesTx, row: OutboxRow, isKnown: boolean): Promise<void> {
  if (isKnown) await tx.objectStore('outbox').delete(row.saleId)
}

/** Another window may have settled the row, or the sale may have been resumed and ended anew, while the answer was on its way. */
async function isStillQueued(tx: SalesTx, row: OutboxRow): Promise<boolean> {
  return (await tx.objectStore('outbox').get(row.saleId))?.revision === row.revision
}
