import { atom } from 'jotai'
import { selectAtom } from 'jotai/utils'
import type { NewCount } from '#shared/contract/inventory-counting.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import type { TypedCount } from '#shared/store/inventories/count-store.ts'
import { kindOf } from '#shared/store/outbox/parcels.ts'
import { noting, told } from '#shared/store/sales/note-atoms.ts'
import { sharedSalesAtom, snapshotAtom } from '#shared/store/sales/sale-atoms.ts'

/** Records a count; resolves after the write to disk. The outbox sends it. */
export const noteCountAtom = atom(null, (get, _set, typed: TypedCount): Promise<NewCount> => {
  const { shared, facts } = noting(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
  return told(shared, shared.store.noteCount(typed, facts))
})

/** Counts of this terminal that the server has not accepted, oldest first; refused ones count nothing. */
export const waitingCountsAtom = selectAtom(
  atom((get) => get(snapshotAtom).outbox.filter((row) => kindOf(row) === 'inventory-count' && !row.errors)),
  (rows) => rows.map(({ payload }) => JSON.parse(payload) as NewCount),
  (one, other) => one.length === other.length && one.every(({ id }, place) => id === other[place]?.id),
)
