import type { DBSchema, IDBPDatabase, IDBPTransaction } from 'idb'
import type { NewQuickPatient, Person } from '#shared/contract/persons.ts'
import type { Sale } from '#shared/contract/sales.ts'
import type { LocalSale, SaleError } from '#shared/domain/local-sale.ts'
import type { PaperLine } from '#shared/domain/receipt-paper.ts'
import type { Count } from '#shared/domain/register/closing.ts'
import type { TillRegister } from '#shared/domain/register/till-ledger.ts'

/** What a row of the outbox sends. */
export type ParcelKind =
  'sale' | 'patient' | 'photo' | 'missed-sale' | 'parked-taken' | 'register-act' | 'disbursement-photo'

/** What waits for the server: an ended sale, a patient made here, a photo … `payload` is frozen: it is sent as it stands, whatever prices become. */
export type OutboxRow = {
  /** Of what is sent: version 1 of the database knew sales only. */
  saleId: string
  /** Missing in rows of version 1: they are sales. */
  kind?: ParcelKind
  /** Order of ending on this terminal; never the clock. */
  seq: number
  revision: number
  /** Canonical JSON of what the call takes, and its SHA-256; of a photo all but the bytes. */
  payload: string
  hash: string
  sessionId: string
  attempts: number
  /** Not before this moment (milliseconds of the clock); 0 = at once. */
  nextAttemptAt: number
  /** Why the last attempt gave nothing, for the diagnosis page. */
  lastFailure: string | null
  /** Nobody answered, which says nothing against the row: it goes again with the first one that is due, in its place. */
  waitsForLine?: boolean
  /** Rows that the server has to have answered first. */
  after?: readonly string[]
  /** Why the server refused it: it stays in sight and is not sent any more. Sales and patients keep their reasons themselves. */
  errors?: readonly SaleError[]
}

/** A sale that the server has: kept for a while to print again, and to send again should the server lose it. */
export type AcknowledgedSale = {
  id: string
  sale: LocalSale
  reply: Sale
  payload: string
  hash: string
  revision: number
  sessionId: string
  acknowledgedAt: number
}

/** A patient made at this terminal. What was typed, who typed it and when is in `patient`, as `payload` says it. */
export type MadePatient = { id: string; patient: NewQuickPatient; payload: string; hash: string }
/**
 * SUBMITTING waits · ERROR refused, everything typed stays · ACKNOWLEDGED the server has him: kept to show him until the list does, and to send him
 * again should the server lose him.
 */
export type PatientState =
  | { status: 'SUBMITTING' }
  | { status: 'ERROR'; errors: readonly SaleError[] }
  | { status: 'ACKNOWLEDGED'; reply: Person; acknowledgedAt: number }
export type LocalPatient = MadePatient & PatientState

/** The photo of a voucher, shrunk; it stays until the server has it. The bytes travel when they are sent, not before. */
export type LocalPhoto = {
  id: string
  saleId: string
  paymentId: string | null
  mime: 'image/jpeg' | 'image/webp'
  bytes: Uint8Array<ArrayBuffer>
  takenAt: string
  sessionId: string
  sellerId: string
  sellerRoles: readonly string[]
}

/**
 * Paper that is still to come out: it survives a printer without power, and a closed window. Kept as words: the printer that takes it at last may
 * speak another language than the one it was meant for.
 */
export type PrintJob = {
  id: string
  kind: 'receipt' | 'label' | 'drawer'
  /** What it is, in words for the queue: « Ticket K7QF-12 ». */
  title: string
  paper: readonly PaperLine[]
  /** The drawer opens before the paper comes out. */
  opensDrawer: boolean
  at: string
  attempts: number
  lastFailure: string | null
}

/** What the customer's screen shows: which sale, and since when; milliseconds of the clock. Written by the counter that was touched last. */
export type Display = { saleId: string; at: number }

/** A missed sale of this terminal, for the count of the day: the queue forgets what it has sent. `value` in minor units, 0 where nobody knows it. */
export type MissedNote = { id: string; missedAt: string; value: number }

/** A drawer counted by notes and coins, every other means by its own total; `at`: when it was put down. */
export type PutDownCount = Count & { at: string }
/**
 * The register of a user, made here so that it can be opened without a network. `counts`: those that were put down in it, latest last; `draft`: one that is
 * being typed, as texts, so that neither a power cut nor a customer loses it.
 */
export type OpenRegister = TillRegister & { counts?: readonly PutDownCount[]; draft?: Readonly<Record<string, string>> }
/** How the drawer was counted when a register was last closed here. */
export type LastCount = { denominations: Count['denominations']; countedAt: string }

/**
 * How far this database has written, for its second copy: which database it is among those that were ever made here, the number of its last writing, and the
 * databases before it whose content it took over. Missing: it was made before there was a copy.
 */
export type CopyMark = { database: string; line: number; absorbed: readonly string[] }

export interface SalesSchema extends DBSchema {
  sales: { key: string; value: LocalSale }
  outbox: { key: string; value: OutboxRow; indexes: { seq: number } }
  acknowledged: { key: string; value: AcknowledgedSale; indexes: { acknowledgedAt: number } }
  registers: { key: string; value: OpenRegister }
  patients: { key: string; value: LocalPatient }
  photos: { key: string; value: LocalPhoto }
  prints: { key: string; value: PrintJob }
  /** The numbers of the last writings: each is added once, by whoever wrote it (`known-rows`). */
  lines: { key: number; value: true }
  meta:
    | { key: 'lastIdentifier'; value: string }
    | { key: 'lastSeq'; value: number }
    | { key: 'display'; value: Display }
    | { key: 'missed'; value: readonly MissedNote[] }
    | { key: 'pharmacyName'; value: string }
    | { key: 'lastCount'; value: LastCount }
    | { key: 'copy'; value: CopyMark }
}
export const salesStores = [
  'sales',
  'outbox',
  'acknowledged',
  'registers',
  'patients',
  'photos',
  'prints',
  'meta',
] as const
export type SalesTx = IDBPTransaction<SalesSchema, typeof salesStores, 'readwrite'>
/** The same as the database itself sees it, which numbers what is written. */
export const writtenStores = [...salesStores, 'lines'] as const
export type WritingTx = IDBPTransaction<SalesSchema, typeof writtenStores, 'readwrite'>

export type SalesDatabaseHandle = IDBPDatabase<SalesSchema>
