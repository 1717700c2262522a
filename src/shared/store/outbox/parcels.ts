import { call } from '#shared/client/call.ts'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import { disbursements, type NewDisbursementPhoto } from '#shared/contract/disbursements.ts'
import { exports, type NewExport } from '#shared/contract/exports.ts'
import { missedSales, type NewMissedSale } from '#shared/contract/missed-sales.ts'
import { movements } from '#shared/contract/movements.ts'
import { parkedSales } from '#shared/contract/parked-sales.ts'
import { persons, type NewQuickPatient } from '#shared/contract/persons.ts'
import type { RegisterAct } from '#shared/contract/register-acts.ts'
import type { NewSalePhoto } from '#shared/contract/sale-photos.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { deliveries, type NewDeliveryAct } from '#shared/contract/deliveries.ts'
import { inventories } from '#shared/contract/inventories.ts'
import type { NewCount } from '#shared/contract/inventory-counting.ts'
import type { NewStockAct } from '#shared/contract/stock-acts.ts'
import { keepSent, sendStockAct, unitsOpenedBy } from '#shared/store/stock-acts/stock-act-parcel.ts'
import { refuseSale, type SaleError } from '#shared/domain/local-sale.ts'
import { toBase64 } from '#shared/store/tools/base64.ts'
import { closeTogether } from '#shared/store/sales/close-together.ts'
import { personsOfSale, putState } from '#shared/store/sales/patient-rows.ts'
import type { LocalPhoto, OutboxRow, ParcelKind, SalesTx } from '#shared/store/sales/sales-rows.ts'
import { madeAt } from '#shared/store/tools/uuid7.ts'

/**
 * Stores what the server accepted, in the transaction that removes the row from the queue. Returns false when this
 * terminal has no record under that id any more.
 */
export type Acceptance = (tx: SalesTx, now: number) => Promise<boolean>

/** How one kind of row is sent, and how its outcome is stored. */
type Parcel = {
  /** Throws as `call` does. */
  send(row: OutboxRow, token: string, disk: Disk): Promise<Acceptance>
  /** Stores a refusal; returns false when the row must stay in the queue. */
  refuse(tx: SalesTx, row: OutboxRow, errors: readonly SaleError[]): Promise<boolean>
  /** Ids of the persons, sales and lots that the server must know first. */
  needs(row: OutboxRow): string[]
  /** Ids of what changes on the server when it accepts the row; rows that need one of them go after it. */
  changes(row: OutboxRow): string[]
  /** When the record was made, in ms; null when unknown. */
  doneAt(row: OutboxRow): number | null
}
/** Content that is too large for a queue row and is read when it is sent. */
export type Disk = { readPhoto(id: string): Promise<LocalPhoto | undefined> }

/** A photo without its bytes. */
export type PhotoNote = Omit<NewSalePhoto, 'data'>
export type ReceiptPhotoNote = Omit<NewDisbursementPhoto, 'data'>
/**
 * Confirms that a parked sale has arrived, with the version that was taken: the sale may be parked again before this
 * row is sent.
 */
export type TakenNote = { saleId: string; terminalId: string; version: number }

/** Uploading a photo takes long on a slow connection. */
const photoTimeoutMs = 45_000

