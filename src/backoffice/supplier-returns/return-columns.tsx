import type { SupplierReturn } from '#shared/contract/supplier-returns.ts'
import {
  countColumn,
  dayColumn,
  moneyColumn,
  numberColumn,
  sortedByServer,
  stateColumn,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'
import { returnState } from '#backoffice/supplier-returns/return-words.ts'

export const returnColumns = sortedByServer([
  numberColumn('number', 'N°', ({ number }: SupplierReturn) => number, { strong: true, width: 64 }),
  dayColumn('sentAt', 'Rendu le', ({ sentAt }: SupplierReturn) => sentAt),
  textColumn('supplier', 'Fournisseur', ({ supplierName }: SupplierReturn) => supplierName, {
    width: 200,
    grow: 1,
    strong: true,
  }),
  countColumn('lots', 'Lots', ({ lots }: SupplierReturn) => lots, { width: 72, priority: 3 }),
  countColumn('units', 'Quantité', ({ units }: SupplierReturn) => units, { width: 96 }),
  moneyColumn('value', 'Valeur au coût', ({ value }: SupplierReturn) => value, { width: 130, strong: true }),
  moneyColumn('credit', 'Avoir', ({ creditAmount }: SupplierReturn) => creditAmount, { width: 110, priority: 2 }),
  moneyColumn('awaited', 'Attendu', ({ awaited }: SupplierReturn) => awaited, { width: 110, priority: 2 }),
  stateColumn('state', 'État', (row: SupplierReturn) => returnState(row), { width: 140 }),
  textColumn('user', 'Par', ({ sentByName }: SupplierReturn) => sentByName, { width: 150, priority: 3 }),
])
