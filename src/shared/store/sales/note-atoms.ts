import { atom } from 'jotai'
import type { NewMissedSale } from '#shared/contract/missed-sales.ts'
import type { RegisterAct } from '#shared/contract/register-acts.ts'
import type { SaleError } from '#shared/domain/local-sale.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
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

/** A photo, a missed sale or what was done at a register that the server does not have; with `errors` it was refused, and waits for somebody to decide. */
export type QueuedNote = { row: RefusedRow & Pick<OutboxRow, 'kind'>; errors: readonly SaleError[] | null } & (
  | { kind: 'photo'; photo: PhotoNote }
  | { kind: 'missed-sale'; missed: NewMissedSale }
  | { kind: 'register-act'; act: RegisterAct }
  | { kind: 'receipt-photo'; photo: ReceiptPhotoNote }
)

/** What the queue shows beside sales and patients, in the order of noting. */
export const queuedNotesAtom = atom((get): readonly QueuedNote[] => get(snapshotAtom).outbox.flatMap(noteOf))

export const refusedNotesAtom = atom((get) => get(queuedNotesAtom).filter(({ errors }) => errors !== null))

/** The photos of a sale that are not sent yet; the server has the others. Their bytes: `sharedSales.store.readPhoto(id)`. */
export const photosOfSaleAtom = atom((get) => {
  const photos = get(queuedNotesAtom).flatMap((note) => (note.kind === 'photo' ? [note.photo] : []))
  return (saleId: string): readonly PhotoNote[] => photos.filter((photo) => photo.saleId === saleId)
})

/** Attaches a photo to a sale, open or ended; when it resolves, it is on the disk. */
export const notePhotoAtom = atom(null, (get, _set, photo: NewPhoto): Promise<LocalPhoto> => {
  const { shared, facts } = noting(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
  return told(shared, shared.store.notePhoto(photo, facts))
})

/** Takes a photo back that still waits to be sent. */
export const forgetPhotoAtom = atom(null, (get, _set, photoId: string): Promise<void> => {
  const shared = openedSales(get(sharedSalesAtom))
  return told(shared, shared.store.forgetPhoto(photoId))
})

/** Notes that somebody left without; when it resolves, it is on the disk. It is sent after `heldMs`, for as long as it may be taken back. */
export const noteMissedSaleAtom = atom(
  null,
  (get, _set, typed: TypedMissedSale, heldMs?: number): Promise<NewMissedSale> => {
    const { shared, facts } = noting(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
    return told(shared, shared.store.noteMissedSale(typed, facts, heldMs))
  },
)

/** The missed sales that this terminal noted of late, for the count of its day. */
export const missedNotesAtom = atom((get) => get(snapshotAtom).missed)

/** Takes a missed sale back while it was not sent; answers whether it could. */
export const forgetMissedSaleAtom = atom(null, (get, _set, id: string): Promise<boolean> => {
  const shared = openedSales(get(sharedSalesAtom))
  return told(shared, shared.store.forgetMissedSale(id))
})

/** Sends a refused one again, as it is: what the server did not know may be there by now. */
export const sendNoteAgainAtom = atom(null, (get, _set, { row }: QueuedNote): Promise<void> => {
  const shared = openedSales(get(sharedSalesAtom))
  return told(shared, shared.store.sendAgain(row))
})

/** Lets go of a refused one. */
export const discardNoteAtom = atom(null, (get, _set, { row }: QueuedNote): Promise<void> => {
  const shared = openedSales(get(sharedSalesAtom))
  return told(shared, shared.store.discardRefused(row))
})

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
    case 'disbursement-photo':
      return [{ row, errors, kind: 'receipt-photo', photo: JSON.parse(row.payload) as ReceiptPhotoNote }]
    case 'sale':
    case 'patient':
    case 'parked-taken':
      return []
  }
}
