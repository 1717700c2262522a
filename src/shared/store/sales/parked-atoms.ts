import { atom } from 'jotai'
import { atomWithQuery } from 'jotai-tanstack-query'
import { call } from '#shared/client/call.ts'
import { parkedSales, type ParkedContent, type ParkedSale } from '#shared/contract/parked-sales.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { parkedContentOf } from '#shared/domain/parked-content.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { queryOf } from '#shared/store/lists/queries.ts'
import { present, sharedSalesAtom } from '#shared/store/sales/sale-atoms.ts'

/** The sales that wait for a colleague; asked again when the server says that they changed. */
export const parkedSalesAtom = atomWithQuery((get) => ({
  ...queryOf(parkedSales.list, {}),
  enabled: get(sessionAtom) !== null,
}))

/**
 * Puts a sale at the disposal of the other terminals. Only when the server has it, it leaves this one; without an answer (`NoAnswer`) or refused
 * (`AppError`) nothing changes here, and asked again it is the same sale. Throws `SaleConflict` when it was typed into meanwhile: it stays here.
 */
export const parkSaleAtom = atom(null, (_get, set, sale: LocalSale): Promise<void> =>
  set(parkWholeAtom, sale, parkedContentOf(sale)),
)

/** The same, with what goes with it. */
export const parkWholeAtom = atom(
  null,
  async (get, _set, sale: LocalSale, parked: ReturnType<typeof parkedContentOf>): Promise<void> => {
    const { shared, terminal } = present(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
    // The domain forbids changing its lists; the contract's type only does not say so.
    const content = parked as ParkedContent
    await call(parkedSales.park, { params: { id: sale.id }, body: { terminalId: terminal.terminalId, content } })
    try {
      await shared.store.leave(sale.id, sale.version)
      shared.written()
    } catch (error) {
      await shared.reread()
      throw error
    }
  },
)

/**
 * Takes a parked sale over: it is on this terminal's disk, open and held by the current user, when this resolves; that it arrived is told to the
 * server by the outbox. Throws `parkedSales:taken`, `requests:conflict`, `auth:forbidden` (an `AppError`) or `NoAnswer`: then nothing changed here.
 */
export const takeOverAtom = atom(
  null,
  async (get, _set, { id, version }: Pick<ParkedSale, 'id' | 'version'>): Promise<LocalSale> => {
    const { shared, session, terminal } = present(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
    const { terminalId } = terminal
    const content = await call(parkedSales.take, { params: { id }, body: { terminalId, version } })
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
