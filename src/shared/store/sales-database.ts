import type { DBSchema, IDBPDatabase, IDBPTransaction } from 'idb'
import type { NewQuickPatient, Person } from '#shared/contract/persons.ts'
import type { Sale } from '#shared/contract/sales.ts'
import type { LocalSale, SaleError } from '#shared/domain/local-sale.ts'
import type { PaperLine } from '#shared/domain/receipt-paper.ts'
import { connect } from '#shared/store/connection.ts'
import { tellDisk } from '#shared/store/disk-reports.ts'
import type { SalesJournal } from '#shared/store/journal-files.ts'
import type { JournalLine } from '#shared/store/journal-lines.ts'
import { openSalesCopy } from '#shared/store/sales-copy.ts'
import { absorb, newMark, readCopied } from '#shared/store/sales-rebuild.ts'
import { recordChanges } from '#shared/store/sales-recording.ts'
import { workerJournal } from '#shared/store/worker-journal.ts'

/** What a row of the outbox sends. */
export type ParcelKind = 'sale' | 'patient' | 'photo' | 'missed-sale' | 'parked-taken'

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
  /** Why the server refused it: it stays in sight and is not sent any more. Sales and patients keep their reasons themselves. */
  errors?: readonly SaleError[]
}

/** A sale that the server has: kept for a while to print again, and to send again should the server lose it. */
export type AcknowledgedSale = { id: string; sale: LocalSale; reply: Sale; payload: string; hash: string; revision: number; sessionId: string; acknowledgedAt: number }

/** A patient made at this terminal. What was typed, who typed it and when is in `patient`, as `payload` says it. */
export type MadePatient = { id: string; patient: NewQuickPatient; payload: string; hash: string }
/**
 * SUBMITTING waits · ERROR refused, everything typed stays · ACKNOWLEDGED the server has him: kept to show him until the list does, and to send him
 * again should the server lose him.
 */
export type PatientState = { status: 'SUBMITTING' } | { status: 'ERROR'; errors: readonly SaleError[] } | { status: 'ACKNOWLEDGED'; reply: Person; acknowledgedAt: number }
export type LocalPatient = MadePatient & PatientState

/** The photo of a voucher, shrunk; it stays until the server has it. The bytes travel when they are sent, not before. */
export type LocalPhoto = { id: string; saleId: string; paymentId: string | null; mime: 'image/jpeg' | 'image/webp'; bytes: Uint8Array<ArrayBuffer>; takenAt: string; sessionId: string; sellerId: string; sellerRoles: readonly string[] }

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

/** The register of a user, made here so that it can be opened without a network. */
export type OpenRegister = { userId: string; id: string; openedAt: string }

/**
 * How far this database has written, for its second copy: which database it is among those that were ever made here, the number of its last writing, and the
 * databases before it whose content it took over. Missing: it was made before there was a copy.
 */
export type CopyMark = { database: string; line: number; absorbed: readonly string[] }

interface SalesSchema extends DBSchema {
  sales: { key: string; value: LocalSale }
  outbox: { key: string; value: OutboxRow; indexes: { seq: number } }
  acknowledged: { key: string; value: AcknowledgedSale; indexes: { acknowledgedAt: number } }
  registers: { key: string; value: OpenRegister }
  patients: { key: string; value: LocalPatient }
  photos: { key: string; value: LocalPhoto }
  prints: { key: string; value: PrintJob }
  meta: { key: 'lastIdentifier'; value: string } | { key: 'lastSeq'; value: number } | { key: 'display'; value: Display } | { key: 'missed'; value: readonly MissedNote[] } | { key: 'pharmacyName'; value: string } | { key: 'copy'; value: CopyMark }
}
export const salesStores = ['sales', 'outbox', 'acknowledged', 'registers', 'patients', 'photos', 'prints', 'meta'] as const
export type SalesTx = IDBPTransaction<SalesSchema, typeof salesStores, 'readwrite'>

export type SalesDatabaseHandle = IDBPDatabase<SalesSchema>

export type SalesDatabase = {
  /** One strict transaction: all of `work` or nothing. `work` awaits the transaction's own requests only, else the browser commits early. */
  write<T>(work: (tx: SalesTx) => Promise<T>): Promise<T>
  read<T>(work: (database: IDBPDatabase<SalesSchema>) => Promise<T>): Promise<T>
  /** Compares the second copy with the database, and mends it. Never throws. */
  auditCopy(): Promise<void>
  close(): void
}

