import { call } from '#shared/client/call.ts'
import { persons, type NewQuickPatient } from '#shared/contract/persons.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { refuseSale, type SaleError } from '#shared/domain/local-sale.ts'
import { personsOfSale, putState } from '#shared/store/patient-rows.ts'
import type { OutboxRow, ParcelKind, SalesTx } from '#shared/store/sales-database.ts'

/** Writes what the server accepted, in the transaction that takes the row out of the queue; false when this terminal has nothing under that id any more. */
export type Acceptance = (tx: SalesTx, now: number) => Promise<boolean>

/** How one kind of row is sent, and what becomes of it. */
type Parcel = {
  /** Throws as `call` does. */
  send(row: OutboxRow, token: string): Promise<Acceptance>
  refuse(tx: SalesTx, row: OutboxRow, errors: readonly SaleError[]): Promise<boolean>
  /** The persons whom the server must know first. */
  needs(row: OutboxRow): string[]
}

const parcels: Record<ParcelKind, Parcel> = {
  sale: {
    async send(row, token) {
      const reply = await call(sales.close, { body: payloadOf<NewSale>(row) }, { token })
      return async (tx, acknowledgedAt) => {
        const { saleId: id, payload, hash, revision, sessionId } = row
        const sale = await tx.objectStore('sales').get(id)
        if (!sale) return false
        await tx.objectStore('acknowledged').put({ id, sale, reply, payload, hash, revision, sessionId, acknowledgedAt })
        await tx.objectStore('sales').delete(id)
        return true
      }
    },
    async refuse(tx, { saleId }, errors) {
      const sale = await tx.objectStore('sales').get(saleId)
      if (!sale) return false
      await tx.objectStore('sales').put(refuseSale(sale, errors))
      return true
    },
    needs(row) {
      const { patientId, payments } = payloadOf<NewSale>(row)
      return personsOfSale({ patient: patientId === null ? null : { id: patientId }, payments })
    },
  },
  patient: {
    async send(row, token) {
      const reply = await call(persons.createPatientByQuickWay, { body: payloadOf<NewQuickPatient>(row) }, { token })
      return (tx, acknowledgedAt) => putState(tx, row.saleId, { status: 'ACKNOWLEDGED', reply, acknowledgedAt })
    },
    refuse: (tx, row, errors) => putState(tx, row.saleId, { status: 'ERROR', errors }),
    needs(row) {
      const holderId = payloadOf<NewQuickPatient>(row).policy?.holderId
      return holderId && holderId !== row.saleId ? [holderId] : []
    },
  },
}

export function kindOf({ kind = 'sale' }: Pick<OutboxRow, 'kind'>): ParcelKind {
  return kind
}

export function parcelOf(row: OutboxRow): Parcel {
  return parcels[kindOf(row)]
}

/** The payload was checked by the contract when it was frozen. */
function payloadOf<Payload>(row: OutboxRow): Payload {
  return JSON.parse(row.payload) as Payload
}
