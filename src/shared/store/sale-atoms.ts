import { replaceEqualDeep } from '@tanstack/query-core'
import { atom, type createStore } from 'jotai'
import type { NewSale } from '#shared/contract/sales.ts'
import { dayOf, localDayOf } from '#shared/domain/dates.ts'
import { closeTab, isVisibleTo, openSale, resumeSale, type LocalSale } from '#shared/domain/local-sale.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity-atoms.ts'
import type { Session, Terminal } from '#shared/store/identity-store.ts'
import { kindOf } from '#shared/store/parcels.ts'
import type { AcknowledgedSale, OutboxRow } from '#shared/store/sales-rows.ts'
import { emptySnapshot, type SalesSnapshot, type SalesStore } from '#shared/store/sales-store.ts'
import type { Bus } from '#shared/windows/bus.ts'

type Store = ReturnType<typeof createStore>

/** How long an acknowledged sale stays on the terminal: to print again, and to heal a server restored from a backup. */
export const keptAfterAcknowledgementMs = 30 * 86_400_000
const shownAfterAcknowledgementMs = 48 * 3_600_000

/** The sales of this terminal in this window: the disk, how to read it again after a writing, and how to wake the outbox. Null before a pharmacy is known. */
export type SharedSales = {
  store: SalesStore
  /** After any writing: reads the disk again here, and tells the other windows to. */
  written: () => Promise<void>
  /** After the writing of one sale (null: removed): the same, without reading what did not change. */
  saleWritten: (id: string, sale: LocalSale | null) => Promise<void>
  /** Shows a change of one sale that the disk is about to have: nobody at the counter waits for a disk. The answer is called when the disk has answered. */
  shownAhead: (sale: LocalSale) => () => void
  /** After a writing whose whole effect the caller knows: shows it without reading the disk. */
  noted: (change: (before: SalesSnapshot) => SalesSnapshot) => Promise<void>
  wakeOutbox: () => void
}
export const sharedSalesAtom = atom<SharedSales | null>(null)
/** What the disk holds of sales, as last read; screens read what is made of it below. */
export const snapshotAtom = atom<SalesSnapshot>(emptySnapshot)

// ── what screens read ──
/** Every sale that the server does not have, whoever holds it. */
export const localSalesAtom = atom((get): readonly LocalSale[] => get(snapshotAtom).sales)

/** The tabs: sales that the current user opened in this session, and those that nobody holds; oldest first. Ended ones are not here. */
export const openSalesAtom = atom((get): readonly LocalSale[] => {
  const session = get(sessionAtom)
  if (!session) return []
  return get(localSalesAtom)
    .filter((sale) => (sale.status === 'LOCAL' || sale.status === 'ONGOING') && isVisibleTo(sale, session.userId, session.id))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
})

/** What the server refused: shown first in the queue, in everybody's sight. */
export const refusedSalesAtom = atom((get) => get(localSalesAtom).filter((sale) => sale.status === 'ERROR'))

/** Ended sales that wait for the server, in the order of ending. */
export const outboxAtom = atom((get): readonly (OutboxRow & { sale: LocalSale | undefined })[] => {
  const { sales, outbox } = get(snapshotAtom)
  const byId = new Map(sales.map((sale) => [sale.id, sale]))
  return outbox.filter((row) => kindOf(row) === 'sale').map((row) => ({ ...row, sale: byId.get(row.saleId) }))
})

/** Sales that the server took, sold today where the pharmacy stands; newest first. */
export const acknowledgedTodayAtom = atom((get): readonly AcknowledgedSale[] => {
  const timeZone = get(terminalAtom)?.pharmacy?.timeZone
  const day = (at: Date) => (timeZone ? localDayOf(at, timeZone) : dayOf(at))
  const today = day(new Date())
  return get(snapshotAtom)
    .acknowledged.filter(({ reply }) => day(new Date(reply.soldAt)) === today)
    .reverse()
})

