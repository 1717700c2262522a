import { atom } from 'jotai'
import * as z from 'zod'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { told } from '#shared/store/sales/note-atoms.ts'
import { sharedSalesAtom } from '#shared/store/sales/sale-atoms.ts'

const Closed = z.object({ registerId: z.string() })

/**
 * The server refused a row because its register is closed (`details` name the register). The member continues in a new
 * register, opened with a float of 0 when the server first receives it. Does nothing when he already has another one.
 */
export const openFreshRegisterAtom = atom(null, async (get, _set, details: unknown) => {
  const [shared, session, closed] = [get(sharedSalesAtom), get(sessionAtom), Closed.safeParse(details)]
  if (!shared || !session || !closed.success) return
  await told(shared, shared.store.passOverClosed(session.userId, closed.data.registerId))
})
