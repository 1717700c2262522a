import { atom } from 'jotai'
import type { NewStockAct } from '#shared/contract/stock-acts.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { noting, told } from '#shared/store/sales/note-atoms.ts'
import { sharedSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import type { TypedStockAct } from '#shared/store/stock-acts/stock-act-store.ts'

/** Records an act on a lot; resolves after the write to disk. The outbox sends it. */
export const noteStockActAtom = atom(null, (get, _set, typed: TypedStockAct): Promise<NewStockAct> => {
  const { shared, facts } = noting(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
  return told(shared, shared.store.noteStockAct(typed, facts))
})
