import { atom } from 'jotai'
import { atomWithQuery } from 'jotai-tanstack-query'
import { call } from '#shared/client/call.ts'
import { parkedSales, type ParkedContent, type ParkedSale } from '#shared/contract/parked-sales.ts'
import type { Grant } from '#shared/domain/grant.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { parkedContentOf } from '#shared/domain/parked-content.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { queryOf } from '#shared/store/lists/queries.ts'
import { present, sharedSalesAtom } from '#shared/store/sales/sale-atoms.ts'

/** The parked sales on the server; fetched again after a server hint. */
export const parkedSalesAtom = atomWithQuery((get) => ({
  ...queryOf(parkedSales.list, {}),
  enabled: get(sessionAtom) !== null,
}))

/**
 * Parks a sale on the server for other terminals. It leaves this terminal only after the server has accepted it.
 * Without an answer (`NoAnswer`) or after a refusal (`AppError`) nothing changes here; a retry parks the same sale.
 * Throws `SaleConflict` when the sale was changed meanwhile; it stays here.
 */
export const parkSaleAtom = atom(null, (_get, set, sale: LocalSale): Promise<void> =>
  set(parkWholeAtom, sale, parkedContentOf(sale)),
)

/** The same as `parkSaleAtom`, with the given content. */
export const parkWholeAtom = atom(
  null,
  async (get, _set, sale: LocalSale, parked: ReturnType<typeof parkedContentOf>): Promise<void> => {
    const { shared, terminal } = present(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
    // The domain's lists are readonly; the contract's type does not say so.
    const content = parked as ParkedContent
    await call(parkedSales.park, { params: { id: sale.id }, body: { terminalId: terminal.terminalId, content } })
    try {
      await shared.store.leave(sale.id, sale.editCount)
      shared.written()
    } catch (error) {
      await shared.reread()
      throw error
    }
  },
)

/**
 * Takes a parked sale over; resolves when it is on this terminal's disk, held by the current user. The outbox confirms
 * the arrival to the server. `grant`: the right to a colleague's sale, lent by another member. Throws an `AppError` (`parkedSales:taken`, `requests:conflict`, `auth:forbidden`) or
 * `NoAnswer`; then nothing changed here.
 */
export const takeOverAtom = atom(
  null,
  async (get, _set, { id, version }: Pick<ParkedSale, 'id' | 'version'>, grant?: Grant): Promise<LocalSale> => {
    const { shared, session, terminal } = present(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
    const { terminalId } = terminal
    const content = await call(parkedSales.take, { params: { id }, body: { terminalId, version, grant } })
    const sale = await shared.store.adopt(
      id,
      { version, content },
      { terminalId, userId: session.userId, sessionId: session.id },
    )
    shared.written()
    shared.wakeOutbox()
    return sale
  },
)
