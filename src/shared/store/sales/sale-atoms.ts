import { atom, type createStore } from 'jotai'
import type { NewSale } from '#shared/contract/sales.ts'
import { dayOf, localDayOf } from '#shared/domain/dates.ts'
import { closeTab, isVisibleTo, openSale, resumeSale, type LocalSale } from '#shared/domain/local-sale.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import type { Session, Terminal } from '#shared/store/identity/identity-store.ts'
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

/** How long an acknowledged sale stays on the terminal: to print again, and to heal a server restored from a backup. */
export const keptAfterAcknowledgementMs = 30 * 86_400_000
const shownAfterAcknowledgementMs = 48 * 3_600_000

/** The sales of this terminal in this window: the disk, how to read it again after a writing, and how to wake the outbox. Null before a pharmacy is known. */
export type SharedSales = {
  store: SalesStore
  /** After any writing of this window: shows what it changed, and tells the other windows to read that. */
  written: () => void
  /** After a conflict, and where another window may not have told yet: reads the disk, and tells what was written before the conflict. */
  reread: () => Promise<void>
  /** Shows a change of one sale that the disk is about to have: nobody at the counter waits for a disk. The answer is called when the disk has answered. */
  shownAhead: (sale: LocalSale) => () => void
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
    .filter(
      (sale) => (sale.status === 'LOCAL' || sale.status === 'ONGOING') && isVisibleTo(sale, session.userId, session.id),
    )
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
  const sale = await shared.store.create({
    terminalCode: terminal.terminalCode,
    userId: session.userId,
    sessionId: session.id,
  })
  shared.written()
  return sale
})

/**
 * Changes a sale by a transition of the domain: `change(sale, (sale) => addRecord(sale, record))`. Throws `SaleConflict` when another window
 * changed it since `sale` was read, and `WrongSaleStatus` when its status forbids the gesture; the atoms then show what stands.
 */
export const changeSaleAtom = atom(null, (get, _set, sale: LocalSale, change: (sale: LocalSale) => LocalSale | null) =>
  changeOnDisk(get(sharedSalesAtom), sale, change),
)

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
export const endSaleAtom = atom(
  null,
  async (get, _set, sale: LocalSale, cashStep: number): Promise<{ sale: LocalSale; payload: NewSale }> => {
    const { shared, session, terminal } = present(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
    try {
      const ended = await shared.store.end(sale.id, sale.version, {
        userId: session.userId,
        terminalId: terminal.terminalId,
        sellerRoles: session.roles,
        soldAt: new Date().toISOString(),
        cashStep,
      })
      shared.written()
      shared.wakeOutbox()
      return ended
    } catch (error) {
      // After a conflict the screen must show what stands.
      await shared.reread()
      throw error
    }
  },
)

// ── how the atoms follow the disk ──
/** Projects one sales database into this window's atoms; returns what writers call and how to stop. */
export function projectSales(
  store: Store,
  bus: Bus,
  sales: SalesStore,
  wakeOutbox: () => void,
): { shared: SharedSales; stop: () => void } {
  let isStopped = false
  let asked = 0
  /** What the disk has of this window and its screens do not show yet. */
  let unshown: Written[] = []
  /** What of it the other windows were not told; a reading may have shown it here meanwhile. */
  const untold = new Set<SnapshotPart>()
  /** Of each reading under way, what was written since it was asked for: it may show that as it was before. */
  const readings = new Set<Written[]>()
  /** What other windows wrote, until it is read. */
  const stale = new Set<SnapshotPart>()
  /** What a reading of the disk would show as it was before. */
  const ahead = new Map<string, LocalSale>()
  const shownSince = () => Date.now() - shownAfterAcknowledgementMs
  const withAhead = (snapshot: SalesSnapshot): SalesSnapshot => {
    const isBehind = ({ id, version }: LocalSale) => version < (ahead.get(id)?.version ?? 0)
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
      // A reading that was overtaken by a later one, which reads the same again, would show the past.
      if (isStopped || mine !== asked) return
      unshown = unshown.filter(
        (change) => since.includes(change) || !partsOf([change]).some((part) => taken.includes(part)),
      )
      stale.clear()
      show(withWritten({ ...store.get(snapshotAtom), ...found }, since))
    } catch (error) {
      // The window closed its handle under a reading that nobody waits for any more.
      if (!isStopped) throw error
    } finally {
      readings.delete(since)
    }
  }
  const tell = () => {
    const parts = [...untold]
    untold.clear()
    if (!isStopped && parts.length > 0) bus.post({ kind: 'changed', store: 'sales', rev: 0, parts })
  }
  const reread = () => {
    // A gesture of several writings may have come half way.
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
    if (notice.kind !== 'changed' || notice.store !== 'sales') return
    const { parts } = notice
    void read(parts ? snapshotParts.filter((part) => parts.includes(part)) : snapshotParts)
  })
  const shared: SharedSales = { store: sales, written, reread, shownAhead, wakeOutbox }
  store.set(sharedSalesAtom, shared)
  void reread()
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

/** A till that is never switched off reads its disk seldom: what a reading would leave out goes all the same. */
function withoutOld(snapshot: SalesSnapshot, since: number): SalesSnapshot {
  const { acknowledged } = snapshot
  // Oldest first.
  return (acknowledged[0]?.acknowledgedAt ?? since) < since
    ? { ...snapshot, acknowledged: acknowledged.filter(({ acknowledgedAt }) => acknowledgedAt >= since) }
    : snapshot
}

/** Shown at once, written at once; what the disk refuses is taken back, and thrown. */
async function changeOnDisk(
  given: SharedSales | null,
  sale: LocalSale,
  change: (sale: LocalSale) => LocalSale | null,
): Promise<LocalSale | null> {
  const shared = openedSales(given)
  // Made once, of what was read: the disk takes it only over that same version.
  const next = change(sale)
  // What gives the sale away waits for the disk: the next window reads it there.
  const landed = next?.status === sale.status ? shared.shownAhead(next) : undefined
  try {
    await shared.store.change(sale.id, sale.version, () => next)
    landed?.()
    shared.written()
    return next
  } catch (error) {
    landed?.()
    // After a conflict the screen must show what stands.
    await shared.reread()
    throw error
  }
}

/** What needs no session: the terminal's own. */
export function openedSales(shared: SharedSales | null): SharedSales {
  if (!shared) throw new Error('no sales database is open')
  return shared
}

/** Who does it, where: refuses what nobody could sign for. */
export function present(
  shared: SharedSales | null,
  session: Session | null,
  terminal: Terminal | null,
): { shared: SharedSales; session: Session; terminal: Terminal } {
  if (!shared || !session || !terminal) throw new Error('selling needs an unlocked session')
  return { shared, session, terminal }
}
