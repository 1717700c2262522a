import type { Delivery } from '#shared/contract/deliveries.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { stateWords } from '#backoffice/deliveries/delivery-words.ts'
import { countColumn, dayColumn, moneyColumn, numberColumn, textColumn } from '#backoffice/ui/lists/columns.tsx'

export const deliveryColumns = [
  numberColumn('number', 'N°', ({ number }: Delivery) => number, { width: 72, sortable: true }),
  textColumn('supplier', 'Fournisseur', ({ supplierName }: Delivery) => supplierName, {
    strong: true,
    width: 180,
    grow: 1,
    sortable: true,
  }),
  textColumn('bl', 'BL', ({ bl }: Delivery) => bl, { width: 120, sortable: true }),
  dayColumn('receivedOn', 'Reçue le', ({ receivedOn }: Delivery) => receivedOn, { sortable: true }),
  countColumn('lines', 'Lignes', ({ sums }: Delivery) => sums.lines, { width: 80, priority: 2, sortable: true }),
  countColumn('received', 'Boîtes', ({ sums }: Delivery) => sums.received, { width: 88, sortable: true }),
  moneyColumn('total', 'Total TTC', ({ sums }: Delivery) => sums.total, { width: 130, strong: true, sortable: true }),
  moneyColumn('aib', 'AIB', ({ aib }: Delivery) => aib, { width: 110, isOptional: true }),
  textColumn('user', 'Saisie par', ({ createdByName }: Delivery) => createdByName, {
    width: 140,
    grow: 0.5,
    priority: 2,
    sortable: true,
  }),
  {
    key: 'state',
    header: 'État',
    width: 120,
    sortable: true,
    render: ({ state }: Delivery) => <StatusTag tone={stateWords[state].tone}>{stateWords[state].label}</StatusTag>,
    exported: ({ state }: Delivery) => stateWords[state].label,
  },
]
