import { atom, type createStore } from 'jotai'
import { pharmacyNow } from '#shared/pharmacy-time.ts'
import { dayOf, localDayOf } from '#shared/domain/dates.ts'
import { isVisibleTo, wasRefused, type LocalSale } from '#shared/domain/local-sale.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import type { Session, Terminal } from '#shared/store/identity/identity-store.ts'
import { queueFacts } from '#shared/store/outbox/queue-facts.ts'
import { kindOf } from '#shared/store/outbox/parcels.ts'
import type { AcknowledgedSale, OutboxRow } from '#shared/store/sales/sales-rows.ts'
import {
  emptySnapshot,
  snapshotParts,
  type SalesSnapshot,
  type SnapshotPart,
} from '#shared/store/sales/sales-snapshot.ts'
import type { SalesStore } from '#shared/store/sales/sales-store.ts'
import { partsOf, withWritten } from '#shared/store/sales/snapshot-changes.ts'
import type { Written } from '#shared/store/sales/sales-recording.ts'
import type { Bus } from '#shared/windows/bus.ts'

type Store = ReturnType<typeof createStore>

/**
 * In ms. An acknowledged sale stays on the terminal this long: to print it again, and to send it again if the server is
 * restored from a backup.
 */
export const keptAfterAcknowledgementMs = 30 * 86_400_000
const shownAfterAcknowledgementMs = 48 * 3_600_000

/** The sales database in this window. Null before a pharmacy is known. */
export type SharedSales = {
  store: SalesStore
  /** After a write of this window: shows its changes and notifies the other windows. */
  written: () => void
  /**
   * After a conflict, or when another window's notice may be missing: reads the disk, and notifies the other windows of
   * writes made before the conflict.
   */
  reread: () => Promise<void>
  /**
   * Shows a change of one sale before it is written (optimistic update). Call the returned function when the write has
   * succeeded or failed.
   */
  shownAhead: (sale: LocalSale) => () => void
  wakeOutbox: () => void
  /** Asks the window that shows a sale to let go of it. */
  askFor: (saleId: string) => void
}
/** The sale that another window asked for last. A new object each time. */
export const askedSaleAtom = atom<{ saleId: string } | null>(null)
export const sharedSalesAtom = atom<SharedSales | null>(null)
/** The sales content of the disk as last read; the atoms below derive from it. */
export const snapshotAtom = atom<SalesSnapshot>(emptySnapshot)

/** All sales that the server does not have, whoever holds them. */
export const localSalesAtom = atom((get): readonly LocalSale[] => get(snapshotAtom).sales)

/** The tabs: open sales of the current session, and open sales without a holder; oldest first. */
export const openSalesAtom = atom((get): readonly LocalSale[] => {
  const session = get(sessionAtom)
  if (!session) return []
  return get(localSalesAtom)
    .filter(
      (sale) => (sale.status === 'LOCAL' || sale.status === 'ONGOING') && isVisibleTo(sale, session.userId, session.id),
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1))
})

/**
 * Sales that the server refused: first in the queue, visible to all members. A resumed one stays refused until it is
 * ended again.
 */
export const refusedSalesAtom = atom((get) => get(localSalesAtom).filter(wasRefused))

/** Ended sales that wait to be sent, in queue order. */
export const outboxAtom = atom((get): readonly (OutboxRow & { sale: LocalSale | undefined })[] => {
  const { sales, outbox } = get(snapshotAtom)
  const byId = new Map(sales.map((sale) => [sale.id, sale]))
  return outbox.filter((row) => kindOf(row) === 'sale').map((row) => ({ ...row, sale: byId.get(row.saleId) }))
})

/** What waits to be sent, of every kind; null while nothing was read yet. Moments are in ms. */
export const terminalQueueAtom = atom((get) => {
  const terminal = get(terminalAtom)
  if (!terminal || !get(sharedSalesAtom)) return null
  const { waiting, oldestAt } = queueFacts({ sales: [], outbox: get(snapshotAtom).outbox, patients: [] })
  return { terminalId: terminal.terminalId, waiting, oldestAt }
})

/** Acknowledged sales of today in the pharmacy's time zone, newest first. */
export const acknowledgedTodayAtom = atom((get): readonly AcknowledgedSale[] => {
  const timeZone = get(terminalAtom)?.pharmacy?.timeZone
  const day = (at: Date) => (timeZone ? localDayOf(at, timeZone) : dayOf(at))
  const today = day(pharmacyNow())
  return get(snapshotAtom)
    .acknowledged.filter(({ reply }) => day(new Date(reply.soldAt)) === today)
    .reverse()
})

