import { atom } from 'jotai'
import { selectAtom } from 'jotai/utils'
import type { NewDeliveryAct } from '#shared/contract/deliveries.ts'
import type { TypedDeliveryAct } from '#shared/store/deliveries/delivery-act-store.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { kindOf } from '#shared/store/outbox/parcels.ts'
import { noting, told } from '#shared/store/sales/note-atoms.ts'
import { sharedSalesAtom, snapshotAtom } from '#shared/store/sales/sale-atoms.ts'

/** Records a gesture on a line; resolves after the write to disk. The outbox sends it. */
export const noteDeliveryActAtom = atom(null, (get, _set, typed: TypedDeliveryAct): Promise<NewDeliveryAct> => {
  const { shared, facts } = noting(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
  return told(shared, shared.store.noteDeliveryAct(typed, facts))
})

/** Gestures of this terminal that the server has not accepted, oldest first; refused ones changed nothing. */
export const waitingDeliveryActsAtom = selectAtom(
  atom((get) => get(snapshotAtom).outbox.filter((row) => kindOf(row) === 'delivery-act' && !row.errors)),
  (rows) => rows.map(({ payload }) => JSON.parse(payload) as NewDeliveryAct),
  (one, other) => one.length === other.length && one.every(({ id }, place) => id === other[place]?.id),
)
