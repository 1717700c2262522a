import { atom } from 'jotai'
import { call } from '#shared/client/call.ts'
import { sales, type Sale } from '#shared/contract/sales.ts'
import type { OpeningPurpose } from '#shared/contract/sale-history.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { isSilence } from '#shared/store/outbox/server-decisions.ts'
import { madeHere, stamp } from '#shared/store/register/enqueue-act.ts'
import { noting, told } from '#shared/store/sales/note-atoms.ts'
import { sharedSalesAtom } from '#shared/store/sales/sale-atoms.ts'

type Asked = {
  sale: Pick<Sale, 'id' | 'registerId'>
  purpose: OpeningPurpose
  /** The sale as this terminal closed it, for when the server does not answer. */
  own: Sale | undefined
}

/**
 * Opens one sale of a drawer that is not counted, and notes it: at the server, or in the outbox under the same id. Throws
 * as `call` does when the server refuses, or does not answer and this terminal has no copy.
 */
export const openSaleAtom = atom(null, async (get, _set, { sale, purpose, own }: Asked): Promise<Sale> => {
  const { shared, facts } = noting(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
  const [id, openedAt] = stamp()
  const opening = { ...madeHere(facts, id), registerId: sale.registerId, purpose, openedAt }
  try {
    return await call(sales.open, { params: { id: sale.id }, body: opening })
  } catch (error) {
    if (!own || !isSilence(error)) throw error
    await told(shared, shared.store.noteOpenedSale({ ...opening, saleId: sale.id }))
    return own
  }
})