// ── what screens do: each resolves when the disk has it ──
/** A new sale of the current user, ready to be typed into. */
export const createSaleAtom = atom(null, async (get, _set): Promise<LocalSale> => {
  const { shared, session, terminal } = present(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
  const sale = await shared.store.create({ terminalCode: terminal.terminalCode, userId: session.userId, sessionId: session.id })
  await shared.saleWritten(sale.id, sale)
  return sale
})

/**
 * Changes a sale by a transition of the domain: `change(sale, (sale) => addRecord(sale, record))`. Throws `SaleConflict` when another window
 * changed it since `sale` was read, and `WrongSaleStatus` when its status forbids the gesture; the atoms then show what stands.
 */
export const changeSaleAtom = atom(null, (get, _set, sale: LocalSale, change: (sale: LocalSale) => LocalSale | null) => changeOnDisk(get(sharedSalesAtom), sale, change))

/** Takes a sale that nobody holds into the current session. */
export const openSaleAtom = atom(null, (get, _set, sale: LocalSale) => {
  const { shared, session } = present(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
  return changeOnDisk(shared, sale, (stored) => openSale(stored, session.userId, session.id))
})

/** Closes the tab of a sale: it is released, or removed when nothing was typed (then null). */
export const closeSaleTabAtom = atom(null, (get, _set, sale: LocalSale) =>
  changeOnDisk(get(sharedSalesAtom), sale, (stored) => {
    const closed = closeTab(stored)
    return closed.kind === 'released' ? closed.sale : null
  }),
)

/** Takes up a refused sale again: every line and payment is there, and the next sending is a new revision. */
export const resumeSaleAtom = atom(null, (get, _set, sale: LocalSale) => {
  const { shared, session } = present(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
  return changeOnDisk(shared, sale, (stored) => resumeSale(stored, session.userId, session.id))
})

/**
 * Ends a sale. When it resolves, the frozen payload is on the disk and the receipt may be printed; sending begins by itself.
 * `cashStep` is the country's smallest coin. Check `closingRefusal` of the domain before: the server decides, but later.
 */
export const endSaleAtom = atom(null, async (get, _set, sale: LocalSale, cashStep: number): Promise<{ sale: LocalSale; payload: NewSale }> => {
  const { shared, session, terminal } = present(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
  try {
    return await shared.store.end(sale.id, sale.version, { userId: session.userId, terminalId: terminal.terminalId, sellerRoles: session.roles, soldAt: new Date().toISOString(), cashStep })
  } finally {
    await shared.written()
    shared.wakeOutbox()
  }
})

// ── how the atoms follow the disk ──
/** Projects one sales database into this window's atoms; returns what writers call and how to stop. */
export function projectSales(store: Store, bus: Bus, sales: SalesStore, wakeOutbox: () => void): { shared: SharedSales; refresh: () => Promise<void>; stop: () => void } {
  let isStopped = false
  let asked = 0
  let reading = 0
  /** What a reading of the disk would show as it was before. */
  const ahead = new Map<string, LocalSale>()
  const withAhead = (read: SalesSnapshot): SalesSnapshot => {
    if (ahead.size === 0) return read
    return { ...read, sales: read.sales.map((sale) => (sale.version < (ahead.get(sale.id)?.version ?? 0) ? ahead.get(sale.id)! : sale)) }
  }
  const refresh = async () => {
    const mine = ++asked
    reading++
    try {
      const snapshot = await sales.snapshot(Date.now() - shownAfterAcknowledgementMs)
      // A reading that was overtaken by a later one would show the past.
      if (!isStopped && mine === asked) store.set(snapshotAtom, withAhead(snapshot))
    } catch (error) {
      // The window closed its handle under a reading that nobody waits for any more.
      if (!isStopped) throw error
    } finally {
      reading--
    }
  }
  const tellOthers = () => bus.post({ kind: 'changed', store: 'sales', rev: 0 })
  const written = async () => {
    await refresh()
    tellOthers()
  }
  const noted = async (change: (before: SalesSnapshot) => SalesSnapshot) => {
    // A reading under way may have begun before this writing: then only another one knows.
    if (reading > 0) return written()
    store.set(snapshotAtom, change(store.get(snapshotAtom)))
    tellOthers()
  }
  const saleWritten = (id: string, sale: LocalSale | null) => noted((before) => withSale(before, id, sale))
  const shownAhead = (sale: LocalSale) => {
    ahead.set(sale.id, sale)
    store.set(snapshotAtom, withSale(store.get(snapshotAtom), sale.id, sale))
    return () => {
      if (ahead.get(sale.id) === sale) ahead.delete(sale.id)
    }
  }
  const unsubscribe = bus.subscribe((notice) => {
    if (notice.kind === 'changed' && notice.store === 'sales') void refresh()
  })
  const shared: SharedSales = { store: sales, written, saleWritten, shownAhead, noted, wakeOutbox }
  store.set(sharedSalesAtom, shared)
  void refresh()
  return {
    shared,
    refresh,
    stop() {
      isStopped = true
      unsubscribe()
      store.set(sharedSalesAtom, null)
      store.set(snapshotAtom, emptySnapshot)
    },
  }
}

/** The snapshot with one sale as it is now (null: without it). What did not change stays the object that it was, and is not drawn again. */
function withSale(before: SalesSnapshot, id: string, sale: LocalSale | null): SalesSnapshot {
  const shown = before.sales.find((other) => other.id === id)
  const next = sale && replaceEqualDeep(shown, sale)
  if (next !== null && next === shown) return before
  return { ...before, sales: [...before.sales.filter((other) => other !== shown), ...(next ? [next] : [])] }
}

/** Shown at once, written at once; what the disk refuses is taken back, and thrown. */
async function changeOnDisk(given: SharedSales | null, sale: LocalSale, change: (sale: LocalSale) => LocalSale | null): Promise<LocalSale | null> {
  const shared = openedSales(given)
  // Made once, of what was read: the disk takes it only over that same version.
  const next = change(sale)
  // What gives the sale away waits for the disk: the next window reads it there.
  const landed = next?.status === sale.status ? shared.shownAhead(next) : undefined
  try {
    await shared.store.change(sale.id, sale.version, () => next)
    landed?.()
    await shared.saleWritten(sale.id, next)
    return next
  } catch (error) {
    landed?.()
    // After a conflict the screen must show what stands.
    await shared.written()
    throw error
  }
}

/** What needs no session: the terminal's own. */
export function openedSales(shared: SharedSales | null): SharedSales {
  if (!shared) throw new Error('no sales database is open')
  return shared
}

/** Who does it, where: refuses what nobody could sign for. */
export function present(shared: SharedSales | null, session: Session | null, terminal: Terminal | null): { shared: SharedSales; session: Session; terminal: Terminal } {
  if (!shared || !session || !terminal) throw new Error('selling needs an unlocked session')
  return { shared, session, terminal }
}
