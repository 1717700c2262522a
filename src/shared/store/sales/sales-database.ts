import type { IDBPDatabase, IDBPTransaction, StoreNames } from 'idb'
import { connect } from '#shared/store/disk/connection.ts'
import { tellDisk } from '#shared/store/disk/disk-reports.ts'
import type { SalesJournal } from '#shared/store/disk/journal-files.ts'
import type { JournalLine } from '#shared/store/disk/journal-lines.ts'
import { openSalesCopy } from '#shared/store/sales/sales-copy.ts'
import { absorb, readCopied } from '#shared/store/sales/sales-rebuild.ts'
import { copiedOf, type Written } from '#shared/store/sales/sales-recording.ts'
import type { SalesDatabaseHandle, SalesSchema, SalesTx, WritingTx } from '#shared/store/sales/sales-rows.ts'
import { countWriting, knowingWriter, markOf, transact } from '#shared/store/sales/sales-transaction.ts'
import { localSaleOf } from '#shared/store/sales/stored-sale.ts'
import { workerJournal } from '#shared/store/disk/worker-journal.ts'

export type SalesDatabase = {
  /**
   * Runs `work` in one strict transaction: all or nothing. `work` may only await requests of the transaction, otherwise
   * the browser commits early. It should issue its reads together, because each round trip delays the counter. Writes
   * never wait for the disk (`recordChanges`).
   */
  write<T>(work: (tx: SalesTx) => Promise<T>): Promise<T>
  read<T>(work: (database: IDBPDatabase<SalesSchema>) => Promise<T>): Promise<T>
  /**
   * Subscribes to the changes of each write of this window, after its commit, and to restored content. Returns the
   * unsubscribe function.
   */
  onWritten(hear: (changes: readonly Written[]) => void): () => void
  /** Compares the journal with the database and repairs it. Never throws. */
  auditCopy(): Promise<void>
  close(): void
}

/** In ms. A journal that does not answer must not block the till; a later comparison restores its content. */
const journalWaitMs = 8_000

/**
 * The database `officine-sales-<pharmacyId>`: content that the server does not have yet. It is never deleted. Writes
 * use strict durability: a resolved write is flushed to disk (Chromium's default only reaches the memory of the
 * operating system). Changes are also appended to a journal outside IndexedDB, from which a missing database is
 * restored before its first use.
 */
export function openSalesDatabase(
  pharmacyId: string,
  journal: SalesJournal | undefined = workerJournal(pharmacyId),
): SalesDatabase {
  const name = `officine-sales-${pharmacyId}`
  const hearers = new Set<(changes: readonly Written[]) => void>()
  const rebuild = async (database: SalesDatabaseHandle, lines: readonly JournalLine[], isUnheard = false) => {
    const { recovered, changes } = await transact(database, undefined, async ({ tx, changes: written }) => ({
      recovered: await takeOver(tx, lines, isUnheard),
      changes: written,
    }))
    // Not only when sales were restored: patients, register acts or kept sales may come back alone.
    if (copiedOf(changes).length === 0) return
    for (const hear of hearers) hear(changes)
    tellDisk({ kind: 'rebuilt', name, sales: recovered })
  }
  const prepare = async (database: SalesDatabaseHandle) => {
    if (await database.get('meta', 'copy')) return
    const lines = journal ? await inTime(journal.read()) : []
    if (lines) await rebuild(database, lines)
  }
  const connection = connect<SalesSchema>(name, 5, upgrade, prepare)
  const copy = openSalesCopy(pharmacyId, journal, {
    read: (isWhole) => connection.run((database) => readCopied(database, isWhole)),
    absorb: (lines, isUnheard) => connection.write((database) => rebuild(database, lines, isUnheard)),
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

function upgrade(database: SalesDatabaseHandle, oldVersion: number, _newVersion: number | null, tx: UpgradeTx): void {
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
  // A failed request aborts the upgrade, and the opening throws its error.
  if (oldVersion < 5) void renameVersions(tx).catch(() => undefined)
}

type UpgradeTx = IDBPTransaction<SalesSchema, StoreNames<SalesSchema>[], 'versionchange'>

/** Version 5: the field `version` of an own sale is called `editCount`. */
async function renameVersions(tx: UpgradeTx): Promise<void> {
  const sales = tx.objectStore('sales')
  for (const sale of await sales.getAll()) await sales.put(localSaleOf(sale))
  const acknowledged = tx.objectStore('acknowledged')
  for (const kept of await acknowledged.getAll()) await acknowledged.put({ ...kept, sale: localSaleOf(kept.sale) })
}

/** Restores journal content of databases unknown to this one; returns the number of restored sales. */
async function takeOver(tx: WritingTx, lines: readonly JournalLine[], isUnheard: boolean): Promise<number> {
  const mark = await markOf(tx)
  const unknown = lines.filter(
    ({ database }) => database !== mark.database && (isUnheard || !mark.absorbed.includes(database)),
  )
  const recovered = await absorb(tx as unknown as SalesTx, unknown)
  await countWriting(tx, {
    ...mark,
    absorbed: [...new Set([...mark.absorbed, ...unknown.map(({ database }) => database)])],
  })
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