/** A journal that does not answer for so long must not keep the till shut: what it holds is taken over by a later comparison. */
const journalWaitMs = 8_000

/**
 * The database `officine-sales-<pharmacyId>`: what is typed and not yet at the server. It is never deleted. Every writing is strict:
 * when the promise resolves, the bytes have left the browser for the disk (Chromium's default would only promise the system's memory). What it
 * changes is appended to a journal outside IndexedDB; a database that is missing is made again from there before anybody reads it.
 */
export function openSalesDatabase(pharmacyId: string, journal: SalesJournal | undefined = workerJournal(pharmacyId)): SalesDatabase {
  const name = `officine-sales-${pharmacyId}`
  const rebuild = async (database: SalesDatabaseHandle, lines: readonly JournalLine[]) => {
    const recovered = await transact(database, (tx) => takeOver(tx, lines))
    if (recovered > 0) tellDisk({ kind: 'rebuilt', name, sales: recovered })
  }
  const prepare = async (database: SalesDatabaseHandle) => {
    if (await database.get('meta', 'copy')) return
    const lines = journal ? await inTime(journal.read()) : []
    if (lines) await rebuild(database, lines)
  }
  const connection = connect<SalesSchema>(name, 3, upgrade, prepare)
  const copy = openSalesCopy(pharmacyId, journal, {
    read: (isWhole) => connection.run((database) => readCopied(database, isWhole)),
    absorb: (lines) => connection.write((database) => rebuild(database, lines)),
  })
  return {
    async write(work) {
      const { result, mark, changes } = await connection.write((database) =>
        transact(database, async (tx) => {
          const recorded = recordChanges(tx)
          const done = await work(recorded.tx)
          const counted = recorded.changes.length > 0 ? await countWriting(tx) : null
          return { result: done, mark: counted, changes: recorded.changes }
        }),
      )
      if (mark) await copy.note(mark, changes.map((change) => ({ ...change, at: mark.line })))
      return result
    },
    read: connection.run,
    auditCopy: copy.audit,
    close() {
      copy.close()
      connection.close()
    },
  }
}

function upgrade(database: SalesDatabaseHandle, oldVersion: number): void {
  if (oldVersion < 1) {
    database.createObjectStore('sales', { keyPath: 'id' })
    database.createObjectStore('outbox', { keyPath: 'saleId' }).createIndex('seq', 'seq')
    database.createObjectStore('acknowledged', { keyPath: 'id' }).createIndex('acknowledgedAt', 'acknowledgedAt')
    database.createObjectStore('registers', { keyPath: 'userId' })
    database.createObjectStore('meta')
  }
  if (oldVersion < 2) database.createObjectStore('patients', { keyPath: 'id' })
  if (oldVersion < 3) {
    database.createObjectStore('photos', { keyPath: 'id' })
    database.createObjectStore('prints', { keyPath: 'id' })
  }
}

async function transact<T>(database: SalesDatabaseHandle, work: (tx: SalesTx) => Promise<T>): Promise<T> {
  const tx = database.transaction(salesStores, 'readwrite', { durability: 'strict' })
  try {
    const result = await work(tx)
    await tx.done
    return result
  } catch (error) {
    await giveUp(tx)
    throw error
  }
}

async function countWriting(tx: SalesTx): Promise<CopyMark> {
  const before = await markOf(tx)
  const mark = { ...before, line: before.line + 1 }
  await tx.objectStore('meta').put(mark, 'copy')
  return mark
}

/** Takes over what a journal holds of databases that this one does not know; answers how many sales that brought. */
async function takeOver(tx: SalesTx, lines: readonly JournalLine[]): Promise<number> {
  const mark = await markOf(tx)
  const unknown = lines.filter(({ database }) => database !== mark.database && !mark.absorbed.includes(database))
  const recovered = await absorb(tx, unknown)
  await tx.objectStore('meta').put({ ...mark, line: mark.line + 1, absorbed: [...mark.absorbed, ...unknown.map(({ database }) => database)] }, 'copy')
  return recovered
}

async function markOf(tx: SalesTx): Promise<CopyMark> {
  return ((await tx.objectStore('meta').get('copy')) as CopyMark | undefined) ?? newMark()
}

async function inTime<T>(reading: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), journalWaitMs)
  })
  try {
    return await Promise.race([reading, late])
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

async function giveUp(tx: SalesTx): Promise<void> {
  try {
    tx.abort()
  } catch {
    // It is over already: the browser aborted it (a full disk), and the first error says why.
  }
  await tx.done.catch(() => undefined)
}
