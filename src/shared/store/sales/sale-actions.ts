import { atom } from 'jotai'
import type { NewSale } from '#shared/contract/sales.ts'
import { closeTab, openSale, resumeSale, type LocalSale } from '#shared/domain/local-sale.ts'
import { knownSkewMs } from '#shared/pharmacy-time.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { openedSales, present, sharedSalesAtom, type SharedSales } from '#shared/store/sales/sale-atoms.ts'

/** Creates an empty sale held by the current user. Resolves after the write to disk, like every action below. */
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
 * Changes a sale by a transition of the domain: `set(changeSaleAtom, sale, (sale) => addRecord(sale, record))`. Throws
 * `SaleConflict` when another window changed it since `sale` was read, `WrongSaleStatus` when its status forbids the
 * transition. After an error the atoms show the state on disk.
 */
export const changeSaleAtom = atom(null, (get, _set, sale: LocalSale, change: (sale: LocalSale) => LocalSale | null) =>
  changeOnDisk(get(sharedSalesAtom), sale, change),
)

/** Assigns a sale without a holder to the current session. */
export const openSaleAtom = atom(null, (get, _set, sale: LocalSale) => {
  const { shared, session } = present(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
  return changeOnDisk(shared, sale, (stored) => openSale(stored, session.userId, session.id))
})

/** Closes the tab of a sale: releases it, or deletes it when it is empty (returns null). */
export const closeSaleTabAtom = atom(null, (get, _set, sale: LocalSale) =>
  changeOnDisk(get(sharedSalesAtom), sale, (stored) => {
    const closed = closeTab(stored)
    return closed.kind === 'released' ? closed.sale : null
  }),
)

/**
 * Resumes a refused sale with all its content; it is sent again under a new revision. A sale that this session has
 * already resumed is returned unchanged.
 */
export const resumeSaleAtom = atom(null, async (get, _set, sale: LocalSale) => {
  const { shared, session } = present(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
  if (sale.status === 'ONGOING' && sale.sessionId === session.id) return sale
  return changeOnDisk(shared, sale, (stored) => resumeSale(stored, session.userId, session.id))
})

/**
 * Ends a sale. Resolves when the frozen payload is on disk; then the receipt may be printed. The outbox sends it.
 * `cashStep`: the country's smallest coin, in minor units. Check `closingRefusal` first: the server's decision comes
 * later.
 */
export const endSaleAtom = atom(
  null,
  async (get, _set, sale: LocalSale, cashStep: number): Promise<{ sale: LocalSale; payload: NewSale }> => {
    const { shared, session, terminal } = present(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
    try {
      const ended = await shared.store.end(sale.id, sale.editCount, {
        userId: session.userId,
        terminalId: terminal.terminalId,
        sellerRoles: session.roles,
        soldAt: new Date().toISOString(),
        clockSkewMs: knownSkewMs(),
        cashStep,
      })
      shared.written()
      shared.wakeOutbox()
      return ended
    } catch (error) {
      // After a conflict the screen must show the state on disk.
      await shared.reread()
      throw error
    }
  },
)

/** Shows the change at once and writes it. If the write fails, the change is reverted and the error thrown. */
async function changeOnDisk(
  given: SharedSales | null,
  sale: LocalSale,
  change: (sale: LocalSale) => LocalSale | null,
): Promise<LocalSale | null> {
  const shared = openedSales(given)
  // Computed once from the version that was read; the write is accepted only for that version.
  const next = change(sale)
  // A change of status waits for the write, because the next holder's window reads the sale from disk.
  const landed = next?.status === sale.status ? shared.shownAhead(next) : undefined
  try {
    await shared.store.change(sale.id, sale.editCount, () => next)
    landed?.()
    shared.written()
    return next
  } catch (error) {
    landed?.()
    // After a conflict the screen must show the state on disk.
    await shared.reread()
    throw error
  }
}
