import { atom } from 'jotai'
import * as z from 'zod'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { told } from '#shared/store/sales/note-atoms.ts'
import { sharedSalesAtom } from '#shared/store/sales/sale-atoms.ts'

const Closed = z.object({ registerId: z.string() })

/**
 * The server said « that register is closed » (the details of its refusal): the member goes on in another one, opened with nothing in it when the server
 * first hears of it. Where he goes on in another one already, nothing happens.
 */
export const openFreshRegisterAtom = atom(null, async (get, _set, details: unknown) => {
  const [shared, session, closed] = [get(sharedSalesAtom), get(sessionAtom), Closed.safeParse(details)]
  if (!shared || !session || !closed.success) return
  await told(shared, shared.store.passOverClosed(session.userId, closed.data.registerId))
})
