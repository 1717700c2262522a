import type { IDBPTransaction } from 'idb'
import type { NewSale } from '#shared/contract/sales.ts'
import type { Grant } from '#shared/domain/grant.ts'
import { reviseSale, type ClosedSale } from '#shared/domain/revise-sale.ts'
import {
  endSale,
  isEmptySale,
  newLocalSale,
  nextIdentifier,
  openSale,
  releaseSession,
  WrongSaleStatus,
  type LocalSale,
} from '#shared/domain/local-sale.ts'
import { withGrant } from '#shared/domain/sale-grants.ts'
import { toNewSale, type SendingFacts } from '#shared/domain/sale-to-send.ts'
import { firstIdentifier } from '#shared/domain/terminal-code.ts'
import { frozen } from '#shared/store/tools/canonical-json.ts'
import type { SalesJournal } from '#shared/store/disk/journal-files.ts'
import { enqueueAt, lastSeqOf, outboxStore } from '#shared/store/outbox/outbox-store.ts'
import { parkedStore } from '#shared/store/sales/parked-store.ts'
import { patientStore } from '#shared/store/sales/patient-store.ts'
import { printStore } from '#shared/store/sales/print-store.ts'
import { exportStore } from '#shared/store/sales/export-store.ts'
import { missedSaleStore } from '#shared/store/sales/missed-sale-store.ts'
import { dropPhotosOf, photoStore } from '#shared/store/sales/photo-store.ts'
import { refusedRowStore } from '#shared/store/outbox/refused-row-store.ts'
import { registerIn } from '#shared/store/register/own-register.ts'
import { registerStore } from '#shared/store/register/register-store.ts'
import { openSalesDatabase } from '#shared/store/sales/sales-database.ts'
import type { Display, LastCount, MissedNote, SalesSchema, SalesTx, SentAct } from '#shared/store/sales/sales-rows.ts'
import {
  emptySnapshot,
  snapshotParts,
  type SalesSnapshot,
  type SnapshotPart,
} from '#shared/store/sales/sales-snapshot.ts'
import { deliveryActStore } from '#shared/store/deliveries/delivery-act-store.ts'
import { countStore } from '#shared/store/inventories/count-store.ts'
import { sentActKeys } from '#shared/store/stock-acts/stock-act-parcel.ts'
import { stockActStore } from '#shared/store/stock-acts/stock-act-store.ts'
import { unsentStore } from '#shared/store/outbox/unsent-store.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'

/**
 * Another window changed the sale since it was read; nothing was written. `current` is the sale on disk, undefined when
 * it is deleted.
 */
export class SaleConflict extends Error {
  override readonly name = 'SaleConflict'
  constructor(readonly current: LocalSale | undefined) {
    super('the sale was changed in another window')
  }
}

type Holder = { terminalCode: string; userId: string; sessionId: string }
export type SalesStore = ReturnType<typeof openSalesStore>

