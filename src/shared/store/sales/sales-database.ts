import type { IDBPDatabase } from 'idb'
import { connect } from '#shared/store/disk/connection.ts'
import { tellDisk } from '#shared/store/disk/disk-reports.ts'
import type { SalesJournal } from '#shared/store/disk/journal-files.ts'
import type { JournalLine } from '#shared/store/disk/journal-lines.ts'
import { openSalesCopy } from '#shared/store/sales/sales-copy.ts'
import { absorb, readCopied } from '#shared/store/sales/sales-rebuild.ts'
import { copiedOf, type Written } from '#shared/store/sales/sales-recording.ts'
import type { SalesDatabaseHandle, SalesSchema, SalesTx, WritingTx } from '#shared/store/sales/sales-rows.ts'
import { countWriting, knowingWriter, markOf, transact } from '#shared/store/sales/sales-transaction.ts'
import { workerJournal } from '#shared/store/disk/worker-journal.ts'

export type SalesDatabase = {
  /**
   * One strict transaction: all of `work` or nothing. `work` awaits the transaction's own requests only, else the browser commits early. What it asks it asks
   * at once where it can: each turn between this page and the disk is a wait at the counter. What it puts never waits (`recordChanges`).
   */
  write<T>(work: (tx: SalesTx) => Promise<T>): Promise<T>
  read<T>(work: (database: IDBPDatabase<SalesSchema>) => Promise<T>): Promise<T>
  /** Hears what each writing of this window has changed, as soon as the disk has it, and what came back from the second copy. Returns the way to stop hearing. */
  onWritten(hear: (changes: readonly Written[]) => void): () => void
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
export function openSalesDatabase(
  pharmacyId: string,
  journal: SalesJournal | undefined = workerJournal(pharmacyId),
): SalesDatabase {
  const name = `officine-sales-${pharmacyId}`
  const hearers = new Set<(changes: readonly Written[]) => void>()
  const rebuild = async (database: SalesDatabaseHandle, lines: readonly JournalLine[]) => {
    const { recovered, changes } = await transact(database, undefined, async ({ tx, changes: written }) => ({
      recovered: await takeOver(tx, lines),
      changes: written,
    }))
    // Patients, acts or kept sales may come back without a sale that the server does not have.
    if (copiedOf(changes).length === 0) return
    for (const hear of hearers) hear(changes)
    tellDisk({ kind: 'rebuilt', name, sales: recovered })
  }
  const prepare = async (database: SalesDatabaseHandle) => {
    if (await database.get('meta', 'copy')) return
    const lines = journal ? await inTime(journal.read()) : []
    if (lines) await rebuild(database, lines)
  }
  const connection = connect<SalesSchema>(name, 4, upgrade, prepare)
  const copy = openSalesCopy(pharmacyId, journal, {
    read: (isWhole) => connection.run((database) => readCopied(database, isWhole)),
    absorb: (lines) => connection.write((database) => rebuild(database, lines)),
  })
  const writeKnowing = knowingWriter()
  return {
    async write(work) {
      const { result, mark, changes } = await connection.write((database) => writeKnowing(database, work))
      for (const hear of hearers) hear(changes)
      const copied = copiedOf(changes)
      if (copied.length > 0)
        await copy.note(
          mark,
          copied.map((change) => ({ ...change, at: mark.line })),
        )
      return result
    },
    read: connection.run,
    onWritten(hear) {
      hearers.add(hear)
      return () => hearers.delete(hear)
    },
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
  if (oldVersion < 4) database.createObjectStore('lines')
}

/** Takes over what a journal holds of databases that this one does not know; answers how many sales that brought. */
async function takeOver(tx: WritingTx, lines: readonly JournalLine[]): Promise<number> {
  const mark = await markOf(tx)
  const unknown = lines.filter(({ database }) => database !== mark.database && !mark.absorbed.includes(database))
  const recovered = await absorb(tx as unknown as SalesTx, unknown)
  await countWriting(tx, { ...mark, absorbed: [...mark.absorbed, ...unknown.map(({ database }) => database)] })
  return recovered
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
