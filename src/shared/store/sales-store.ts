import type { DBSchema, IDBPTransaction } from 'idb'
import type { NewSale, Sale } from '#shared/contract/sales.ts'
import { endSale, newLocalSale, nextIdentifier, openSale, refuseSale, releaseSession, toNewSale, WrongSaleStatus, type LocalSale, type SaleError, type SendingFacts } from '#shared/domain/local-sale.ts'
import { canonicalJson, sha256 } from '#shared/store/canonical-json.ts'
import { connect } from '#shared/store/connection.ts'
import { uuid7 } from '#shared/store/uuid7.ts'

/** One ended sale that waits for the server. `payload` is frozen: it is sent as it stands, whatever prices become. */
export type OutboxRow = {
  saleId: string
  /** Order of ending on this terminal; never the clock. */
  seq: number
  revision: number
  /** Canonical JSON of a `NewSale`, and its SHA-256. */
  payload: string
  hash: string
  sessionId: string
  attempts: number
  /** Not before this moment (milliseconds of the clock); 0 = at once. */
  nextAttemptAt: number
  /** Why the last attempt gave nothing, for the diagnosis page. */
  lastFailure: string | null
}

/** A sale that the server has: kept for a while to print again, and to send again should the server lose it. */
export type AcknowledgedSale = { id: string; sale: LocalSale; reply: Sale; payload: string; hash: string; revision: number; sessionId: string; acknowledgedAt: number }

/** The register of a user, made here so that it can be opened without a network. */
export type OpenRegister = { userId: string; id: string; openedAt: string }

/** Somebody else changed the sale since it was read: nothing was written. `current` is what stands on disk, undefined when it is gone. */
export class SaleConflict extends Error {
  override readonly name = 'SaleConflict'
  constructor(readonly current: LocalSale | undefined) {
    super('the sale was changed in another window')
  }
}

interface SalesSchema extends DBSchema {
  sales: { key: string; value: LocalSale }
  outbox: { key: string; value: OutboxRow; indexes: { seq: number } }
  acknowledged: { key: string; value: AcknowledgedSale; indexes: { acknowledgedAt: number } }
  registers: { key: string; value: OpenRegister }
  meta: { key: 'lastIdentifier'; value: string } | { key: 'lastSeq'; value: number }
}
const stores = ['sales', 'outbox', 'acknowledged', 'registers', 'meta'] as const
type Tx = IDBPTransaction<SalesSchema, typeof stores, 'readwrite'>

export type SalesSnapshot = { sales: LocalSale[]; outbox: OutboxRow[]; acknowledged: AcknowledgedSale[] }
export type SalesStore = ReturnType<typeof openSalesStore>

/**
 * The database `officine-sales-<pharmacyId>`: what is typed and not yet at the server. It is never deleted. Every writing is strict:
 * when the promise resolves, the bytes have left the browser for the disk (Chromium's default would only promise the system's memory).
 */
