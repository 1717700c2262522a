import type { DBSchema, IDBPDatabase, IDBPTransaction } from 'idb'
import type { NewQuickPatient, Person } from '#shared/contract/persons.ts'
import type { Sale } from '#shared/contract/sales.ts'
import type { NewStockAct } from '#shared/contract/stock-acts.ts'
import type { LocalSale, SaleError } from '#shared/domain/local-sale.ts'
import type { PaperLine } from '#shared/domain/receipt-paper.ts'
import type { Count } from '#shared/domain/register/closing.ts'
import type { TillRegister } from '#shared/domain/register/till-ledger.ts'

/** What an outbox row sends. */
export type ParcelKind =
  | 'sale'
  | 'patient'
  | 'photo'
  | 'missed-sale'
  | 'parked-taken'
  | 'register-act'
  | 'stock-act'
  | 'delivery-act'
  | 'inventory-count'
  | 'disbursement-photo'
  | 'export'

/** A waiting row of the outbox. `payload` is frozen: it is sent unchanged even when prices change. */
export type OutboxRow = {
  /** Id of the record, which is not always a sale; version 1 of the database knew only sales. */
  saleId: string
  /** Missing in rows of version 1: these are sales. */
  kind?: ParcelKind
  /** Order of ending on this terminal; independent of the clock. */
  seq: number
  revision: number
  /** Canonical JSON of the call's body (a photo without its bytes), and its SHA-256. */
  payload: string
  hash: string
  sessionId: string
  attempts: number
  /** Earliest next attempt, in ms; 0: at once. */
  nextAttemptAt: number
  /** Reason of the last failed attempt, for the diagnosis page. */
  lastFailure: string | null
  /**
   * The last attempt got no answer, so the connection failed, not the row: it is sent again together with the first row
   * that is due, in queue order.
   */
  waitsForLine?: boolean
  /** Ids of rows that the server must have answered first. */
  after?: readonly string[]
  /** Reasons of a refusal: the row stays visible and is not sent. Sales and patients store their reasons themselves. */
  errors?: readonly SaleError[]
}

/** A sale that the server has, kept for reprints, and to send it again if the server loses it. */
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

/** A patient made at this terminal. `patient` is the parsed `payload`. */
export type MadePatient = { id: string; patient: NewQuickPatient; payload: string; hash: string }
/**
 * SUBMITTING: waits. ERROR: refused, with all data kept. ACKNOWLEDGED: accepted; kept until the list contains the
 * patient, and to send it again if the server loses it.
 */
export type PatientState =
  | { status: 'SUBMITTING' }
  | { status: 'ERROR'; errors: readonly SaleError[] }
  | { status: 'ACKNOWLEDGED'; reply: Person; acknowledgedAt: number }
export type LocalPatient = MadePatient & PatientState

/** A shrunk photo of a voucher, stored until the server has it. */
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
 * A print job; survives a printer failure and a closed window. Stored as text lines, because the printer that finally
 * prints it may use another command language.
 */
export type PrintJob = {
  id: string
  kind: 'receipt' | 'label' | 'drawer'
  /** Name in the queue, e.g. « Ticket K7QF-12 ». */
  title: string
  paper: readonly PaperLine[]
  /** Opens the drawer before printing. */
  opensDrawer: boolean
  at: string
  attempts: number
  lastFailure: string | null
}

/** The sale on the customer display, and since when (ms). Written by the counter that was used last. */
export type Display = { saleId: string; at: number }

/**
 * A missed sale of this terminal for the day's count, kept after it was sent. `value` in minor units, 0 when unknown.
 */
export type MissedNote = { id: string; missedAt: string; value: number }

/** An act on a lot that the server accepted (`acknowledgedAt` in ms); kept until the list of products counts it. */
export type SentAct = { act: NewStockAct; acknowledgedAt: number }
export const sentActPrefix = 'sent-act/'

/** A recorded count: cash by denomination, other means by their total. `at`: when it was recorded. */
export type PutDownCount = Count & { at: string; /** Why it was counted again. */ reason?: string | null }
/**
 * A user's register, created here so that opening needs no network. `counts`: recorded counts, latest last. `draft`: an
 * unfinished count as entered texts, so that it survives a power cut or an interruption. `refusedTries`: to take more
 * than it holds, here since the last hand-over. `received`: who gave it last, what was taken, and what he had counted if the
 * receiver counted himself (`given`), in minor units of all means.
 */
export type OpenRegister = TillRegister & {
  counts?: readonly PutDownCount[]
  draft?: Readonly<Record<string, string>>
  refusedTries?: number
  received?: { from: string; at: string; taken: number; given: number | null }
}
/** The drawer count of the last register closed here. */
export type LastCount = { denominations: Count['denominations']; countedAt: string }

/**
 * Write position of this database: its unique id, the number of its last write, and the ids of earlier databases whose
 * content it restored. Missing in databases made before the journal existed.
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
  /** Numbers of the last writes; adding a number twice fails (`known-rows`). */
  lines: { key: number; value: true }
  meta:
    | { key: 'lastIdentifier'; value: string }
    | { key: 'lastSeq'; value: number }
    | { key: 'display'; value: Display }
    | { key: 'missed'; value: readonly MissedNote[] }
    /** One key for each act: several outcomes are written at once. */
    | { key: `${typeof sentActPrefix}${string}`; value: SentAct }
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
/** The stores of a write transaction, with the write numbers. */
export const writtenStores = [...salesStores, 'lines'] as const
export type WritingTx = IDBPTransaction<SalesSchema, typeof writtenStores, 'readwrite'>

export type SalesDatabaseHandle = IDBPDatabase<SalesSchema>