const parcels: Record<ParcelKind, Parcel> = {
  sale: {
    async send(row, token) {
      const reply = await closeTogether(payloadOf<NewSale>(row), token)
      return async (tx, acknowledgedAt) => {
        const { saleId: id, payload, hash, revision, sessionId } = row
        const sale = await tx.objectStore('sales').get(id)
        if (!sale) return false
        await tx
          .objectStore('acknowledged')
          .put({ id, sale, reply, payload, hash, revision, sessionId, acknowledgedAt })
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
      const { replaces, records } = payloadOf<NewSale>(row)
      return [
        ...personsNamed(row),
        ...(replaces ? [replaces] : []),
        ...records.flatMap(({ stockItemId, opens }) => (opens ? [] : [stockItemId])),
      ]
    },
    changes(row) {
      return [row.saleId, ...personsNamed(row), ...lotsOpened(row)]
    },
    doneAt: (row) => Date.parse(payloadOf<NewSale>(row).soldAt),
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
    changes: (row) => [row.saleId],
    doneAt: (row) => Date.parse(payloadOf<NewQuickPatient>(row).createdAt),
  },
  photo: photoParcel<PhotoNote>(
    (body, token) => call(sales.addPhoto, { body }, { token, timeoutMs: photoTimeoutMs }),
    ({ saleId }) => saleId,
  ),
  'disbursement-photo': photoParcel<ReceiptPhotoNote>(
    (body, token) => call(disbursements.addPhoto, { body }, { token, timeoutMs: photoTimeoutMs }),
    ({ disbursementId }) => disbursementId,
  ),
  'register-act': {
    async send(row, token) {
      await sendAct(payloadOf<RegisterAct>(row), token)
      return () => Promise.resolve(true)
    },
    refuse: staysRefused,
    needs: (row) => clientsOfAct(payloadOf<RegisterAct>(row)),
    // Repaying a debt frees credit, so later purchases of the client must be sent after it.
    changes: (row) => [row.saleId, ...clientsOfAct(payloadOf<RegisterAct>(row))],
    doneAt: (row) => doneAtOfAct(payloadOf<RegisterAct>(row)),
  },
  'stock-act': {
    async send(row, token) {
      const act = payloadOf<NewStockAct>(row)
      await sendStockAct(act, token)
      return async (tx, now) => {
        await keepSent(tx, act, now)
        return true
      }
    },
    refuse: staysRefused,
    // Acts on one lot, and sales of it, go in their order.
    needs: (row) => [payloadOf<NewStockAct>(row).stockItemId],
    changes: (row) => [payloadOf<NewStockAct>(row).stockItemId, ...unitsOpenedBy(payloadOf<NewStockAct>(row))],
    doneAt: (row) => Date.parse(payloadOf<NewStockAct>(row).doneAt),
  },
  'delivery-act': {
    async send(row, token) {
      await call(deliveries.act, { body: payloadOf<NewDeliveryAct>(row) }, { token })
      return () => Promise.resolve(true)
    },
    refuse: staysRefused,
    // Gestures on one delivery go in their order.
    needs: (row) => [payloadOf<NewDeliveryAct>(row).deliveryId],
    changes: (row) => [payloadOf<NewDeliveryAct>(row).deliveryId],
    doneAt: (row) => Date.parse(payloadOf<NewDeliveryAct>(row).doneAt),
  },
  'inventory-count': {
    async send(row, token) {
      await call(inventories.count, { body: payloadOf<NewCount>(row) }, { token })
      return () => Promise.resolve(true)
    },
    refuse: staysRefused,
    // Each count has its own moment: no order is needed.
    needs: () => [],
    changes: () => [],
    doneAt: (row) => Date.parse(payloadOf<NewCount>(row).doneAt),
  },
  'missed-sale': {
    async send(row, token) {
      await call(missedSales.create, { body: payloadOf<NewMissedSale>(row) }, { token })
      return () => Promise.resolve(true)
    },
    refuse: staysRefused,
    needs: () => [],
    changes: () => [],
    doneAt: (row) => Date.parse(payloadOf<NewMissedSale>(row).missedAt),
  },
  export: {
    async send(row, token) {
      await call(exports.create, { body: payloadOf<NewExport>(row) }, { token })
      return () => Promise.resolve(true)
    },
    refuse: staysRefused,
    needs: () => [],
    changes: () => [],
    doneAt: (row) => Date.parse(payloadOf<NewExport>(row).exportedAt),
  },
  'parked-taken': {
    async send(row, token) {
      const { saleId, terminalId, version } = payloadOf<TakenNote>(row)
      await call(parkedSales.confirm, { params: { id: saleId }, body: { terminalId, version } }, { token })
      return () => Promise.resolve(true)
    },
    // A refusal is dropped: the sale is on this terminal in any case, and the user could do nothing about it.
    refuse: () => Promise.resolve(true),
    needs: () => [],
    changes: () => [],
    doneAt: ({ saleId }) => madeAt(saleId),
  },
}

/** A photo goes after the record that it belongs to; its bytes are deleted when the server has them. */
function photoParcel<Note extends { id: string; takenAt: string }>(
  send: (body: Note & { data: string }, token: string) => Promise<unknown>,
  shownBy: (note: Note) => string,
): Parcel {
  return {
    async send(row, token, disk) {
      const photo = await disk.readPhoto(row.saleId)
      // The photo was discarded meanwhile: nothing to send.
      if (!photo) return () => Promise.resolve(true)
      await send({ ...payloadOf<Note>(row), data: toBase64(photo.bytes) }, token)
      return async (tx) => {
        await tx.objectStore('photos').delete(row.saleId)
        return true
      }
    },
    refuse: staysRefused,
    needs: (row) => [shownBy(payloadOf<Note>(row))],
    changes: () => [],
    doneAt: (row) => Date.parse(payloadOf<Note>(row).takenAt),
  }
}

/** Sends a register act by its own call. The server accepts the acts in any order. */
function sendAct(parcel: RegisterAct, token: string): Promise<unknown> {
  switch (parcel.act) {
    case 'open': {
      const { act: _, ...body } = parcel
      return call(cashRegisters.open, { body }, { token })
    }
    case 'count': {
      const { act: _, registerId, ...body } = parcel
      return call(cashRegisters.count, { params: { id: registerId }, body }, { token })
    }
    case 'hand-over': {
      const { act: _, registerId, ...body } = parcel
      return call(cashRegisters.handOver, { params: { id: registerId }, body }, { token })
    }
    case 'close': {
      const { act: _, registerId, ...body } = parcel
      return call(cashRegisters.close, { params: { id: registerId }, body }, { token })
    }
    case 'overdraw': {
      const { act: _, registerId, ...body } = parcel
      return call(cashRegisters.overdraw, { params: { id: registerId }, body }, { token })
    }
    case 'reopen': {
      const { act: _, registerId, ...body } = parcel
      return call(cashRegisters.reopen, { params: { id: registerId }, body }, { token })
    }
    case 'open-sale': {
      const { act: _, saleId, ...body } = parcel
      return call(sales.open, { params: { id: saleId }, body }, { token })
    }
    case 'move':
      // After a refusal only the row's revision is increased, not the movement's.
      return call(movements.create, { body: { ...parcel.movement, revision: parcel.revision } }, { token })
    case 'disburse': {
      const { act: _, ...body } = parcel
      return call(disbursements.create, { body }, { token })
    }
  }
}

function doneAtOfAct(act: RegisterAct): number | null {
  switch (act.act) {
    case 'open':
      return Date.parse(act.openedAt)
    case 'count':
    case 'hand-over':
    case 'close':
      return Date.parse(act.countedAt)
    case 'reopen':
      return madeAt(act.id)
    case 'move':
      return Date.parse(act.movement.occurredAt)
    case 'open-sale':
      return Date.parse(act.openedAt)
    case 'overdraw':
      return Date.parse(act.triedAt)
    case 'disburse':
      return Date.parse(act.spentAt)
  }
}

/** The client who pays a debt: he may be a patient made here who still waits to be sent. */
function clientsOfAct(act: RegisterAct): string[] {
  return act.act === 'move' && act.movement.kind === 'collection' ? [act.movement.clientId] : []
}

/**
 * Lots of the units of boxes that a sale or an unpacking opens. Until the server has the row, it has no such lot if the box was never
 * opened before.
 */
export function lotsOpened(row: OutboxRow): string[] {
  switch (kindOf(row)) {
    case 'sale':
      return payloadOf<NewSale>(row).records.flatMap(({ stockItemId, opens }) => (opens ? [stockItemId] : []))
    case 'stock-act':
      return unitsOpenedBy(payloadOf<NewStockAct>(row))
    default:
      return []
  }
}

function personsNamed(row: OutboxRow): string[] {
  const { patientId, payments } = payloadOf<NewSale>(row)
  return personsOfSale({ patient: patientId === null ? null : { id: patientId }, payments })
}

async function staysRefused(tx: SalesTx, row: OutboxRow, errors: readonly SaleError[]): Promise<boolean> {
  await tx.objectStore('outbox').put({ ...row, errors })
  return false
}

/** The kind of a row; rows of earlier versions without `kind` are sales. */
export function kindOf({ kind = 'sale' }: Pick<OutboxRow, 'kind'>): ParcelKind {
  return kind
}

export function parcelOf(row: OutboxRow): Parcel {
  return parcels[kindOf(row)]
}

/** The contract validated the payload when it was frozen. */
function payloadOf<Payload>(row: OutboxRow): Payload {
  return JSON.parse(row.payload) as Payload
}
