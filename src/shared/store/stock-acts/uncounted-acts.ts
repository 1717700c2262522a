import { atom } from 'jotai'
import { selectAtom } from 'jotai/utils'
import type { NewStockAct } from '#shared/contract/stock-acts.ts'
import { productView } from '#shared/store/lists/product-view.ts'
import { kindOf } from '#shared/store/outbox/parcels.ts'
import { snapshotAtom } from '#shared/store/sales/sale-atoms.ts'

/** Acts on lots of this terminal: those that wait, and those that the server has accepted. Refused ones moved nothing. */
const ownActsAtom = selectAtom(
  snapshotAtom,
  ({ outbox, sentActs }) => ({ rows: outbox.filter((row) => kindOf(row) === 'stock-act' && !row.errors), sentActs }),
  (one, other) =>
    one.sentActs === other.sentActs &&
    one.rows.length === other.rows.length &&
    one.rows.every((row, place) => row.payload === other.rows[place]?.payload),
)

/** Acts of this terminal that the list of products does not count yet, oldest first. */
export const uncountedActsAtom = atom((get): readonly NewStockAct[] => {
  const { rows, sentActs } = get(ownActsAtom)
  const { syncedAt } = get(productView.stateAtom)
  const later = sentActs.filter(({ acknowledgedAt }) => acknowledgedAt > (syncedAt ?? 0))
  return [...later.map(({ act }) => act), ...rows.map(({ payload }) => JSON.parse(payload) as NewStockAct)]
})