/** The sales of one pharmacy on this terminal: open, refused, waiting and acknowledged ones. */
export function openSalesStore(pharmacyId: string, journal?: SalesJournal) {
  const database = openSalesDatabase(pharmacyId, journal)
  const { read, write } = database
  const giveBack = (isOver: (sessionId: string) => boolean) =>
    write(async (tx) => {
      const sales = tx.objectStore('sales')
      for (const sale of await sales.getAll()) {
        if (sale.sessionId === null || !isOver(sale.sessionId)) continue
        const released = releaseSession(sale, sale.sessionId)
        await (released.status === 'LOCAL' && isEmptySale(released) ? sales.delete(sale.id) : sales.put(released))
      }
    })
  const readParts = (acknowledgedSince: number, parts: readonly SnapshotPart[]): Promise<Partial<SalesSnapshot>> =>
    parts.length === 0
      ? Promise.resolve({})
      : read((handle) => partsIn(handle.transaction(parts, 'readonly') as SnapshotTx, acknowledgedSince))

  return {
    pharmacyId,

    /** Reads the whole snapshot; acknowledged sales only since `acknowledgedSince` (ms). */
    async snapshot(acknowledgedSince: number): Promise<SalesSnapshot> {
      return { ...emptySnapshot, ...(await readParts(acknowledgedSince, snapshotParts)) }
    },

    /** Reads only the given parts. */
    readParts,

    /** Creates a sale held by the user, with the next identifier of this terminal. */
    create(holder: Holder): Promise<LocalSale> {
      const now = new Date()
      const id = uuid7(now.getTime())
      return write(async (tx) => {
        const identifier = await countUp(tx, holder.terminalCode)
        const sale = openSale(
          newLocalSale({ id, identifier, createdAt: now.toISOString() }),
          holder.userId,
          holder.sessionId,
        )
        await tx.objectStore('sales').put(sale)
        return sale
      })
    },

    /**
     * Creates the new version of a closed sale, held by the user, with its own identifier. A second call returns the
     * version that was begun first. `grant`: the right to replace the sale, lent for the id that the version takes.
     */
    revise(closed: ClosedSale, holder: Holder, grant?: Grant): Promise<LocalSale> {
      const now = new Date()
      const id = grant?.subjectId ?? uuid7(now.getTime())
      return write(async (tx) => {
        const begun = (await tx.objectStore('sales').getAll()).find(({ replaces }) => replaces?.id === closed.id)
        if (begun && begun.status !== 'LOCAL') return begun
        const made = { id, createdAt: now.toISOString() }
        const sale = begun
          ? openSale(begun, holder.userId, holder.sessionId)
          : reviseSale({ ...made, identifier: await countUp(tx, holder.terminalCode) }, closed, holder)
        const lent = grant?.subjectId === sale.id ? withGrant(sale, grant) : sale
        await tx.objectStore('sales').put(lent)
        return lent
      })
    },

    /** Sets the sale on the customer display; null: none. */
    showOnDisplay(display: Display | null): Promise<void> {
      return write(async (tx) => {
        await (display ? tx.objectStore('meta').put(display, 'display') : tx.objectStore('meta').delete('display'))
      })
    },

    /**
     * Changes one sale if its `editCount` is still the one that was read, else throws `SaleConflict`. `change` is a
     * transition of the domain; null deletes the sale (an empty sale whose tab closes).
     */
    change(id: string, editCount: number, change: (sale: LocalSale) => LocalSale | null): Promise<LocalSale | null> {
      return write(async (tx) => {
        const sale = await current(tx, id, editCount)
        const next = change(sale)
        // Only `end` may set SUBMITTING, because the sale needs an outbox row.
        if (next?.status === 'SUBMITTING') throw new WrongSaleStatus('change', 'SUBMITTING')
        if (!next) await dropPhotosOf(tx, id)
        await (next ? tx.objectStore('sales').put(next) : tx.objectStore('sales').delete(id))
        return next
      })
    },

    /**
     * Deletes a sale that was parked on the server; its photos are still sent. Throws `SaleConflict` when it was
     * changed since.
     */
    leave(id: string, editCount: number): Promise<void> {
      return write(async (tx) => {
        await current(tx, id, editCount)
        await tx.objectStore('sales').delete(id)
      })
    },

    /**
     * Ends a sale: writes the frozen payload, its hash, the outbox row and the status SUBMITTING in one strict
     * transaction. Once resolved, the sale survives a power cut and can be printed. Uses one round trip of reads and
     * one of writes, because the customer waits.
     */
    async end(
      id: string,
      editCount: number,
      facts: Omit<SendingFacts, 'registerId'> & { userId: string },
    ): Promise<{ sale: LocalSale; payload: NewSale }> {
      const { sale, payload } = await write(async (tx) => {
        const [stored, { id: registerId }, lastSeq] = await Promise.all([
          current(tx, id, editCount),
          registerIn(tx, facts.userId),
          lastSeqOf(tx),
        ])
        const newSale = toNewSale(stored, { ...facts, registerId })
        const sealed = frozen(newSale)
        const ended = { ...endSale(stored), registerId }
        await tx.objectStore('sales').put(ended)
        await enqueueAt(tx, lastSeq + 1, {
          saleId: id,
          kind: 'sale',
          revision: stored.revision,
          ...sealed,
          sessionId: newSale.sessionId,
        })
        return { sale: ended, payload: sealed.payload }
      })
      return { sale, payload: JSON.parse(payload) as NewSale }
    },

    /**
     * When a session ends, its open sales return to LOCAL for the next member (specification §4); empty ones are
     * deleted.
     */
    releaseSession: (sessionId: string): Promise<void> => giveBack((each) => each === sessionId),

    /**
     * Releases the sales of every session except the given one: a session may have ended without releasing its sales,
     * for example because the disk was full.
     */
    releaseOthers: (sessionId: string | null): Promise<void> => giveBack((each) => each !== sessionId),

    ...outboxStore(database),
    ...patientStore(database),
    ...printStore(database),
    ...photoStore(database),
    ...parkedStore(database),
    ...missedSaleStore(database),
    ...stockActStore(database),
    ...deliveryActStore(database),
    ...countStore(database),
    ...exportStore(database),
    ...refusedRowStore(database),
    ...registerStore(database),
    ...unsentStore(database),

    onWritten: database.onWritten,
    auditCopy: database.auditCopy,
    close: database.close,
  }
}

