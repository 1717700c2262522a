import type { Destruction } from '#shared/contract/destructions.ts'
import { countColumn, dayColumn, moneyColumn, numberColumn, textColumn } from '#backoffice/ui/lists/columns.tsx'

export const destructionColumns = [
  numberColumn('number', 'N°', ({ number }: Destruction) => number, { strong: true, width: 64, sortable: true }),
  dayColumn('destroyedOn', 'Détruit le', ({ destroyedOn }: Destruction) => destroyedOn, { sortable: true }),
  textColumn('method', 'Méthode', ({ method }: Destruction) => method, { width: 160, grow: 1, sortable: true }),
  textColumn('witness', 'Témoin', ({ witness }: Destruction) => witness, { width: 160, grow: 0.8, sortable: true }),
  textColumn('user', 'Par', ({ byName }: Destruction) => byName, {
    width: 140,
    grow: 0.6,
    priority: 2,
    sortable: true,
  }),
  countColumn('lots', 'Lots', ({ lots }: Destruction) => lots, { width: 72, sortable: true }),
  countColumn('units', 'Quantité', ({ units }: Destruction) => units, { width: 96, sortable: true }),
  moneyColumn('value', 'Valeur au coût', ({ value }: Destruction) => value, {
    width: 130,
    strong: true,
    sortable: true,
  }),
]