/** Projects one sales database into this window's atoms. */
export function projectSales(
  store: Store,
  bus: Bus,
  sales: SalesStore,
  wakeOutbox: () => void,
): { shared: SharedSales; stop: () => void } {
  let isStopped = false
  let asked = 0
  /** Writes of this window that its screens do not show yet. */
  let unshown: Written[] = []
  /** Parts written by this window that other windows were not told about; a read may have shown them here already. */
  const untold = new Set<SnapshotPart>()
  /** For each running read: the writes since it started, which its result may not contain. */
  const readings = new Set<Written[]>()
  /** Parts that other windows wrote and this window has not read yet. */
  const stale = new Set<SnapshotPart>()
  /** Sales shown before their write; a read may return an older state. */
  const ahead = new Map<string, LocalSale>()
  const shownSince = () => Date.now() - shownAfterAcknowledgementMs
  const withAhead = (snapshot: SalesSnapshot): SalesSnapshot => {
    const isBehind = ({ id, editCount }: LocalSale) => editCount < (ahead.get(id)?.editCount ?? 0)
    return snapshot.sales.some(isBehind)
      ? { ...snapshot, sales: snapshot.sales.map((sale) => (isBehind(sale) ? ahead.get(sale.id)! : sale)) }
      : snapshot
  }
  const show = (snapshot: SalesSnapshot) => store.set(snapshotAtom, withAhead(withoutOld(snapshot, shownSince())))
  const read = async (parts: readonly SnapshotPart[]) => {
    for (const part of parts) stale.add(part)
    const mine = ++asked
    const taken = [...stale]
    const since: Written[] = []
    readings.add(since)
    try {
      const found = await sales.readParts(shownSince(), taken)
      // A later read has started and reads the same parts: this result is outdated.
      if (isStopped || mine !== asked) return
      unshown = unshown.filter(
        (change) => since.includes(change) || !partsOf([change]).some((part) => taken.includes(part)),
      )
      stale.clear()
      show(withWritten({ ...store.get(snapshotAtom), ...found }, since))
    } catch (error) {
      // The window closed its handle during a read whose result is no longer needed.
      if (!isStopped) throw error
    } finally {
      readings.delete(since)
    }
  }
  /** No one waits for this reading: what the disk refuses stands on the screen already (`disk-reports`). */
  const readUnasked = (parts: readonly SnapshotPart[]) =>
    void read(parts).catch((error: unknown) => {
      if (!(error instanceof DOMException)) throw error
    })
  const tell = () => {
    const parts = [...untold]
    untold.clear()
    if (!isStopped && parts.length > 0) bus.post({ kind: 'changed', store: 'sales', rev: 0, parts })
  }
  const reread = () => {
    // An action of several writes may have failed half way.
    tell()
    return read(snapshotParts)
  }
  const written = () => {
    const changes = unshown
    unshown = []
    if (!isStopped && changes.length > 0) show(withWritten(store.get(snapshotAtom), changes))
    tell()
  }
  const shownAhead = (sale: LocalSale) => {
    ahead.set(sale.id, sale)
    store.set(snapshotAtom, withWritten(store.get(snapshotAtom), [{ store: 'sales', key: sale.id, value: sale }]))
    return () => {
      if (ahead.get(sale.id) === sale) ahead.delete(sale.id)
    }
  }
  const unhear = sales.onWritten((changes) => {
    unshown.push(...changes)
    for (const part of partsOf(changes)) untold.add(part)
    for (const since of readings) since.push(...changes)
  })
  const unsubscribe = bus.subscribe((notice) => {
    if (notice.kind === 'sale-asked') store.set(askedSaleAtom, { saleId: notice.saleId })
    if (notice.kind !== 'changed' || notice.store !== 'sales') return
    const { parts } = notice
    readUnasked(parts ? snapshotParts.filter((part) => parts.includes(part)) : snapshotParts)
  })
  const shared: SharedSales = {
    store: sales,
    written,
    reread,
    shownAhead,
    wakeOutbox,
    askFor: (saleId) => bus.post({ kind: 'sale-asked', saleId }),
  }
  store.set(sharedSalesAtom, shared)
  readUnasked(snapshotParts)
  return {
    shared,
    stop() {
      isStopped = true
      unhear()
      unsubscribe()
      store.set(sharedSalesAtom, null)
      store.set(snapshotAtom, emptySnapshot)
    },
  }
}

/**
 * Removes acknowledged sales that are too old for the snapshot; a terminal that is never switched off rarely reads
 * everything.
 */
function withoutOld(snapshot: SalesSnapshot, since: number): SalesSnapshot {
  const { acknowledged } = snapshot
  // Sorted, oldest first.
  return (acknowledged[0]?.acknowledgedAt ?? since) < since
    ? { ...snapshot, acknowledged: acknowledged.filter(({ acknowledgedAt }) => acknowledgedAt >= since) }
    : snapshot
}

/** For actions that need no session. Throws before a pharmacy is known. */
export function openedSales(shared: SharedSales | null): SharedSales {
  if (!shared) throw new Error('no sales database is open')
  return shared
}

/** For actions that need an author. Throws without a session. */
export function present(
  shared: SharedSales | null,
  session: Session | null,
  terminal: Terminal | null,
): { shared: SharedSales; session: Session; terminal: Terminal } {
  if (!shared || !session || !terminal) throw new Error('selling needs an unlocked session')
  return { shared, session, terminal }
}