type SnapshotTx = IDBPTransaction<SalesSchema, typeof snapshotParts>

async function partsIn(tx: SnapshotTx, acknowledgedSince: number): Promise<Partial<SalesSnapshot>> {
  const reading: { [Part in SnapshotPart]: () => Promise<Partial<SalesSnapshot>> } = {
    sales: async () => ({ sales: await tx.objectStore('sales').getAll() }),
    outbox: async () => ({ outbox: await tx.objectStore('outbox').index('seq').getAll() }),
    acknowledged: async () => ({
      acknowledged: await tx
        .objectStore('acknowledged')
        .index('acknowledgedAt')
        .getAll(IDBKeyRange.lowerBound(acknowledgedSince)),
    }),
    patients: async () => ({ patients: await tx.objectStore('patients').getAll() }),
    prints: async () => ({ prints: await tx.objectStore('prints').getAll() }),
    registers: async () => ({ registers: await tx.objectStore('registers').getAll() }),
    meta: async () => {
      const [display, missed, sentActs, lastCount] = await Promise.all([
        tx.objectStore('meta').get('display') as Promise<Display | undefined>,
        tx.objectStore('meta').get('missed') as Promise<readonly MissedNote[] | undefined>,
        tx.objectStore('meta').getAll(sentActKeys()) as Promise<SentAct[]>,
        tx.objectStore('meta').get('lastCount') as Promise<LastCount | undefined>,
      ])
      return { display: display ?? null, missed: missed ?? [], sentActs, lastCount: lastCount ?? null }
    },
  }
  const parts = await Promise.all([...tx.objectStoreNames].map((part) => reading[part]()))
  return Object.assign({}, ...parts) as Partial<SalesSnapshot>
}

/** The next identifier of this terminal, counted in the same transaction. */
async function countUp(tx: SalesTx, terminalCode: string): Promise<string> {
  const last = (await tx.objectStore('meta').get('lastIdentifier')) as string | undefined
  const identifier = last === undefined ? firstIdentifier(terminalCode) : nextIdentifier(last)
  await tx.objectStore('meta').put(identifier, 'lastIdentifier')
  return identifier
}

async function current(tx: SalesTx, id: string, editCount: number): Promise<LocalSale> {
  const sale = await tx.objectStore('sales').get(id)
  if (sale?.editCount !== editCount) throw new SaleConflict(sale)
  return sale
}
