import { atom } from 'jotai'
import { sessionAtom } from '#shared/store/identity-atoms.ts'
import { sharedSalesAtom } from '#shared/store/sale-atoms.ts'
import { uuid7 } from '#shared/store/uuid7.ts'

/** The member's register was closed elsewhere: what is ended from now on goes into a new one, opened with nothing in it when the server first hears of it. */
export const openFreshRegisterAtom = atom(null, async (get) => {
  const [shared, session] = [get(sharedSalesAtom), get(sessionAtom)]
  if (!shared || !session) return
  await shared.store.startRegister({ userId: session.userId, id: uuid7(), openedAt: new Date().toISOString() })
})
