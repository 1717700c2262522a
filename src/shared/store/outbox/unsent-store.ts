import type { LocalSale } from '#shared/domain/local-sale.ts'
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

/** Everything of one pharmacy that its server does not have: what waits, what was refused, what is still open. */
export type UnsentWork = {
  sales: readonly LocalSale[]
  outbox: readonly OutboxRow[]
  patients: readonly LocalPatient[]
  photos: readonly LocalPhoto[]
}
/** What was taken from another terminal; `known` were here already, or at the server, and nothing became of them. */
export type TakenIn = { sales: number; patients: number; notes: number; known: number }

/** The side of the sales database that gives everything unsent away, and takes it from another terminal. */
export function unsentStore({ read, write }: SalesDatabase) {
  return {
    /** One consistent reading of all that the server does not have. */
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
     * Takes the work of another terminal in, all of it or nothing, under the ids and revisions that it has: whichever terminal sends first, the server
     * has it once. What is known here stays as it is, unless what comes was ended later.
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
        // In the order of their terminal: a patient goes before the sale that names him.
        for (const row of outbox.toSorted((one, other) => one.seq - other.seq))
          if (wanted.has(row.saleId)) await enqueue(tx, { ...row, nextAttemptAt: 0 })
        return taken
      })
    },

    /** How the pharmacy is called, for the day when this terminal belongs to another one. */
    keepPharmacyName(name: string): Promise<void> {
      return write(async (tx) => void (await tx.objectStore('meta').put(name, 'pharmacyName')))
    },

    pharmacyName(): Promise<string | undefined> {
      return read((handle) => handle.get('meta', 'pharmacyName') as Promise<string | undefined>)
    },

    /** How many sales that the server has are kept here. */
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
  // Who held it sits at another terminal: here it is in everybody's sight.
  await tx
    .objectStore('sales')
    .put({ ...sale, status: isOpen(sale) ? 'LOCAL' : sale.status, openedBy: null, sessionId: null })
  return true
}

async function takePatient(tx: SalesTx, patient: LocalPatient): Promise<boolean> {
  const known = await tx.objectStore('patients').get(patient.id)
  if (known && (known.status === 'ACKNOWLEDGED' || known.patient.revision >= patient.patient.revision)) return false
  await tx.objectStore('outbox').delete(patient.id)
  await tx.objectStore('patients').put(patient)
  return true
}

/** A customer has the receipt of an ended sale: it goes before one that is still typed into. Between two ended ones the later attempt counts. */
function wasEndedLater(known: LocalSale, sale: LocalSale): boolean {
  if (isOpen(sale)) return false
  return isOpen(known) ? sale.revision >= known.revision : sale.revision > known.revision
}

function isOpen({ status }: LocalSale): boolean {
  return status === 'LOCAL' || status === 'ONGOING'
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