export function openSalesStore(pharmacyId: string) {
  const connection = connect<SalesSchema>(`officine-sales-${pharmacyId}`, 1, (database) => {
    database.createObjectStore('sales', { keyPath: 'id' })
    database.createObjectStore('outbox', { keyPath: 'saleId' }).createIndex('seq', 'seq')
    database.createObjectStore('acknowledged', { keyPath: 'id' }).createIndex('acknowledgedAt', 'acknowledgedAt')
    database.createObjectStore('registers', { keyPath: 'userId' })
    database.createObjectStore('meta')
  })

  /** One strict transaction: all of `work` or nothing. `work` awaits the transaction's own requests only, else the browser commits early. */
  const write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    connection.run(async (database) => {
      const tx = database.transaction(stores, 'readwrite', { durability: 'strict' })
      try {
        const result = await work(tx)
        await tx.done
        return result
      } catch (error) {
        await giveUp(tx)
        throw error
      }
    })

  const registerOf = (userId: string): Promise<OpenRegister> =>
    write(async (tx) => {
      const known = await tx.objectStore('registers').get(userId)
      if (known) return known
      const register: OpenRegister = { userId, id: uuid7(), openedAt: new Date().toISOString() }
      await tx.objectStore('registers').put(register)
      return register
    })

  return {
    pharmacyId,

    /** Open and refused sales, what waits, and what the server took since `acknowledgedSince` (milliseconds of the clock). */
    snapshot(acknowledgedSince: number): Promise<SalesSnapshot> {
      return connection.run(async (database) => {
        const tx = database.transaction(stores, 'readonly')
        const [sales, outbox, acknowledged] = await Promise.all([
          tx.objectStore('sales').getAll(),
          tx.objectStore('outbox').index('seq').getAll(),
          tx.objectStore('acknowledged').index('acknowledgedAt').getAll(IDBKeyRange.lowerBound(acknowledgedSince)),
        ])
        return { sales, outbox, acknowledged }
      })
    },

    /** A new sale, held by the user: its identifier counts up on this terminal in the same transaction. */
    create(holder: { terminalCode: string; userId: string; sessionId: string }): Promise<LocalSale> {
      const now = new Date()
      const id = uuid7(now.getTime())
      return write(async (tx) => {
        const identifier = nextIdentifier(((await tx.objectStore('meta').get('lastIdentifier')) as string | undefined) ?? `${holder.terminalCode}-0`)
        const sale = openSale(newLocalSale({ id, identifier, createdAt: now.toISOString() }), holder.userId, holder.sessionId)
        await Promise.all([tx.objectStore('meta').put(identifier, 'lastIdentifier'), tx.objectStore('sales').put(sale)])
        return sale
      })
    },

    /**
     * Changes one sale if it still has the version that was read, else throws `SaleConflict`. `change` is a transition of the domain;
     * null removes the sale (an empty one whose tab closes).
     */
    change(id: string, version: number, change: (sale: LocalSale) => LocalSale | null): Promise<LocalSale | null> {
      return write(async (tx) => {
        const sale = await current(tx, id, version)
        const next = change(sale)
        // Only `end` may: a sale that waits without an outbox row would wait for ever.
        if (next?.status === 'SUBMITTING') throw new WrongSaleStatus('change', 'SUBMITTING')
        await (next ? tx.objectStore('sales').put(next) : tx.objectStore('sales').delete(id))
        return next
      })
    },

    /**
     * Ends a sale: the frozen payload, its hash, the outbox row and the status SUBMITTING in one strict transaction. When this resolves,
     * the sale can be printed; a power cut loses nothing.
     */
    async end(id: string, version: number, facts: Omit<SendingFacts, 'registerId'> & { userId: string }): Promise<{ sale: LocalSale; payload: NewSale }> {
      const { id: registerId } = await registerOf(facts.userId)
      const sale = await connection.run((database) => database.get('sales', id))
      if (sale?.version !== version) throw new SaleConflict(sale)
      const newSale = toNewSale(sale, { ...facts, registerId })
      const payload = canonicalJson(newSale)
      // Hashing waits on another thread, so it happens before the transaction; the version says whether the sale is still the same.
      const hash = await sha256(payload)
      const ended = await write(async (tx) => {
        const next = endSale(await current(tx, id, version))
        await Promise.all([tx.objectStore('sales').put(next), enqueue(tx, { saleId: id, revision: sale.revision, payload, hash, sessionId: newSale.sessionId })])
        return next
      })
      return { sale: ended, payload: JSON.parse(payload) as NewSale }
    },

    /** A session ends: its open sales go back to LOCAL, for whoever comes next (specification §4). */
    releaseSession(sessionId: string): Promise<void> {
      return write(async (tx) => {
        const sales = await tx.objectStore('sales').getAll()
        const released = sales.map((sale) => ({ before: sale, after: releaseSession(sale, sessionId) })).filter(({ before, after }) => before !== after)
        await Promise.all(released.map(({ after }) => tx.objectStore('sales').put(after)))
      })
    },

    // ── the outbox's side ──
    /** What waits, in the order of ending. */
    outbox(): Promise<OutboxRow[]> {
      return connection.run((database) => database.getAllFromIndex('outbox', 'seq'))
    },

    /** The server has the sale: out of the queue and of the open sales, kept among the acknowledged, in one transaction. */
    acknowledge(row: OutboxRow, reply: Sale, now: number): Promise<void> {
      return write(async (tx) => {
        const sale = await tx.objectStore('sales').get(row.saleId)
        if (!sale || !(await isStillQueued(tx, row))) return
        await Promise.all([
          tx.objectStore('acknowledged').put({ id: row.saleId, sale, reply, payload: row.payload, hash: row.hash, revision: row.revision, sessionId: row.sessionId, acknowledgedAt: now }),
          tx.objectStore('sales').delete(row.saleId),
          tx.objectStore('outbox').delete(row.saleId),
        ])
      })
    },

    /** The server refused the sale: its reasons are kept, everything typed stays, the queue goes on. */
    refuse(row: OutboxRow, errors: readonly SaleError[]): Promise<void> {
      return write(async (tx) => {
        const sale = await tx.objectStore('sales').get(row.saleId)
        if (!sale || !(await isStillQueued(tx, row))) return
        await Promise.all([tx.objectStore('sales').put(refuseSale(sale, errors)), tx.objectStore('outbox').delete(row.saleId)])
      })
    },

    /** No decision yet: the same row again, not before `nextAttemptAt`. */
    postpone(row: OutboxRow, nextAttemptAt: number, lastFailure: string): Promise<void> {
      return write(async (tx) => {
        if (await isStillQueued(tx, row)) await tx.objectStore('outbox').put({ ...row, attempts: row.attempts + 1, nextAttemptAt, lastFailure })
      })
    },

    acknowledgedIds(): Promise<string[]> {
      return connection.run((database) => database.getAllKeys('acknowledged'))
    },

    /** The server lost these (restored from a backup): the same bytes under the same revision are queued again. */
    requeue(ids: readonly string[]): Promise<void> {
      return write(async (tx) => {
        for (const id of ids) {
          const kept = await tx.objectStore('acknowledged').get(id)
          if (!kept) continue
          const { sale, payload, hash, revision, sessionId } = kept
          await Promise.all([tx.objectStore('sales').put(sale), tx.objectStore('acknowledged').delete(id), enqueue(tx, { saleId: id, revision, payload, hash, sessionId })])
        }
      })
    },

    /** Lets go of acknowledged sales older than the moment given (milliseconds of the clock). */
    forgetAcknowledgedBefore(moment: number): Promise<void> {
      return write(async (tx) => {
        const old = await tx.objectStore('acknowledged').index('acknowledgedAt').getAllKeys(IDBKeyRange.upperBound(moment, true))
        await Promise.all(old.map((id) => tx.objectStore('acknowledged').delete(id)))
      })
    },

    // ── the register of a user ──
    registerOf,
    /** The server knows an open register of this user: the terminal goes on with that one. */
    adoptRegister(register: OpenRegister): Promise<void> {
      return write(async (tx) => void (await tx.objectStore('registers').put(register)))
    },

    close: connection.close,
  }
}

async function current(tx: Tx, id: string, version: number): Promise<LocalSale> {
  const sale = await tx.objectStore('sales').get(id)
  if (sale?.version !== version) throw new SaleConflict(sale)
  return sale
}

async function enqueue(tx: Tx, row: Pick<OutboxRow, 'saleId' | 'revision' | 'payload' | 'hash' | 'sessionId'>): Promise<void> {
  const seq = (((await tx.objectStore('meta').get('lastSeq')) as number | undefined) ?? 0) + 1
  await Promise.all([tx.objectStore('meta').put(seq, 'lastSeq'), tx.objectStore('outbox').put({ ...row, seq, attempts: 0, nextAttemptAt: 0, lastFailure: null })])
}

/** Another window may have settled the row, or the sale may have been resumed and ended anew, while the answer was on its way. */
async function isStillQueued(tx: Tx, row: OutboxRow): Promise<boolean> {
  return (await tx.objectStore('outbox').get(row.saleId))?.revision === row.revision
}

async function giveUp(tx: Tx): Promise<void> {
  try {
    tx.abort()
  } catch {
    // It is over already: the browser aborted it (a full disk), and the first error says why.
  }
  await tx.done.catch(() => undefined)
}
