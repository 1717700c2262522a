import type { Recall } from '#shared/contract/recalls.ts'
import { countColumn, dayColumn, stateColumn, textColumn } from '#backoffice/ui/lists/columns.tsx'

export const recallColumns = [
  textColumn('label', 'Produit', ({ label }: Recall) => label, { width: 220, grow: 1, sortable: true }),
  textColumn('lot', 'Lot', ({ lot }: Recall) => lot, { width: 110, sortable: true }),
  textColumn('reason', 'Motif', ({ reason }: Recall) => reason, { grow: 0.8, priority: 2, sortable: true }),
  textColumn('reference', 'Avis', ({ reference }: Recall) => reference, { width: 120, priority: 3, sortable: true }),
  dayColumn('openedAt', 'Ouvert le', ({ openedAt }: Recall) => openedAt, { sortable: true }),
  countColumn('sales', 'Ventes', ({ sales }: Recall) => sales, { width: 84, sortable: true }),
  textColumn('workedOff', 'Joints', workedOffText, { width: 84, sortable: true }),
  {
    ...stateColumn('state', 'État', (recall: Recall) =>
      recall.closedAt === null ? { label: 'Ouvert', tone: 'danger' } : { label: 'Clôturé', tone: 'neutral' },
    ),
    sortable: true,
  },
]

/** « 2 / 5 »: buyers ticked off among those who have a name. */
export function workedOffText({ workedOff, buyers }: Pick<Recall, 'workedOff' | 'buyers'>): string | null {
  return buyers === 0 ? null : `${workedOff}\u00a0/\u00a0${buyers}`
}
