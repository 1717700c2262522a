import { isOpenSale, type LocalSale, wasEndedLater } from '#shared/domain/local-sale.ts'
import { enqueue } from '#shared/store/outbox/outbox-store.ts'
import { kindOf } from '#shared/store/outbox/parcels.ts'
import type { SalesDatabase } from '#shared/store/sales/sales-database.ts'
import {
  salesStores,
  type LocalPatient,
  type LocalPhoto,
  type OutboxRow,
  type SalesTx,
} from '#shared/store/sales/sales-rows.ts'

/** All content of one pharmacy that its server does not have: waiting, refused and open. */
export type UnsentWork = {
  sales: readonly LocalSale[]
  outbox: readonly OutboxRow[]
  patients: readonly LocalPatient[]
  photos: readonly LocalPhoto[]
}
/**
 * Numbers of records taken from another terminal. `known` counts those that this terminal or the server already had;
 * they were ignored.
 */
export type TakenIn = { sales: number; patients: number; notes: number; known: number }

/** The part of the sales database that exports all unsent content, and imports it from another terminal. */
export function unsentStore({ read, write }: SalesDatabase) {
  return {
    /** Reads all unsent content in one transaction. */
    unsent(): Promise<UnsentWork> {
      return read(async (handle) => {
        const tx = handle.transaction(salesStores, 'readonly')
        const [sales, outbox, patients, photos] = await Promise.all([
          tx.objectStore('sales').getAll(),
          tx.objectStore('outbox').index('seq').getAll(),
          tx.objectStore('patients').getAll(),
          tx.objectStore('photos').getAll(),
        ])
        return { sales, outbox, patients: patients.filter(({ status }) => status !== 'ACKNOWLEDGED'), photos }
      })
    },

    /**
     * Imports the content of another terminal in one transaction, under the same ids and revisions: whichever terminal
     * sends first, the server stores each record once. Records known here stay, unless the imported sale was ended
     * later.
     */
    takeIn({ sales, outbox, patients, photos }: UnsentWork): Promise<TakenIn> {
      return write(async (tx) => {
        const taken: TakenIn = { sales: 0, patients: 0, notes: 0, known: 0 }
        const wanted = new Set<string>()
        for (const patient of patients) count(taken, 'patients', wanted, patient.id, await takePatient(tx, patient))
        for (const sale of sales) count(taken, 'sales', wanted, sale.id, await takeSale(tx, sale))
        const notes = outbox.filter((row) => kindOf(row) !== 'sale' && kindOf(row) !== 'patient')
        for (const row of notes)
          count(taken, 'notes', wanted, row.saleId, (await tx.objectStore('outbox').get(row.saleId)) === undefined)
        for (const photo of photos) if (wanted.has(photo.id)) await tx.objectStore('photos').put(photo)
        // In the order of the other terminal: a patient goes before the sale that names him.
        for (const row of outbox.toSorted((one, other) => one.seq - other.seq))
          if (wanted.has(row.saleId)) await enqueue(tx, { ...row, nextAttemptAt: 0 })
        return taken
      })
    },

    /** Stores the pharmacy's name, to show it after this terminal has moved to another pharmacy. */
    keepPharmacyName(name: string): Promise<void> {
      return write(async (tx) => void (await tx.objectStore('meta').put(name, 'pharmacyName')))
    },

    pharmacyName(): Promise<string | undefined> {
      return read((handle) => handle.get('meta', 'pharmacyName') as Promise<string | undefined>)
    },

    /** Number of acknowledged sales stored here. */
    keptCount(): Promise<number> {
      return read((handle) => handle.count('acknowledged'))
    },
  }
}

async function takeSale(tx: SalesTx, sale: LocalSale): Promise<boolean> {
  if (await tx.objectStore('acknowledged').getKey(sale.id)) return false
  const known = await tx.objectStore('sales').get(sale.id)
  if (known && !wasEndedLater(known, sale)) return false
  await tx.objectStore('outbox').delete(sale.id)
  // The member who had it open works at another terminal: here the sale is visible to all members.
  await tx
    .objectStore('sales')
    .put({ ...sale, status: isOpenSale(sale) ? 'LOCAL' : sale.status, openedBy: null, sessionId: null })
  return true
}

async function takePatient(tx: SalesTx, patient: LocalPatient): Promise<boolean> {
  const known = await tx.objectStore('patients').get(patient.id)
  if (known && (known.status === 'ACKNOWLEDGED' || known.patient.revision >= patient.patient.revision)) return false
  await tx.objectStore('outbox').delete(patient.id)
  await tx.objectStore('patients').put(patient)
  return true
}

function count(
  taken: TakenIn,
  kind: 'sales' | 'patients' | 'notes',
  wanted: Set<string>,
  id: string,
  isTaken: boolean,
): void {
  taken[isTaken ? kind : 'known']++
  if (isTaken) wanted.add(id)
}
