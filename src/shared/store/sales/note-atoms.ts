import { atom } from 'jotai'
import type { NewExport } from '#shared/contract/exports.ts'
import type { NewMissedSale } from '#shared/contract/missed-sales.ts'
import type { RegisterAct } from '#shared/contract/register-acts.ts'
import type { NewDeliveryAct } from '#shared/contract/deliveries.ts'
import type { NewCount } from '#shared/contract/inventory-counting.ts'
import type { NewStockAct } from '#shared/contract/stock-acts.ts'
import type { SaleError } from '#shared/domain/local-sale.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import type { MadeExport } from '#shared/store/sales/export-store.ts'
import type { TypedMissedSale } from '#shared/store/sales/missed-sale-store.ts'
import { kindOf, type PhotoNote, type ReceiptPhotoNote } from '#shared/store/outbox/parcels.ts'
import type { NewPhoto, NotingFacts } from '#shared/store/sales/photo-store.ts'
import type { RefusedRow } from '#shared/store/outbox/refused-row-store.ts'
import {
  openedSales,
  present,
  sharedSalesAtom,
  snapshotAtom,
  type SharedSales,
} from '#shared/store/sales/sale-atoms.ts'
import type { LocalPhoto, OutboxRow } from '#shared/store/sales/sales-rows.ts'

/**
 * A photo, missed sale, register act, act on a lot or export trace that the server does not have. `errors`: the server refused it
 * with these reasons, and a user must decide; null: it waits.
 */
export type QueuedNote = { row: RefusedRow & Pick<OutboxRow, 'kind'>; errors: readonly SaleError[] | null } & (
  | { kind: 'photo'; photo: PhotoNote }
  | { kind: 'missed-sale'; missed: NewMissedSale }
  | { kind: 'register-act'; act: RegisterAct }
  | { kind: 'stock-act'; act: NewStockAct }
  | { kind: 'delivery-act'; act: NewDeliveryAct }
  | { kind: 'inventory-count'; count: NewCount }
  | { kind: 'receipt-photo'; photo: ReceiptPhotoNote }
  | { kind: 'export'; trace: NewExport }
)

/** Queue entries other than sales and patients, in queue order. */
export const queuedNotesAtom = atom((get): readonly QueuedNote[] => get(snapshotAtom).outbox.flatMap(noteOf))

export const refusedNotesAtom = atom((get) => get(queuedNotesAtom).filter(({ errors }) => errors !== null))

/**
 * Photos of a sale that are not sent yet; the server has the others. Read the bytes by
 * `sharedSales.store.readPhoto(id)`.
 */
export const photosOfSaleAtom = atom((get) => {
  const photos = get(queuedNotesAtom).flatMap((note) => (note.kind === 'photo' ? [note.photo] : []))
  return (saleId: string): readonly PhotoNote[] => photos.filter((photo) => photo.saleId === saleId)
})

/** Attaches a photo to an open or ended sale; resolves after the write to disk. */
export const notePhotoAtom = atom(null, (get, _set, photo: NewPhoto): Promise<LocalPhoto> => {
  const { shared, facts } = noting(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
  return told(shared, shared.store.notePhoto(photo, facts))
})

/** Withdraws a photo that waits to be sent. */
export const forgetPhotoAtom = atom(null, (get, _set, photoId: string): Promise<void> => {
  const shared = openedSales(get(sharedSalesAtom))
  return told(shared, shared.store.forgetPhoto(photoId))
})

/**
 * Records a missed sale; resolves after the write to disk. It is sent after `heldMs`, and can be withdrawn until then.
 */
export const noteMissedSaleAtom = atom(
  null,
  (get, _set, typed: TypedMissedSale, heldMs?: number): Promise<NewMissedSale> => {
    const { shared, facts } = noting(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
    return told(shared, shared.store.noteMissedSale(typed, facts, heldMs))
  },
)

/** Records an export before its file is saved. Resolves after the write to disk; the outbox sends it. */
export const noteExportAtom = atom(null, (get, _set, made: MadeExport): Promise<void> => {
  const { shared, facts } = noting(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
  return told(shared, shared.store.noteExport(made, facts))
})

/** Recent missed sales of this terminal, for the day's count. */
export const missedNotesAtom = atom((get) => get(snapshotAtom).missed)

/** Withdraws a missed sale that was not sent; returns whether it was withdrawn. */
export const forgetMissedSaleAtom = atom(null, (get, _set, id: string): Promise<boolean> => {
  const shared = openedSales(get(sharedSalesAtom))
  return told(shared, shared.store.forgetMissedSale(id))
})

/** Sends a refused entry again: the server may have got the missing data since. */
export const sendNoteAgainAtom = atom(null, (get, _set, { row }: QueuedNote): Promise<void> => {
  const shared = openedSales(get(sharedSalesAtom))
  return told(shared, shared.store.sendAgain(row))
})

/** Discards a refused entry. */
export const discardNoteAtom = atom(null, (get, _set, { row }: QueuedNote): Promise<void> => {
  const shared = openedSales(get(sharedSalesAtom))
  return told(shared, shared.store.discardRefused(row))
})

/** The sales database and the facts (terminal, session, seller) of a new record. Throws without a session. */
export function noting(...given: Parameters<typeof present>): { shared: SharedSales; facts: NotingFacts } {
  const { shared, session, terminal } = present(...given)
  return {
    shared,
    facts: {
      terminalId: terminal.terminalId,
      sessionId: session.id,
      sellerId: session.userId,
      sellerRoles: [...session.roles],
    },
  }
}

/** After the write: updates the screens, notifies the other windows and wakes the outbox. */
export async function told<Result>(shared: SharedSales, writing: Promise<Result>): Promise<Result> {
  const result = await writing
  shared.written()
  shared.wakeOutbox()
  return result
}

function noteOf(row: OutboxRow): QueuedNote[] {
  const errors = row.errors ?? null
  switch (kindOf(row)) {
    case 'photo':
      return [{ row, errors, kind: 'photo', photo: JSON.parse(row.payload) as PhotoNote }]
    case 'missed-sale':
      return [{ row, errors, kind: 'missed-sale', missed: JSON.parse(row.payload) as NewMissedSale }]
    case 'register-act':
      return [{ row, errors, kind: 'register-act', act: JSON.parse(row.payload) as RegisterAct }]
    case 'stock-act':
      return [{ row, errors, kind: 'stock-act', act: JSON.parse(row.payload) as NewStockAct }]
    case 'delivery-act':
      return [{ row, errors, kind: 'delivery-act', act: JSON.parse(row.payload) as NewDeliveryAct }]
    case 'inventory-count':
      return [{ row, errors, kind: 'inventory-count', count: JSON.parse(row.payload) as NewCount }]
    case 'disbursement-photo':
      return [{ row, errors, kind: 'receipt-photo', photo: JSON.parse(row.payload) as ReceiptPhotoNote }]
    case 'export':
      return [{ row, errors, kind: 'export', trace: JSON.parse(row.payload) as NewExport }]
    case 'sale':
    case 'patient':
    case 'parked-taken':
      return []
  }
}
